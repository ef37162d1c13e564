/**
 * Asked properties: the wordings of questions for each property, so that "Where does Ana live?"
 * finds the record of her home although it says "moved to Lisbon". Properties have the extractor's
 * names; those that are not listed are found by their words alone.
 */
import { indexWords } from "../../text/words.js";
import { alikeWords } from "./alike-words.js";

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

/**
 * Returns the properties that a question asks for; empty if it asks for none of the listed ones.
 */
export function askedProperties(question: string): ReadonlySet<string> {
  const asked = questions.filter(([, wording]) => wording.test(question));
  return new Set(asked.flatMap(([properties]) => properties.split("|")));
}

/** Whether a record's property is asked for; its first word is enough, as in "favourite food". */
export function asksFor(asked: ReadonlySet<string>, property: string): boolean {
  return asked.has(property) || asked.has(property.split(" ")[0]!);
}

/** The only kind of fact that a question asks for. */
export interface AskedFact {
  readonly asks: (property: string) => boolean;
  /**
   * A person has one value at a time, so a passage that states it is most likely the whole answer.
   */
  readonly settled: boolean;
  /** Index words of statements of such a fact. */
  readonly words: ReadonlySet<string>;
}

interface Vocabulary {
  readonly properties: string;
  /** The words of such a question, apart from names and stop words. */
  readonly words: string;
  /** Words of statements of such a fact, if they differ from `words`. */
  readonly stated?: string;
  /** A pattern that the question must match as well, if its words are ambiguous. */
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

/** The same for questions in other languages, whose facts are stored in English. */
const abroad: readonly { readonly properties: string; readonly form: RegExp; readonly words: string }[] = [
  {
    properties: "home|lived in",
    form: /(?<!\p{L})(?:wo\b.*(?<!\p{L})(?:wohn|leb)|dónde.*(?<!\p{L})viv|où.*(?<!\p{L})(?:habit|vis\b|vit\b|vivons)|onde.*(?<!\p{L})(?:mor[ao]|viv)|где.*(?<!\p{L})жив)/iu,
    words:
      "wohne wohnt wohnst wohnen lebe lebt vivo vive vives vivimos habite habites vis vit moro mora живу живёт живет",
  },
  {
    properties: "employer|workplace",
    form: /(?<!\p{L})(?:wo\b.*(?<!\p{L})arbeit|dónde.*(?<!\p{L})trabaj|où.*(?<!\p{L})travaill|onde.*(?<!\p{L})trabalh|где.*(?<!\p{L})работа)/iu,
    words:
      "arbeite arbeitet arbeiten trabajo trabaja travaille travailles trabalho trabalha работаю работает",
  },
];

/** Returns the fact that a question in another language asks for. */
export function askedFactAbroad(question: string): AskedFact | undefined {
  const known = abroad.find(({ form }) => form.test(question));
  if (known === undefined) return undefined;
  const properties = new Set(known.properties.split("|"));
  return { asks: (property) => properties.has(property), settled: true, words: stems(known.words) };
}

/** "How much", "how many": words beside the one for the property. */
const amountWords = "much many";

/** Words of time, which do not change what is asked for. */
const timeWords =
  "used use now currently current today still actually nowadays present previously previous formerly former past earlier prior original originally before moving moved";

/**
 * Maximum number of words of a property that is not listed, such as "blood type". Longer wordings
 * are questions of another kind.
 */
const maxPropertyWords = 2;

/**
 * Returns the fact that a question asks for, if it asks for nothing else: all its words except
 * names must belong to one vocabulary, or to the name of a property.
 *
 * @param rest index words of the question, without names
 */
export function askedFact(question: string, rest: readonly string[]): AskedFact | undefined {
  const asked = rest.filter((word) => !stems(timeWords).has(word));
  if (asked.length === 0) return undefined;
  const meant = asked.filter((word) => !stems(amountWords).has(word));
  const known = vocabularies.filter(
    ({ words, form }) => asked.every((word) => stems(words).has(word)) && (form?.test(question) ?? true),
  );
  const properties = new Set(known.flatMap(({ properties }) => properties.split("|")));
  if (known.length === 0 && asked.length > maxPropertyWords) return undefined;
  const wording = asked.join(" ");
  // Caches the result by property: hundreds of facts have few properties.
  const answers = new Map<string, boolean>();
  // "How much does she earn?" asks for her salary.
  const alike = new Set(meant.length === 1 ? alikeWords(meant[0]!) : []);
  const asks = (property: string) =>
    properties.has(property) || wordingOf(property) === wording || alike.has(wordingOf(property));
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

/**
 * Caches the index words of properties. Extractors use a few hundred properties, but a model may
 * invent any number.
 */
const wordings = new Map<string, string>();
const mostWordings = 4096;

function wordingOf(property: string): string {
  const known = wordings.get(property);
  if (known !== undefined) return known;
  if (wordings.size >= mostWordings) wordings.clear();
  const wording = indexWords(property).join(" ");
  wordings.set(property, wording);
  return wording;
}

const stemsOf = new Map<string, ReadonlySet<string>>();

function stems(words: string): ReadonlySet<string> {
  const known = stemsOf.get(words) ?? new Set(indexWords(words));
  stemsOf.set(words, known);
  return known;
}
