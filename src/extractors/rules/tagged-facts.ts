/**
 * Facts that the tagger finds: whose they are, under which property, stated as a sentence. What the grammar reads of a clause it reads more surely, so its
 * facts come first and the tagger's fill in what it left open.
 */
import type { Passage } from "../../internal/passage.js";
import type { Span } from "../../internal/sentences.js";
import type { SemanticDraft } from "../extractor.js";
import type { TaggedFact, Tags } from "../learnt/tagger.js";
import { type Conversation, possessive, type Referent, referentOf } from "./coreference.js";
import { isMeasureLeft, measureBefore, splitMeasures } from "./measures.js";
import { openSentence, singleValued } from "./open-properties.js";
import type { Sentence } from "./reading.js";
import { nameOfSpeaker } from "./speakers.js";
import { statedFreely } from "./statement.js";
import type { Clause } from "./verb-group.js";

/** A fact is drafted from this certainty on. Precision and recall by threshold: `npm run bench:understanding`. */
const leastCertainty = 0.55;
/** For what is asked, supposed or denied. */
const doubtfulCertainty = 0.7;
const surelyNot = Number.POSITIVE_INFINITY;
/** A change is believed from this certainty on: a wrong supersession costs more than a missed one. */
const leastChangeCertainty = 0.6;
/** What somebody who takes part can be to somebody. */
const relations = new Set(
  "friend,partner,sibling,parent,child,relative,name,nickname,colleague,mentor,boss,roommate,neighbour,teacher,client,team,member".split(
    ",",
  ),
);
/** A property that the tagger is unsure of is named by the passage's own words. */
const leastPropertyCertainty = 0.25;
const surePropertyCertainty = 0.6;
const leastNounCertainty = 0.25;
/** Who is named is believed from this certainty on. */
const leastAboutCertainty = 0.45;
const longestValue = 160;

export function taggedFacts(
  passage: Passage,
  tags: Tags,
  sentences: readonly Sentence[],
  conversation: Conversation,
): SemanticDraft[] {
  const drafts: SemanticDraft[] = [];
  if (isForeign(passage.text)) return drafts;
  for (const fact of tags.facts) {
    if (fact.certainty < certaintyNeeded(fact, passage.text, sentences)) continue;
    if (isMeasureLeft(passage.text, fact)) continue;
    const tagged = writtenValue(passage.text, fact);
    const measures = tagged === null ? null : splitMeasures(tagged);
    const value = measures?.value ?? tagged;
    const former = measures?.former ?? measureBefore(passage.text, fact);
    const property = value === null ? null : propertyOf(fact, passage.text, sentences);
    const owner = property === null ? null : ownerOf(fact, passage, sentences, conversation);
    if (value === null || property === null || owner === null) continue;
    const said = { entity: owner.entity, property: named(property, owner.of), value };
    if (sameText(said.entity, value) || sameText(said.property, value)) continue;
    if (conversation.speaks(value) && !relations.has(property)) continue;
    conversation.lastEntity = said.entity;
    drafts.push(draftOf(fact, said, former ?? formerOf(fact, passage.text, tags)));
  }
  return drafts;
}

/** What is asked, wished, supposed, denied or reported is seldom a fact: the tagger has to be surer of it. */
function certaintyNeeded(fact: TaggedFact, text: string, sentences: readonly Sentence[]): number {
  const found = sentenceAt(fact, text, sentences);
  if (found === null) return leastCertainty;
  const { sentence, at } = found;
  if (reports.test(sentence.text.slice(0, fact.start - at))) return surelyNot;
  if (sentence.clauses.some((clause) => isSubject(fact, clause, at))) return surelyNot;
  const clause = sentence.clauses.find(({ start, end }) => at + start <= fact.start && fact.start < at + end);
  if (clause === undefined) return leastCertainty;
  if (clause.opaque && supposes.test(sentence.text)) return surelyNot;
  if (clause.negated && !deniable.has(fact.property ?? "")) return doubtfulCertainty;
  return clause.opaque || doubtful.has(clause.modal ?? "") ? doubtfulCertainty : leastCertainty;
}

