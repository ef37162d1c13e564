/**
 * Changes: whether a later statement says that something on the topic of an earlier one changed:
 * "They moved me to locker 305" and "My locker is number 218". Pure. Typed facts are closed by
 * `remember`; this is for statements without a typed fact, and for facts that share no value.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import { fold, indexWords } from "../../text/words.js";
import { byPassage } from "../passages/by-passage.js";
import { analysisOf } from "../passages/passage-analysis.js";
import { sameSpeaker, saysWe } from "../prose/replaced-statements.js";
import type { Ask } from "../question/asks.js";
import { isRelation } from "../question/entities/people-words.js";
import type { QueryWord } from "../question/interpret.js";
import { isBefore } from "./disagree.js";
import { differ, differInMeasure } from "./renewals/new-values.js";

/** Maximum number of words of a message that states a change; a longer one has several topics. */
export const maxWords = 60;

/** Whether a passage says that something changed. */
export function statesChange(passage: StoredPassage): boolean {
  return passage.wordCount <= maxWords && analysisOf(passage).saysChange;
}

/** A passage, and the words of it that are compared. */
export interface OnTopic {
  readonly passage: StoredPassage;
  /** Index words of the passage; empty for a page. */
  readonly words: ReadonlySet<string>;
  /** Words of the question that it contains. */
  readonly asked: readonly QueryWord[];
}

/**
 * A text of more words is a page, which contains so many words that those of the question say
 * little about its topic.
 */
const pageWords = 150;
const noWords: ReadonlySet<string> = new Set();

/** Returns a passage with the words of a question that it contains, itself or by a synonym. */
export function onTopic(question: readonly QueryWord[], passage: StoredPassage): OnTopic {
  const words = passage.wordCount > pageWords ? noWords : analysisOf(passage).words;
  const isIn = ({ word, weight, alike }: QueryWord) =>
    weight === 1 && (words.has(word) || alike?.some((other) => words.has(other)) === true);
  return { passage, words, asked: question.filter(isIn) };
}

/**
 * Whether a statement of a change came after one on the same topic; if the earlier one is about its
 * speaker, both must have the same speaker, or the later one names that speaker.
 */
export function overtakes(later: OnTopic, one: OnTopic, isTheme: IsTheme = () => false): boolean {
  if (one.passage.wordCount > maxWords || !sharesAsked(one, later)) return false;
  return (
    isBefore(one.passage, later.passage) && continuesSpeaker(one, later) && isSameMatter(one, later, isTheme)
  );
}

/** Whether two passages have a word of the question in common. */
function sharesAsked(one: OnTopic, other: OnTopic): boolean {
  return one.asked.some((asked) => other.asked.includes(asked));
}

/** Whether so many passages contain a word that it names a theme, and no single matter. */
export type IsTheme = (word: string) => boolean;

/** Most of the ranked passages that may have a word of a single matter, such as "locker". */
const mostOnMatter = 4;

/** Returns the test for themes among some passages. */
export function themesAmong(topics: readonly OnTopic[]): IsTheme {
  const known = new Map<string, boolean>();
  const isTheme = (word: string) => {
    let count = 0;
    for (const { words } of topics) {
      if (words.has(word)) count += 1;
      if (count > mostOnMatter) return true;
    }
    return false;
  };
  return (word) => {
    const found = known.get(word) ?? isTheme(word);
    known.set(word, found);
    return found;
  };
}

/** Whether the later of two passages is by the same person or group, or names the other's speaker. */
function continuesSpeaker(one: OnTopic, later: OnTopic): boolean {
  return isOfSpeaker(later.passage, one.passage) || isOfSameGroup(one, later);
}

/**
 * Whether a passage has the same speaker as an earlier one, or names that speaker, as "Tobi handed
 * the pager to Anneli", after Tobi said "I'm on call this month".
 */
export function isOfSpeaker(later: StoredPassage, one: StoredPassage): boolean {
  return sameSpeaker(one, later) || namesSpeaker(later, one);
}

/** Whether a person says something in which the speaker of another passage is named. */
export function namesSpeaker(passage: StoredPassage, other: StoredPassage): boolean {
  const name = speakerWords(other);
  if (name.length === 0) return false;
  const { ownWords } = analysisOf(passage);
  return name.every((word) => ownWords.has(word)) && !isRecited(passage);
}

const speakerWords = byPassage<readonly string[]>(({ speaker }) => indexWords(speaker ?? ""));

/**
 * Whether both say "we" and have two words of the question in common: "We upgraded the orders
 * database to Postgres 17", which a colleague said after "We use Postgres 15 for the orders".
 */
function isOfSameGroup(one: OnTopic, later: OnTopic): boolean {
  const both = one.asked.filter((asked) => later.asked.includes(asked));
  return both.length >= leastOfGroup && saysWe(one.passage) && saysWe(later.passage);
}

const leastOfGroup = 2;

/**
 * Whether a statement may be one of {@link restatesValue}: it has a word of the question, and a
 * fact with a property of which `remember` was not sure.
 */
export function mayRestate({ asked, passage }: OnTopic): boolean {
  if (asked.length === 0 || passage.wordCount > maxWords) return false;
  return passage.records.some(({ property, certainty = 1 }) => property !== null && certainty < 1);
}

/**
 * Whether a later statement gives the same property of the same thing another value of the kind
 * that is asked for, although `remember` was not sure enough to replace the first: "water on 15
 * April", after "the water gets turned on on 1 April".
 */
