/**
 * A fact in the words of its clause: the verb with its preposition is the property ("opens at"),
 * and what follows is the value. Used if the tagger found a value but no property that fits.
 */
import type { Passage } from "../../../text/passage.js";
import type { Span } from "../../../text/sentences.js";
import type { Conversation, Referent } from "../conversation/conversation.js";
import { possessive, referentOf } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { capitalised } from "../facts/statement.js";
import type { Word } from "../grammar/grammar.js";
import type { Clause } from "../grammar/verb-group.js";
import { third } from "../grammar/verbs.js";
import { clauseAt, type PlacedSentence, type Sentence } from "../sentence.js";
import { hasNumber } from "./values/measured-value.js";

/** A fact in the words of its clause. */
export interface VerbRelation {
  readonly entity: string;
  /** "opens at", "explored". */
  readonly property: string;
  /** The verb is left out of it, if the tagger marked it as a part of the value. */
  readonly value: string;
  /** "The bakery opens at seven." */
  readonly text: string;
}

/** Verbs that say little by themselves, or report what somebody thinks. */
const empty =
  /^(?:be|do|get|go|come|let|say|tell|think|know|mean|feel|guess|seem|try|keep|make|mind|see|hear)$/;
const company = /^(?:with|to|for|by|from)$/;
/** Words between a verb and its object. */
const between = ["Determiner", "Adjective", "Possessive", "Value", "Adverb"];
const endsPhrase = ["Preposition", "Conjunction", "Adverb", "Verb", "Date", "Time"];
/**
 * Maximum number of words between a verb and the preposition of a measure: "bought a good canoe for
 * 300".
 */
const longestObject = 5;
/**
 * "for the gym" or "on Sundays" after a measure: it distinguishes it from other measures of the
 * same verb.
 */
const purpose =
  /^\s(?:for(?:\s(?:an?|the|my|our))?(?:\s[\p{L}-]+){1,2}|on (?:\p{Lu}\p{Ll}{2,8}days|weekends|weekdays)|in (?:spring|summer|autumn|winter))(?=[.,;:!?)]|$)/u;

/**
 * The clause of a value as a relation of its subject. `null` if the value is not the whole
 * object of a plain statement, or if the subject is unclear.
 */
export function verbRelation(
  fact: Span & { readonly value: string },
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): VerbRelation | null {
  const found = clauseAt(fact, sentences);
  if (found === null || !states(found.clause)) return null;
  const { clause, sentence, at } = found;
  const subject = referentOf(clause.subject, passage, conversation);
  const written = sentence.text.indexOf(fact.value, fact.start - at);
  const start = written < 0 ? fact.start - at : written;
  const end = written < 0 ? fact.end - at : written + fact.value.length;
  const object = objectOf(clause, { start, end, isMeasure: hasNumber(fact.value) });
  const verb = subject === null ? null : verbOf(clause, subject, sentence);
  if (subject === null || object === null || verb === null) return null;
  // "Spoke with Ada" is an event, and not a fact about either of them.
  if (
    clause.tense === "past" &&
    object.preposition.some((word) => company.test(word)) &&
    /^\p{Lu}/u.test(fact.value)
  )
    return null;
  const tail = hasNumber(fact.value) ? (purpose.exec(sentence.text.slice(end))?.[0] ?? "") : "";
  const speaker = possessive(nameOfSpeaker(passage));
  const withOwner = (text: string) => text.replace(/\b(?:my|our)\b/gi, () => speaker);
  const isCommon = subject.possessed === null && /^\p{Ll}/u.test(subject.name) && subject.kind === "thing";
  const said = withOwner(sentence.text.slice(object.start, end) + tail);
  return {
    entity: subject.name,
    value: start < object.start ? sentence.text.slice(object.start, end) : fact.value,
    property: withOwner([verb.property, ...object.preposition].join(" ") + tail).toLowerCase(),
    text: capitalised(`${isCommon ? "the " : ""}${subject.name} ${verb.spoken} ${said}.`),
  };
}

/** Whether a clause plainly states something that is true or happened. */
function states(clause: Clause): boolean {
  const isOpen = clause.opaque || clause.imperative || clause.modal !== null || clause.progressive;
  return !isOpen && !clause.negated && !clause.ended && clause.tense !== "future" && !empty.test(clause.verb);
}

interface ObjectPhrase {
  /** The preposition of the value, if it has one. */
  readonly preposition: readonly string[];
  /** Where the words after the verb begin in the sentence. */
  readonly start: number;
}

/**
 * The words after the verb up to a value: its preposition and its determiners, or for a measure an
 * object and a preposition ("bought a canoe for 300 euros"). `null` if they are anything else.
 */
function objectOf(
  { rest }: Clause,
  value: { readonly start: number; readonly end: number; readonly isMeasure: boolean },
): ObjectPhrase | null {
  const words = rest.filter(({ text }) => text !== "");
  const first = words.findIndex(({ end }) => end > value.start);
  const next = words.find(({ start }) => start >= value.end);
  if (first < 0 || (next !== undefined && goesOn(words, next))) return null;
  const lead = words.slice(0, first);
  if (lead.some(({ after }) => after !== "")) return null;
  const at = lead.findLastIndex(isPreposition);
  const isPlain = lead.every((word, index) =>
    index === 0 && at === 0 ? true : between.some((tag) => word.tags.has(tag)),
  );
  if (!isPlain && !(value.isMeasure && at > 0 && first - at <= 2 && lead.length <= longestObject))
    return null;
  return { preposition: at < 0 ? [] : [lead[at]!.lower], start: words[0]!.start };
}

function isPreposition({ tags, lower }: Word): boolean {
  return tags.has("Preposition") || lower === "to";
}

/**
 * Whether a noun phrase continues after the value: in "lent Petra the drill", Petra is not the
 * object.
 */
function goesOn(words: readonly Word[], next: Word): boolean {
  const before = words[words.indexOf(next) - 1];
  return before?.after === "" && !endsPhrase.some((tag) => next.tags.has(tag));
}

/** The verb as a property, in the third person or the past, and as the sentence says it. */
function verbOf(
  { verb, tense, rest, perfect }: Clause,
  { plural, kind }: Referent,
  { words }: Sentence,
): { property: string; spoken: string } | null {
  const written = words[words.indexOf(rest[0]!) - 1]?.lower ?? "";
  if (tense === "present") {
    // The form of an unknown verb is as written.
    const property = written.endsWith("s") && !/ss$/.test(written) ? written : third(verb);
    return { property, spoken: plural && kind !== "speaker" ? verb : property };
  }
  if (!/^\p{Ll}+$/u.test(written)) return null;
  return { property: written, spoken: perfect ? `${plural ? "have" : "has"} ${written}` : written };
}