const doubtful = new Set(["could", "may", "might", "would", "should"]);
/** What a denial says as well as a claim: "I don't eat pork". */
const deniable = new Set([
  "diet",
  "dislikes",
  "likes",
  "allergy",
  "experience",
  "skill",
  "habit",
  "opinion",
  "religion",
]);
/** Words of languages other than English that share no spelling with English words. */
const foreign =
  /(?<!\p{L})(?:ich|und|nicht|wir|ist|wohne|arbeite|mein|meine|bin|el|los|las|una|vivo|trabajo|soy|mi|je|suis|une|les|des|est|mon|ma|eu|moro|não|uma|minha|meu|io|sono|della|ik|het|een|jag|och|är)(?!\p{L})/giu;

/** The tagger was taught English: of a sentence in another language it would make something up. */
function isForeign(text: string): boolean {
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  const odd = text.match(foreign)?.length ?? 0;
  return /[^\P{L}\p{Script=Latin}]/u.test(text) || odd * 8 > words;
}

const supposes =
  /^\W*(?:(?:and|but|so|well|hey|ok)\W+)*(?:if|imagine|suppose|supposing|pretend|say|what if|let's say|assuming|unless|i wish|wish|i think|i guess|i suppose)\b/i;
/** Somebody else says what follows. */
const reports =
  /(?<!\b(?:i|we|as i|like i)\s)\b(?:said|says|claims?|claimed|heard|told (?:me|us|him|her)|rumou?r has it|reckons?)\b/i;

/** Whether a value is what a clause is about: "Tom" in "I think Tom works at Siemens". */
function isSubject({ start, end }: Span, { subject }: Clause, at: number): boolean {
  const first = subject[0];
  const last = subject.at(-1);
  return first !== undefined && last !== undefined && at + first.start === start && at + last.end === end;
}

/** The sentence that a span lies in, with its place in the passage. */
function sentenceAt(
  { start, end }: Span,
  text: string,
  sentences: readonly Sentence[],
): { sentence: Sentence; at: number } | null {
  let from = 0;
  for (const sentence of sentences) {
    const at = text.indexOf(sentence.text, from);
    if (at < 0) continue;
    from = at + sentence.text.length;
    if (start >= at && end <= from) return { sentence, at };
  }
  return null;
}

/** The value without what leads it in and out; `null` where nothing is left that says something. */
function writtenValue(text: string, { start, end }: Span): string | null {
  const value = text
    .slice(start, Math.min(wholeDate(text, { start, end }), start + longestValue))
    .replace(/^[\s"'“‘*_`([{:,;.#/=+-]+/u, "")
    .replace(
      /^(?:(?:an?|the|my|our|his|her|their|some|of|for|as|in|on|at|by|to|with|and|or|about)\s+)+(?=\S)/i,
      "",
    )
    .replace(/[\s"'”’*_`)\]},;:.!?/=+-]+$/u, "")
    .replace(/\s+(?:and|or|but|by|with|for|of|to|in|on|at|as|the|an?)$/i, "")
    .replace(/\s+/g, " ");
  return saysSomething.test(value) && !saysNothing.test(value) ? value : null;
}

/** The end of a value: "12" goes on in "12 May". */
function wholeDate(text: string, { start, end }: Span): number {
  const rest = /^\d{1,2}$/.test(text.slice(start, end)) ? month.exec(text.slice(end, end + 20)) : null;
  return end + (rest?.[0].length ?? 0);
}

const month = /^(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:\s+\d{4})?/i;

/** A word of two letters, a letter of a script without capitals, or a digit. */
const saysSomething = /\p{L}{2}|\p{Lo}|\d/u;
const saysNothing =
  /^(?:i|me|you|it|he|she|they|we|us|this|that|these|those|them|him|her|so|there|here|lots?|things?|stuff|something|anything|everything|more|much|well|good|great|nice|way|one|ones|some|all|both|yes|no|not)$|[=<>{}]/i;

function propertyOf(fact: TaggedFact, text: string, sentences: readonly Sentence[]): string | null {
  const { property, propertyCertainty, noun, start, end } = fact;
  const isDay = monthDay.test(text.slice(start, end).trim());
  if (isDay && isDeadline(fact, text)) return "deadline";
  const inside = isDay ? null : namedMeasure.exec(text.slice(start, end));
  if (inside !== null) return (inside[1] ?? inside[2])!.toLowerCase();
  const measured = measure.test(text.slice(start, end)) ? measuredNoun(fact, text, sentences) : null;
  if (measured !== null) return measured;
  if (property !== null && propertyCertainty >= surePropertyCertainty) return property;
  if (property !== null && propertyCertainty >= leastPropertyCertainty) return property;
  const named = text
    .slice(noun.start, noun.end)
    .toLowerCase()
    .replace(/^(?:an?|the|my|our|his|her|their|its)\s+/, "")
    .trim();
  const overlaps = noun.start < end && start < noun.end;
  const isNoun =
    noun.certainty >= leastNounCertainty &&
    /^\p{L}[\p{L}\p{N} '-]{2,40}$/u.test(named) &&
    endsInNoun(noun, text, sentences);
  return !overlaps && isNoun ? named : (property ?? fact.secondProperty);
}

/** "quiz score", not "meant": the grammar takes its last word for a noun. */
function endsInNoun(span: Span, text: string, sentences: readonly Sentence[]): boolean {
  const found = sentenceAt(span, text, sentences);
  const word = found?.sentence.words.findLast(({ end }) => found.at + end <= span.end);
  return word?.tags.has("Noun") === true && !word.tags.has("Pronoun");
}

/** A number with a unit. */
const measure = /\d\s?(?:%|percent\b|[mkµn]?s\b|[kmgt]i?b\b|[ck]?m\b|kg\b|°|\/)/i;

/** A measure that names what it measures: "port 10000", "3 workers", "95 % pass rate". Units and spans of time name nothing. */
const namedMeasure =
  /^(?:(?!(?:under|over|about|around|version|from|to|in|on|at|by|sides?|step|day|week|page|chapter|room|flat|level|grade)\b)([a-z]{3,15}(?: [a-z]{3,15})?)\s+\d[\d.,]*|\d[\d.,]*\s?(?:%|ms|s|kb|mb|gb)?\s+(?!(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|times?|kilos?|grams?|metres?|meters?|miles?|pounds?|euros?|dollars?|percent|people|or|and|to|of|per)\b)([a-z]{3,15}(?: (?:rate|load|time|size|score))?))$/i;

const monthDay =
  /^(?:(?:the\s+)?\d{1,2}(?:st|nd|rd|th)?(?:\s+of)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?(?:,?\s+\d{4})?$/i;

/** A date right after "deadline", "due" or "by", or right before "deadline". */
function isDeadline({ start, end }: Span, text: string): boolean {
  return (
    /\b(?:deadline(?:\s+\p{L}+){0,4}|due|by|until)\s+$/iu.test(text.slice(Math.max(0, start - 60), start)) ||
    /^\s+deadline\b/i.test(text.slice(end, end + 12))
  );
}

/** What a measure measures: the noun after it ("85 % coverage"), else the nearest before it in its sentence ("the response time fell to 80 ms"). */
function measuredNoun({ start, end }: Span, text: string, sentences: readonly Sentence[]): string | null {
  const found = sentenceAt({ start, end }, text, sentences);
  if (found === null) return null;
  const { sentence, at } = found;
  const words = sentence.words.filter((word) => word.text !== "");
  const isNoun = (index: number) => {
    const { tags, text: written } = words[index]!;
    return (
      tags.has("Noun") &&
      !["Pronoun", "Date", "Month", "WeekDay", "Value", "Unit", "Duration", "Person", "Money"].some((tag) =>
        tags.has(tag),
      ) &&
      /^\p{L}[\p{L}-]+$/u.test(written)
    );
  };
  const phrase = (from: number, to: number) =>
    words
      .slice(from, to)
      .map(({ lower }) => lower)
      .join(" ");
  const next = words.findIndex((word) => at + word.start >= end);
  if (next >= 0 && isNoun(next) && words[next - 1]?.after === "") return phrase(next, next + 1);
  for (let last = words.findLastIndex((word) => at + word.end <= start); last >= 0; last--) {
    if (/[,;.]/.test(words[last]!.after) || words[last]!.lower === "and") return null;
    if (!isNoun(last)) continue;
    let first = last;
    while (first > 0 && last - first < 2 && isNoun(first - 1) && words[first - 1]!.after === "") first--;
    return phrase(first, last + 1);
  }
  return null;
}

interface Stated {
  readonly entity: string;
  readonly property: string;
  readonly value: string;
}

function draftOf(fact: TaggedFact, said: Stated, former: string | null): SemanticDraft {
  const tagged = fact.changeCertainty >= leastChangeCertainty ? fact.change : "none";
  const change = tagged === "none" && former !== null ? "replaces" : tagged;
  const replaces = change === "replaces" || change === "corrects";
  const single = replaces && (singleValued(said.property) || /\d/.test(said.value));
  const cardinality = single ? "one" : "many";
  const text = change === "ends" ? `No longer so: ${openSentence(said)}` : openSentence(said);
  return {
    ...statedFreely({ ...said, text, cardinality }),
    polarity: change === "ends" ? "ended" : "holds",
    span: { start: fact.start, end: fact.end },
    certainty: Math.round(fact.certainty * 100) / 100,
    ...(change === "corrects" ? { corrects: true } : {}),
    ...(replaces && former !== null ? { former } : {}),
  };
}

/** The former value that the tagger marked nearest to the new one, where it is sure that something changed. */
function formerOf(
  { start, change, changeCertainty }: TaggedFact,
  text: string,
  { formers }: Tags,
): string | null {
  if (changeCertainty < leastChangeCertainty || (change !== "replaces" && change !== "corrects")) return null;
  const near = formers
    .filter(({ certainty }) => certainty >= leastCertainty)
    .toSorted((one, other) => Math.abs(one.start - start) - Math.abs(other.start - start))[0];
  return near === undefined ? null : writtenValue(text, near);
}

/** Whose a fact is. */
interface Owner {
  readonly entity: string;
  /** Of which of their things it is said, where that is not an entity of its own: "Flask" in the user's "Flask version". */
  readonly of: string | null;
}

/**
 * Whose a fact is; `null` where that is not clear. Who talks of themself to an assistant talks of their own matters: what they say of a thing that is not
 * named clearly is theirs, under a property that names the thing.
 */
function ownerOf(
  fact: TaggedFact,
  passage: Passage,
  sentences: readonly Sentence[],
  conversation: Conversation,
): Owner | null {
  const { about, aboutCertainty, subject } = fact;
  const speaker = nameOfSpeaker(passage);
  const stated = namedSubject(fact, passage, sentences, conversation);
  if (stated !== null) return { entity: stated, of: null };
  if (about === "speaker") return { entity: speaker, of: null };
  const isOwnMatter = passage.role === "user" && passage.speaker === null && firstPerson.test(passage.text);
  if (about === "implied")
    return { entity: isOwnMatter ? speaker : (conversation.lastEntity ?? speaker), of: null };
  if (aboutCertainty < leastAboutCertainty && !isOwnMatter) return null;
  const name = nameOf(subject, passage, sentences, conversation);
  if (name === speaker) return { entity: speaker, of: null };
  if (!isOwnMatter || isPerson(name, conversation)) return name === null ? null : { entity: name, of: null };
  return { entity: speaker, of: name === null ? null : shortName(name, speaker) };
}

const firstPerson = /(?<!\p{L})(?:i|i['’]\p{L}+|my|me|mine|myself|we|we['’]\p{L}+|our|ours|us)(?!\p{L})/iu;

/** Who a sentence without "I" and "my" names as its subject: "Pedro worked in Washington" is Pedro's, whoever says it. */
function namedSubject(
  fact: Span,
  passage: Passage,
  sentences: readonly Sentence[],
  conversation: Conversation,
): string | null {
  const found = sentenceAt(fact, passage.text, sentences);
  if (found === null || firstPerson.test(found.sentence.text)) return null;
  const clause = found.sentence.clauses.find(
    ({ start, end }) => found.at + start <= fact.start && fact.start < found.at + end,
  );
  const referent = clause === undefined ? null : referentOf(clause.subject, passage, conversation);
  const isName = referent !== null && /^\p{Lu}/u.test(referent.name) && referent.kind !== "speaker";
  return isName && !sameText(referent.name, passage.text.slice(fact.start, fact.end)) ? referent.name : null;
}

/** "Flask version": a measure is named with the thing that it measures; of anything else the property says enough. */
function named(property: string, of: string | null): string {
  if (of === null || !singleValued(property)) return property;
  return of.toLowerCase().includes(property) || property.includes(of.toLowerCase())
    ? property
    : `${of} ${property}`;
}

/** "the user's project" → "project". */
function shortName(name: string, speaker: string): string | null {
  const short = name.startsWith(`${speaker}'s `) ? name.slice(speaker.length + 3) : name;
  return short.split(" ").length <= 3 ? short : null;
}

function nameOf(
  span: Span,
  passage: Passage,
  sentences: readonly Sentence[],
  conversation: Conversation,
): string | null {
  const written = passage.text.slice(span.start, span.end).replaceAll("’", "'").trim();
  const lower = written.toLowerCase();
  if (/^(?:i|me|my|mine|myself|we|us|our|ours|i'm|we're)$/.test(lower)) return nameOfSpeaker(passage);
  if (/^(?:you|your|yours|you're)$/.test(lower))
    return passage.role === "assistant" ? conversation.user : conversation.addresseeOf(passage);
  const pronoun = pronouns[lower];
  if (pronoun !== undefined) return conversation.resolve(pronoun)?.name ?? null;
  const referent = referentAt(span, passage, sentences, conversation);
  if (referent !== null) {
    conversation.note(referent);
    return referent.name;
  }
  return plainName(written, passage);
}

const pronouns: Readonly<Record<string, string>> = {
  he: "he",
  him: "he",
  his: "he",
  she: "she",
  her: "she",
  hers: "she",
  it: "it",
  its: "it",
  they: "they",
  them: "they",
  their: "they",
};

/** Who the grammar says the words name. */
function referentAt(
  span: Span,
  passage: Passage,
  sentences: readonly Sentence[],
  conversation: Conversation,
): Referent | null {
  const found = sentenceAt(span, passage.text, sentences);
  if (found === null) return null;
  const { sentence, at } = found;
  const words = sentence.words.filter(({ start, end }) => start + at >= span.start && end + at <= span.end);
  return words.length === 0 ? null : referentOf(words, passage, conversation);
}

/** A name holds no pronoun, no verb of being and no mark that parts clauses. */
const notInNames =
  /[,;:!?\n(){}<>=]|\.\s|\s(?:and|or|of|with|for|to|in|on)$|\byour\b|\b(?:i|me|we|us|you|he|him|she|they|them|it|this|that|these|those|there|here|who|which|what|is|are|was|were|am|be|has|have|had|do|does|did|so|and then|because)\b/i;

/** A noun phrase as it is called: "my old car" → "Ana's old car", "the shop" → "shop". */
function plainName(written: string, passage: Passage): string | null {
  const speaker = nameOfSpeaker(passage);
  const name = written
    .replace(/^(?:my|our)\s+/i, `${possessive(speaker)} `)
    .replace(/^(?:the|an?|this|that|these|those|some|and|with|of|for|in|on|at|to)\s+/i, "")
    .replace(/'s$/, "")
    .replace(/^[\s"'“*_`(#-]+|[\s"'”*_`),;:.!?]+$/gu, "")
    .replace(/\s+/g, " ");
  const isName =
    /\p{L}/u.test(name) && name.length <= 60 && !notInNames.test(name) && name.split(" ").length <= 5;
  return isName ? name : null;
}

/** Whether a name is one that was spoken of as somebody. */
function isPerson(name: string | null, conversation: Conversation): boolean {
  return name !== null && conversation.isSomebody(name);
}

function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