export function restatesValue(later: OnTopic, one: OnTopic, asks: ReadonlySet<Ask>): boolean {
  if (!isBefore(one.passage, later.passage) || !sameSpeaker(one.passage, later.passage)) return false;
  const isOther =
    (asks.has("time") && times.some((kind) => differ(kind, later.passage, one.passage))) ||
    (asks.has("count") && differInMeasure(later.passage, one.passage));
  if (!isOther) return false;
  const asked = new Set(one.asked.filter((word) => !isPerson(word)).map(({ word }) => word));
  return one.passage.records.some(
    (record) =>
      indexWords(record.entity ?? "").some((word) => asked.has(word)) &&
      later.passage.records.some((other) => givesAnotherValue(other, record)),
  );
}

function givesAnotherValue(other: MemoryRecord, { entity, property, value }: MemoryRecord): boolean {
  if (entity === null || property === null || other.entity === null) return false;
  return fold(other.entity) === fold(entity) && other.property === property && other.value !== value;
}

/**
 * Whether a statement of a change came after one that has the same two nouns of the question, in a
 * language that capitalises nouns as it capitalises names: "Der Code am Gartentor ist jetzt 9902".
 */
export function sharesNouns(later: OnTopic, one: OnTopic): boolean {
  const both = one.asked.filter((asked) => later.asked.includes(asked));
  return (
    both.length >= leastNouns &&
    isBefore(one.passage, later.passage) &&
    sameSpeaker(one.passage, later.passage)
  );
}

const leastNouns = 2;

/** The kinds of times that a later statement may move. */
const times = ["clock", "date", "weekday"] as const;

/**
 * Whether a later statement moves a time of the person that the question names, in other words:
 * "Colin's swapped to Thursdays" after "Colin visits on Wednesdays".
 */
export function movesTime(later: OnTopic, one: OnTopic, asks: ReadonlySet<Ask>): boolean {
  if (!asks.has("time") || !isBefore(one.passage, later.passage) || one.passage.wordCount > maxWords)
    return false;
  const isOfOne = one.asked.some((asked) => isPerson(asked) && later.asked.includes(asked));
  return (
    isOfOne &&
    sameSpeaker(one.passage, later.passage) &&
    times.some((kind) => differ(kind, later.passage, one.passage))
  );
}

/**
 * Whether a later statement measures the same again: it has all words of the question that the
 * earlier one has, and another number with the same unit.
 *
 * @param topicWords number of words of the question that name its topic
 */
export function measuresAgain(
  later: OnTopic,
  one: OnTopic,
  { asks, topicWords }: { readonly asks: ReadonlySet<Ask>; readonly topicWords: number },
): boolean {
  const least = Math.min(leastMeasured, Math.max(1, topicWords));
  if (!asks.has("count") || one.asked.length < least || !isBefore(one.passage, later.passage)) return false;
  if (one.passage.wordCount > maxWords || later.passage.wordCount > maxWords) return false;
  return (
    one.asked.every((asked) => later.asked.includes(asked)) &&
    sameSpeaker(one.passage, later.passage) &&
    differInMeasure(later.passage, one.passage)
  );
}

/**
 * Fewest words of the question that both statements must have: the owner of the measure, and its
 * name. "How much do I weigh?" has only one such word.
 */
const leastMeasured = 2;

/** The kinds of values that a later statement must have too, if it changes one. */
const values = ["time", "count"] as const satisfies readonly Ask[];

/** Whether a later statement has a value of each kind that is asked for and in an earlier one. */
export function hasAskedValue(later: OnTopic, one: OnTopic, asks: ReadonlySet<Ask>): boolean {
  const has = ({ passage }: OnTopic, ask: Ask) => analysisOf(passage).isWordedFor(ask);
  return values.every((ask) => !asks.has(ask) || !has(one, ask) || has(later, ask));
}

/**
 * Whether both contain a word of the question that is not a person, or a person and another word
 * that is not a cue of change. The later one must contain it where it says that something changed.
 */
function isSameMatter(one: OnTopic, other: OnTopic, isTheme: IsTheme): boolean {
  const { changedWords } = analysisOf(other.passage);
  const isChanged = ({ word, alike = [] }: QueryWord) =>
    changedWords.has(word) || alike.some((form) => changedWords.has(form));
  const both = one.asked.filter((asked) => other.asked.includes(asked));
  if (both.some((asked) => !isPerson(asked) && !isTheme(asked.word) && isChanged(asked))) return true;
  const speakers = [one, other].map(({ passage }) => analysisOf(passage).speakerWords);
  const isBeside = (word: string) =>
    cueWords.has(word) ||
    speakers.some((words) => words.has(word)) ||
    both.some((shared) => shared.word === word);
  let [rest, shared] = [0, 0];
  for (const word of one.words) {
    if (isBeside(word)) continue;
    rest += 1;
    if (changedWords.has(word) && !isTheme(word)) shared += 1;
  }
  return shared >= (rest <= shortRest ? 1 : leastShared * rest);
}

/**
 * Share of the words of a statement about somebody that a later one must repeat to be on the same
 * topic. With up to `shortRest` words, one is enough. Chosen without measurement, because a long
 * message shares a word with most others.
 */
const leastShared = 0.25;
const shortRest = 8;

/** A name, or "mum": statements about a person have many topics. */
export function isPerson({ word, name }: QueryWord): boolean {
  return name || isRelation(word);
}

/** Index words of cues of change: having one in common does not mean the same topic. */
const cueWords: ReadonlySet<string> = new Set(
  indexWords("now no longer anymore any more instead new old changed moved today still current actually"),
);
