/**
 * Asked entities: whom or what a question asks about, by the grammatical role of a name or "I".
 * Pure, English only. "Where does Bob live?", "Bob's sister" and "What did Bob say about tea?" ask
 * about Bob, and facts about Ana do not answer them; "How do I use Redis for caching?" asks about
 * neither the asker nor Redis.
 */
import { sentenceSpans } from "../../../text/sentences.js";
import { fold } from "../../../text/words.js";
import { relationOf } from "./people-words.js";

/** Whom or what a question asks about. */
export interface AskedEntities {
  /** The folded names of each entity that it asks about, one word each: [["ana", "silva"]]. */
  readonly names: readonly (readonly string[])[];
  /** It asks about the asker: "Where do I live?", "my phone number". */
  readonly asker: boolean;
  /** The relative of these people that the question asks about, in English: "sister". */
  readonly relation: string | undefined;
  /** The question is in another language than English. @default false */
  readonly isAbroad?: boolean;
  /** Names of the topics of what was said: "Tom" in "What did I say about Tom?". */
  readonly topics: readonly (readonly string[])[];
  /**
   * Whether the question asks about these entities themselves. False if they only identify another
   * entity that it asks about: "the capital of the country that Ana was born in".
   */
  readonly itself: boolean;
  /**
   * Folded texts that may be names or begin with one. The question asks about those that the store
   * knows. @default none
   */
  readonly maybe?: readonly string[];
}

