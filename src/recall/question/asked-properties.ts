/**
 * Asked properties: how a question words the property that it asks for, so that "Where does Ana live?" meets the record of her home though it says
 * "moved to Lisbon". The keys are the extractor's names of properties; one that is not here is met by its words alone.
 */
import { indexWords } from "../../text/words.js";

const questions: readonly (readonly [properties: string, wording: RegExp])[] = [
  [
    "home|lived in|hometown",
    /\bwhere\b.{0,40}\b(?:live|lives|living|lived|reside|resides|based|move|moved|home)\b|\b(?:home|address|hometown)\b|\b(?:what|which) (?:city|town|country|place)\b.{0,40}\b(?:live|from|move)/i,
  ],
  [
    "hometown|birthplace|nationality",
    /\bwhere\b.{0,40}\b(?:from|born|grow up|grew up)\b|\bnationality\b|\bbirthplace\b/i,
  ],
  [
    "employer|former employer|workplace|occupation|role|field of work|runs|founded|teaches",
    /\b(?:work|works|working|worked|job|jobs|employer|company|profession|occupation|career|do for a living)\b/i,
  ],
  [
    "school|education|field of study|degree|learning",
    /\b(?:study|studies|studying|studied|school|university|college|degree|graduate|graduated|major|learn|learning)\b/i,
  ],
  [
    "partner|wife|husband|spouse|boyfriend|girlfriend|relationship status",
    /\b(?:partner|husband|wife|spouse|married|marry|engaged|dating|boyfriend|girlfriend|relationship|single)\b/i,
  ],
  [
    "children|siblings",
    /\b(?:children|kids|child|son|sons|daughter|daughters|siblings?|brothers?|sisters?|family)\b/i,
  ],
  ["pet|dog|cat", /\b(?:pets?|dogs?|cats?|puppy|kitten)\b/i],
  [
    "likes|prefers|hobby|interest|plays|collects|habit|eats|drinks|favourite|favorite",
    /\b(?:likes?|love|loves|enjoys?|favou?rite|prefers?|preference|hobby|hobbies|free time|relax)\b/i,
  ],
  [
    "dislikes|fears|allergy|intolerance|does not eat|does not drink|diet",
    /\b(?:dislikes?|hates?|afraid|fear|fears|allergic|allergy|allergies|avoid|diet|vegan|vegetarian|cannot eat|can't eat)\b/i,
  ],
  ["birthday|age", /\b(?:birthday|born|how old|age)\b/i],
  ["boss|manager", /\b(?:boss|manager|supervisor|report to|reports to)\b/i],
  ["language", /\b(?:languages?|speaks?)\b/i],
  ["name", /\b(?:name|called)\b/i],
  ["owns|drives|bought|uses", /\b(?:owns?|have|has|drives?|car|bought|buy|uses?)\b/i],
  [
    "visited|plan|goal",
    /\b(?:visit|visited|travel|travelled|traveled|been to|trip|plans?|planning|goals?|wants?)\b/i,
  ],
  ["health|medication|allergy", /\b(?:health|illness|condition|medication|medicine|takes?)\b/i],
];

/** Properties that a question asks for; empty where it asks for none that is known. */
export function askedProperties(question: string): ReadonlySet<string> {
  const asked = questions.filter(([, wording]) => wording.test(question));
  return new Set(asked.flatMap(([properties]) => properties.split("|")));
}

/** Whether a record's property is asked for: "favourite food" counts as what is liked. */
export function asksFor(asked: ReadonlySet<string>, property: string): boolean {
  return asked.has(property) || asked.has(property.split(" ")[0]!);
}

/** One kind of fact that a question asks for and nothing besides. */
export interface AskedFact {
  readonly asks: (property: string) => boolean;
  /** A person has one at a time, so that what states it is most likely the whole answer. */
  readonly settled: boolean;
  /** Index words in which it is stated. */
  readonly words: ReadonlySet<string>;
}

interface Vocabulary {
  readonly properties: string;
  /** Words that such a question consists of, beside names and words without a subject. */
  readonly words: string;
  /** Words in which such a fact is stated, where these are others. */
  readonly stated?: string;
  /** What the question must look like as well, where its words do not say enough. */
  readonly form?: RegExp;
  readonly settled: boolean;
}

const vocabularies: readonly Vocabulary[] = [
  {
    properties: "home|lived in",
    words: "live lives lived living reside home address based city town country place",
    form: /\bwhere\b|\bhome\b|\baddress\b|\b(?:what|which) (?:city|town|country|place)\b/i,
    settled: true,
  },
  { properties: "birthday", words: "birthday born date", form: /\bbirthday\b|\bborn\b/i, settled: true },
  { properties: "birthplace|hometown", words: "born grew grow", form: /\bwhere\b/i, settled: true },
  { properties: "age", words: "old age", settled: true },
  {
    properties: "wife|husband|spouse|partner",
    words: "married marry spouse wife husband partner name called",
    stated: "married marry spouse wife husband partner",
    form: /\b(?:married|marry|spouse|wife|husband|partner)\b/i,
    settled: true,
  },
  { properties: "boyfriend|girlfriend|partner", words: "boyfriend girlfriend dating", settled: true },
  {
    properties: "pet|dog|cat",
    words: "pet pets own name called kind type",
    stated: "pet pets dog cat",
    form: /\bpets?\b/i,
    settled: false,
  },
  {
    properties: "boss|manager|supervisor",
    words: "boss manager supervisor report reports name",
    stated: "boss manager supervisor report reports",
    settled: true,
  },
  {
    properties: "employer|occupation|role|workplace|field of work|runs",
    words: "work works working job living employer company profession occupation",
    stated: "work works working job employer company profession occupation",
    form: /\b(?:work\w*|jobs?|employer|company|profession|occupation)\b|\bfor a living\b/i,
    settled: false,
  },
  { properties: "allergy|intolerance", words: "allergic allergy allergies", settled: true },
  { properties: "drives", words: "car drive drives", settled: true },
  { properties: "nationality", words: "nationality", settled: true },
  { properties: "diet", words: "diet", settled: true },
];

/** Words that say when: they do not change what is asked for. */
const timeWords =
  "used use now currently current today still actually nowadays present previously previous formerly former past earlier prior original originally before moving moved";

/** Words of the longest name of a property that is looked for as it stands: "blood type". More is a question of its own. */
const maxPropertyWords = 2;

/**
 * The fact that a question asks for, if it asks for nothing else: all its words but names belong to one vocabulary, or to the property's own name.
 *
 * @param rest index words of the question, names left out
 */
export function askedFact(question: string, rest: readonly string[]): AskedFact | undefined {
  const asked = rest.filter((word) => !stems(timeWords).has(word));
  if (asked.length === 0) return undefined;
  const known = vocabularies.filter(
    ({ words, form }) => asked.every((word) => stems(words).has(word)) && (form?.test(question) ?? true),
  );
  const properties = new Set(known.flatMap(({ properties }) => properties.split("|")));
  if (known.length === 0 && asked.length > maxPropertyWords) return undefined;
  const wording = asked.join(" ");
  // Hundreds of facts are looked through for the one asked for, of a few properties each.
  const answers = new Map<string, boolean>();
  const asks = (property: string) => properties.has(property) || indexWords(property).join(" ") === wording;
  return {
    asks: (property) => {
      const known = answers.get(property) ?? asks(property);
      answers.set(property, known);
      return known;
    },
    settled: known.length > 0 && known.every(({ settled }) => settled),
    words: new Set(
      known.length > 0 ? known.flatMap(({ words, stated = words }) => [...stems(stated)]) : asked,
    ),
  };
}

const stemsOf = new Map<string, ReadonlySet<string>>();

function stems(words: string): ReadonlySet<string> {
  const known = stemsOf.get(words) ?? new Set(indexWords(words));
  stemsOf.set(words, known);
  return known;
}
