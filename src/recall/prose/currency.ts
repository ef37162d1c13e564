/**
 * Currency: which ranked passages are on the topic of the question, and which of those a later
 * statement replaces. Pure. A replaced passage is returned after the later one and marked as
 * earlier. Only a statement that a later one repeats with another value is left out.
 */

import type { StoredPassage } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import { isRelation } from "../question/entities/people-words.js";
import type { QueryWord } from "../question/interpret.js";
import { analysisOf } from "../question/passage-analysis.js";
import { isBefore } from "../ranking/disagree.js";
import { ends, mayEnd } from "../ranking/later-endings.js";
import type { Ranked } from "../ranking/rank.js";
import { replacedStatements, sameSpeaker } from "./replaced-statements.js";

/** A passage that may be returned. */
export interface Candidate extends Pick<Ranked, "passage" | "probability"> {
  /**
   * It shares about as many words with the question as the best one, or is about as likely to
   * answer.
   */
  readonly isClose: boolean;
  /** A later passage contradicts it. */
  readonly isEarlier: boolean;
}

/**
 * A passage is close from these shares of the best probability, and of the words that the best
 * passage has in common with the question. Chosen on the development half of `bench:trust`; its
 * other half measures them.
 */
const close = { probability: 0.35, words: 0.6 };
/** Most words of a message that states a change; a longer one has several topics. */
const maxWords = 60;
/** Words that say that something changed. */
const change =
  /\b(?:now|no longer|any ?more|instead|from now on|as of|correction|changed|moved|replaced|upgraded|updated|switched|postponed|rescheduled|cancelled|canceled|renamed|chang(?:es|ing) to|moves? (?:to|from)|put off|put back|brought forward|cut to|raised to|up to|down to|swapped|stopped|quit|gave up|given up|dropped|new|the old one|not .{1,30} but)\b/i;

/** Options of {@link currentOf}. */
export interface CurrentOptions {
  readonly asked: readonly QueryWord[];
  readonly history: boolean;
  /**
   * All passages count as close, for questions in languages whose shared words say little. @default
   * false
   */
  readonly newestFirst?: boolean;
}

/**
 * The ranked passages that may be returned as the present, in the same order; all of them where
 * history is asked for.
 */
export function currentOf(
  ranked: readonly Ranked[],
  { asked, history, newestFirst = false }: CurrentOptions,
): Candidate[] {
  const compared = comparedWith(asked, ranked).map((one) => (newestFirst ? { ...one, isClose: true } : one));
  if (history) return compared.map((one) => ({ ...one, isEarlier: false }));
  const found = replacedStatements(ranked.map(({ passage }) => passage));
  const giving = compared.filter(({ passage }) => mayEnd(passage));
  const changes = compared.filter(({ isClose, passage }) => isClose && saysChange(passage));
  return compared
    .filter(({ passage }) => found.get(passage) !== "outdated")
    .map((one) => ({
      ...one,
      isEarlier:
        found.has(one.passage) ||
        changes.some((other) => overtakes(other, one)) ||
        giving.some((other) => ends(other.passage, one.passage)),
    }));
}

interface Compared extends Omit<Candidate, "isEarlier"> {
  /** Index words of the passage. */
  readonly words: ReadonlySet<string>;
  /** Words of the question that it contains. */
  readonly asked: readonly QueryWord[];
}

function comparedWith(question: readonly QueryWord[], ranked: readonly Ranked[]): Compared[] {
  const own = question.filter(({ weight }) => weight === 1);
  const compared = ranked.map(({ passage, probability }) => {
    const words = wordsOf(passage);
    return { passage, probability, words, asked: own.filter(({ word }) => words.has(word)) };
  });
  const most = Math.max(1, ...compared.map(({ asked }) => asked.length));
  const best = Math.max(0, ...ranked.map(({ probability }) => probability));
  return compared.map((one) => ({
    ...one,
    isClose: one.asked.length >= close.words * most || one.probability >= close.probability * best,
  }));
}

/**
 * A text of more words is a page: it is close only if it is likely to answer, as a page contains
 * many words.
 */
const pageWords = 150;

function wordsOf(passage: StoredPassage): ReadonlySet<string> {
  return passage.wordCount > pageWords ? noWords : analysisOf(passage).words;
}

const noWords: ReadonlySet<string> = new Set();

function saysChange({ text, wordCount }: StoredPassage): boolean {
  return wordCount <= maxWords && change.test(text);
}

/**
 * Whether a statement of a change came after one on the same topic, and from the same speaker where
 * the earlier one is about its speaker.
 */
function overtakes(later: Compared, one: Compared): boolean {
  if (!isBefore(one.passage, later.passage) || one.passage.wordCount > maxWords) return false;
  return sameSpeaker(one.passage, later.passage) && isSameMatter(one, later);
}

/**
 * Whether both contain a word of the question that is not a person, or a person and another word
 * that is not a cue of change.
 */
function isSameMatter(one: Compared, other: Compared): boolean {
  const both = one.asked.filter(({ word }) => other.words.has(word));
  if (both.some((asked) => !isPerson(asked))) return true;
  const speakers = indexWords(`${one.passage.speaker ?? ""} ${other.passage.speaker ?? ""}`);
  const beside = new Set([...both.map(({ word }) => word), ...speakers, ...cueWords]);
  if (both.length === 0) return false;
  const rest = [...one.words].filter((word) => !beside.has(word));
  const least = rest.length <= shortRest ? 1 : leastShared * rest.length;
  return rest.filter((word) => other.words.has(word)).length >= least;
}

/**
 * Share of the words of a statement about somebody that a later one must repeat to be on the same
 * topic. With up to `shortRest` words, one is enough. Our own choice: a long message shares a word
 * with most others.
 */
const leastShared = 0.25;
const shortRest = 8;

/** A name, or "mum": statements about a person have many topics. */
function isPerson({ word, name }: QueryWord): boolean {
  return name || isRelation(word);
}

/** Index words of cues of change: having one in common does not mean the same topic. */
const cueWords = indexWords(
  "now no longer anymore any more instead new old changed moved today still current actually",
);