/** A word of a question with its role. */
interface Token {
  /** Folded, without "'s". */
  readonly word: string;
  readonly isName: boolean;
  /** It ends in "'s", or "s'". */
  readonly owns: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Verbs before the one subject of a question: "does Bob", "is Bob". */
const beforeOne = words(
  "does did is was has had will would can could should may might must isnt doesnt didnt wasnt hasnt hadnt wont wouldnt cant couldnt shouldnt",
);
/** Verbs before several subjects, or before "I". */
const beforeSeveral = words("do are were have am dont arent werent havent");
/** Question words that may be contracted with a verb, as in "where's". */
const questionWords = words("what where who when how why which whom");
/** Words before a clause with its own subject: "Tell me where Bob lives". */
const leadsIn = words("where when why whether how");
/** Verbs of such a clause without a typical ending. */
const plainVerbs = words(
  "is was has had can could will would should did does likes said told thinks went got came took made gave met bought ate found left felt saw ran wrote knows",
);
const saying = words(
  "say says said tell tells told mention mentions mentioned know knows knew talk talked talking hear heard remember discuss discussed",
);

/**
 * Returns whom a question asks about; `undefined` if it has no such subject, asks how to do
 * something, or is not a question.
 */
export function askedEntitiesOf(query: string, names: readonly string[]): AskedEntities | undefined {
  const found = questionsIn(query, names).map((question) => entitiesAskedIn(question, names));
  const [first] = found;
  if (found.length < 2 || found.includes(undefined)) return found.length === 1 ? first : undefined;
  const all = found.filter((one) => one !== undefined);
  return {
    names: all.flatMap((one) => one.names),
    asker: all.some(({ asker }) => asker),
    relation: undefined,
    topics: all.flatMap(({ topics }) => topics),
    itself: all.every(({ itself }) => itself),
  };
}

/** Maximum number of words of a request that is not a sentence: "Bob's phone number". */
const mostBareWords = 5;
const opensRequest =
  /^\s*(?:tell|remind|show|give|list|name|find|look|say|do|does|did|is|are|was|were|has|have|had|can|could|would|will|what|where|who|when|which|whose|why|how)\b/i;

/** Returns the sentences that ask for something; the other sentences of the query do not count. */
function questionsIn(query: string, names: readonly string[]): string[] {
  const sentences = sentenceSpans(query).map(({ start, end }) => query.slice(start, end).trim());
  const asked = sentences.filter((sentence) => /\?["”')\]]*$/.test(sentence));
  if (asked.length > 0) return asked;
  const [only] = sentences;
  if (only === undefined || sentences.length > 1) return [];
  return opensRequest.test(only) || tokensOf(only, names).length <= mostBareWords ? [only] : [];
}

/**
 * Maximum number of names of one question that are analysed. The bound is needed because names are
 * compared with each other.
 */
const mostSpans = 64;

function entitiesAskedIn(query: string, names: readonly string[]): AskedEntities | undefined {
  const tokens = tokensOf(query, names);
  const spans = nameSpans(tokens).slice(0, mostSpans);
  const called = spans.filter((span) => isCalled(span, tokens));
  const subjects = spans.filter(
    (span) =>
      called.includes(span) || (isSubject(span, tokens, spans) && !called.some((one) => owns(span, one))),
  );
  const asker = asksAboutAsker(query, tokens);
  const topics = spans
    .filter((span) => isTopic(span, tokens) || (subjects.length === 0 && isPlaceOfAsked(span, tokens)))
    .map((span) => namesOf(span, tokens));
  if (subjects.length === 0 && !asker && topics.length === 0) return undefined;
  return {
    names: subjects.map((span) => namesOf(span, tokens)),
    asker: asker && subjects.length === 0,
    relation: called.length > 0 ? undefined : relationIn(tokens, subjects),
    topics,
    itself: !leadsElsewhere(tokens),
  };
}

/**
 * Whether a name only identifies another one: in "Ana's sister Priya", the question is about Priya.
 */
function owns(owner: NameSpan, { from }: NameSpan): boolean {
  return owner.to < from && from - owner.to <= 2;
}

function tokensOf(query: string, names: readonly string[]): Token[] {
  const written = query.match(/[\p{L}\p{N}\p{M}]+(?:[-'’][\p{L}\p{N}\p{M}]+)*(?:['’](?=\s|$))?/gu) ?? [];
  return written.flatMap((raw) => {
    const folded = fold(raw).replaceAll("’", "'");
    const [, word = folded, owns] = /^(.+?)('s|(?<=s)')?$/.exec(folded) ?? [];
    // "Where's Bob?" contains the verb "is".
    if (owns !== undefined && questionWords.has(word))
      return [plain(word), { word: "is", isName: false, owns: false }];
    const isName = names.includes(word);
    // "Doesn't" is looked up without its apostrophe; in a name it stays.
    return [{ word: isName ? word : word.replaceAll("'", ""), isName, owns: owns !== undefined }];
  });
}

function plain(word: string): Token {
  return { word, isName: false, owns: false };
}

/** A sequence of name tokens, such as "Ana Silva". A possessive ends it. */
interface NameSpan {
  readonly from: number;
  readonly to: number;
}

function nameSpans(tokens: readonly Token[]): NameSpan[] {
  const spans: NameSpan[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    if (!tokens[from]!.isName) continue;
    let to = from;
    while (!tokens[to]!.owns && tokens[to + 1]?.isName) to += 1;
    spans.push({ from, to });
    from = to;
  }
  return spans;
}

function namesOf({ from, to }: NameSpan, tokens: readonly Token[]): string[] {
  const names = tokens.slice(from, to + 1).map(({ word }) => word);
  const own = names.filter((name) => !titles.has(name));
  return own.length > 0 ? own : names;
}

/** Titles and generic words before a name. */
const titles = words(
  "mr mrs ms miss dr doctor prof professor project team company uncle aunt auntie saint st sir",
);

/**
 * Whether a relation before a name identifies its bearer: "My friend Bob", "Ana's sister Priya".
 */
function isCalled({ from }: NameSpan, tokens: readonly Token[]): boolean {
  const before = tokens[from - 1];
  return before !== undefined && !before.owns && relationOf(before.word) !== undefined;
}

function isSubject(span: NameSpan, tokens: readonly Token[], spans: readonly NameSpan[]): boolean {
  const before = tokens[span.from - 1]?.word ?? "";
  const after = tokens[span.to + 1];
  if (tokens[span.to]!.owns || isOwnerAfterOf(span, tokens)) return true;
  if (beforeOne.has(before)) return true;
  const joined = joinedTo(span, tokens, spans);
  if (joined !== undefined) return isSubject(joined, tokens, spans);
  if (beforeSeveral.has(before)) return after?.word === "and" || after?.word === "or";
  return leadsIn.has(before) && after !== undefined && isVerb(after.word);
}

/** The name sequence before it in "Ana and Bob". */
function joinedTo(
  { from }: NameSpan,
  tokens: readonly Token[],
  spans: readonly NameSpan[],
): NameSpan | undefined {
  const joins = tokens[from - 1]?.word;
  return joins === "and" || joins === "or" ? spans.find(({ to }) => to === from - 2) : undefined;
}

function isVerb(word: string): boolean {
  return plainVerbs.has(word) || /(?:[^s]s|ed)$/.test(word);
}

/** "What is the phone number of Bob?": the owner directly follows what is asked for. */
function isOwnerAfterOf({ from }: NameSpan, tokens: readonly Token[]): boolean {
  if (tokens[from - 1]?.word !== "of") return false;
  const start = tokens.findIndex(({ word }) => word === "the");
  const opens = start >= 0 && tokens.slice(0, start).every(({ word }) => opening.has(word));
  return opens && from - 1 - start <= mostOwnedWords + 1;
}

const opening = words("what who where when is are was were tell me give");
/** Maximum number of words of what is owned: "phone number", "country of citizenship". */
const mostOwnedWords = 4;

function isTopic({ from, to }: NameSpan, tokens: readonly Token[]): boolean {
  if (to < tokens.length - 1) return false;
  const before = tokens.slice(0, from).map(({ word }) => word);
  return before.at(-1) === "about" && before.some((word) => saying.has(word));
}

const asksForOne = words("who what when where which");
const within = words("on at of for in from");
/** Prepositions between a thing and the name that says which one is meant, anywhere in a question. */
const between = words("of from with by to at");

/**
 * "Who is the contact person at Vesta?", "When does the crate from Delft arrive?", "my appointment
 * with the optician Dr Svensson": a name after a preposition says which thing is meant. A fact about
 * another thing of its kind does not answer the question.
 */
function isPlaceOfAsked({ from, to }: NameSpan, tokens: readonly Token[]): boolean {
  if (!asksForOne.has(tokens[0]!.word)) return false;
  const before = tokens[from - 1]?.word ?? "";
  if (to === tokens.length - 1 && within.has(before)) return true;
  const isIntroduced = tokens[from - 2]?.word === "the" && !tokens[from - 1]!.isName;
  const preposition = isIntroduced ? (tokens[from - 3]?.word ?? "") : before;
  return between.has(preposition) && isThing(tokens, isIntroduced ? from - 4 : from - 2);
}

/** Whether a noun with an article or "my" ends at a place: "the crate", "my first appointment". */
function isThing(tokens: readonly Token[], at: number): boolean {
  return [at - 1, at - 2].some((place) => articles.has(tokens[place]?.word ?? ""));
}

const articles = words("the my our a an");

/** A question how to do something is not about the asker. */
const howTo =
  /\bhow (?:do|should|can|could|would|might|to)\b|\bwhat do (?:i|we) (?:do(?! for a living)|say|answer)\b|\b(?:should|could|can|may) i\b|\b(?:help|show|teach|walk|advise) me\b/i;

function asksAboutAsker(query: string, tokens: readonly Token[]): boolean {
  if (howTo.test(query)) return false;
  return tokens.some(({ word }, at) => {
    const before = tokens[at - 1]?.word ?? "";
    const opens = at === 0 || before === "of" || questionWords.has(before) || leadsIn.has(before);
    const asks = opens || beforeOne.has(before) || beforeSeveral.has(before);
    if (word === "user") return before === "the" && !tokens[at + 1]?.isName;
    if (word === "mine") return at === tokens.length - 1 && (asks || before === "of");
    return (word === "i" && at > 0 && asks && before !== "of") || (word === "my" && asks);
  });
}

function relationIn(tokens: readonly Token[], subjects: readonly NameSpan[]): string | undefined {
  const owners = [
    ...tokens.flatMap(({ word }, at) => (word === "my" ? [at] : [])),
    ...subjects.flatMap(({ to }) => (tokens[to]!.owns ? [to] : [])),
  ];
  const owned = owners.flatMap((at) => {
    const [first, second] = tokens.slice(at + 1, at + 3);
    // "My sister's boyfriend" is the boyfriend.
    const isOfRelative = first?.owns && relationOf(second?.word ?? "") !== undefined;
    return (isOfRelative ? [second!] : [first, second]).flatMap((token) => token?.word ?? []);
  });
  const ofOwner = subjects.flatMap(({ from }) =>
    tokens[from - 1]?.word === "of" ? [tokens[from - 2]?.word ?? ""] : [],
  );
  return [...owned, ...ofOwner].find((word) => relationOf(word) !== undefined);
}

/**
 * Whether the subject only identifies another entity that is asked about: "the religion that Ana
 * belongs to", "the capital of the country of Ana".
 */
function leadsElsewhere(tokens: readonly Token[]): boolean {
  const all = tokens.map(({ word }) => word);
  const relative = all.some(
    (word, at) =>
      at >= 2 &&
      relatives.has(word) &&
      !saying.has(all[at - 1]!) &&
      !["me", "and", "or", "remind"].includes(all[at - 1]!),
  );
  const steps = all.filter((word) => word === "of").length + tokens.filter(({ owns }) => owns).length;
  return relative || steps > mostSteps;
}

const relatives = words("that which who whom whose where");
/**
 * "Ana's sister's job" may be a fact about Ana; "the head of the state of the birthplace of Ana" is
 * not.
 */
const mostSteps = 2;
