/**
 * Currency: which of the ranked passages speak of the matter that is asked about, and which of those a later
 * statement overtakes. Pure. Nothing is decided for good here: what is overtaken is returned after what overtakes
 * it and marked as earlier, and only what a later statement replaces word for word is left to history.
 */

import type { StoredPassage } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import type { QueryWord } from "../question/interpret.js";
import { analysisOf } from "../question/passage-analysis.js";
import { isRelation } from "../question/people-words.js";
import { isBefore } from "../ranking/disagree.js";
import { ends, mayEnd } from "../ranking/later-endings.js";
import type { Ranked } from "../ranking/rank.js";
import { replacedStatements, sameSpeaker } from "./replaced-statements.js";

/** A passage that may be returned. */
export interface Candidate extends Pick<Ranked, "passage" | "probability"> {
  /** It speaks of the matter as much as the best does, or is about as likely to answer. */
  readonly isClose: boolean;
  /** A later one says otherwise. */
  readonly isEarlier: boolean;
}

/**
 * Share of the best probability, and of the words that the best shares with the question, from which a passage is close.
 * Chosen on the development half of `bench:trust`; the half kept apart shows what they are worth elsewhere.
 */
const close = { probability: 0.35, words: 0.6 };
/** Words of a message that says what changed; a longer one speaks of many things. */
const maxWords = 60;
/** Words that say that something is otherwise than it was. */
const change =
  /\b(?:now|no longer|any ?more|instead|from now on|as of|correction|changed|moved|replaced|upgraded|updated|switched|postponed|rescheduled|cancelled|canceled|renamed|chang(?:es|ing) to|moves? (?:to|from)|put off|put back|brought forward|cut to|raised to|up to|down to|swapped|stopped|quit|gave up|given up|dropped|new|the old one|not .{1,30} but)\b/i;

export interface CurrentOptions {
  readonly asked: readonly QueryWord[];
  readonly history: boolean;
  /** All of them are close: the words that they share with the question do not tell. @default false */
  readonly newestFirst?: boolean;
}

/** What of the ranked passages may be returned as the present, in the same order; all of it where history is asked for. */
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
  /** Words of the question that it says. */
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

/** Words of a page: it is close where it is likely to answer, not where it says some words. */
const pageWords = 150;

function wordsOf(passage: StoredPassage): ReadonlySet<string> {
  return passage.wordCount > pageWords ? noWords : analysisOf(passage).words;
}

const noWords: ReadonlySet<string> = new Set();

function saysChange({ text, wordCount }: StoredPassage): boolean {
  return wordCount <= maxWords && change.test(text);
}

/** Whether a statement of a change came after one on the same matter, in the same voice where it speaks of who says it. */
function overtakes(later: Compared, one: Compared): boolean {
  if (!isBefore(one.passage, later.passage) || one.passage.wordCount > maxWords) return false;
  return sameSpeaker(one.passage, later.passage) && isSameMatter(one, later);
}

/** Both say a word of the question that is no person, or a person of it and some other word that says more than that something changed. */
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
 * Share of what a statement about somebody says that a later one must take up to be of the same matter, and words up to which one in common will do. Our own choice:
 * a long message shares a word with most.
 */
const leastShared = 0.25;
const shortRest = 8;

/** A name, or "mum": what is said of somebody is of many matters. */
function isPerson({ word, name }: QueryWord): boolean {
  return name || isRelation(word);
}

/** Index words of cues of change: two statements that both have one need not be of the same matter. */
const cueWords = indexWords(
  "now no longer anymore any more instead new old changed moved today still current actually",
);
