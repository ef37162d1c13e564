/**
 * Currency: which ranked passages are on the topic of the question, and which of those a later
 * statement replaces. Pure. A replaced passage is returned after the later one and marked as
 * earlier. Only a statement that a later one repeats with another value is left out.
 */

import type { Ask } from "../question/asks.js";
import type { QueryWord } from "../question/interpret.js";
import {
  hasAskedValue,
  isPerson,
  mayRestate,
  measuresAgain,
  movesTime,
  type OnTopic,
  onTopic,
  overtakes,
  restatesValue,
  sharesNouns,
  statesChange,
  themesAmong,
} from "../ranking/changes.js";
import { chosenShare } from "../ranking/chosen-share.js";
import { ends, mayEnd } from "../ranking/later-endings.js";
import type { Ranked } from "../ranking/rank.js";
import type { Renews } from "../ranking/renewals/renewals.js";
import { replacedStatements } from "./replaced-statements.js";

/** A passage that may be returned. */
export interface Candidate extends Pick<Ranked, "passage" | "probability"> {
  /**
   * It shares about as many words with the question as the best one, or is about as likely to
   * answer.
   */
  readonly isClose: boolean;
  /** A later passage contradicts it. */
  readonly isEarlier: boolean;
  /** It contradicts an earlier passage. @default false */
  readonly isRenewing?: boolean;
}

/**
 * A passage is close if it reaches one of these shares: of the best probability, or of the words
 * that the best passage has in common with the question. Chosen on the development half of
 * `bench:trust`; its other half measures them.
 */
const close = { probability: chosenShare(0.35), words: 0.6 };
/** Options of {@link currentOf}. */
export interface CurrentOptions {
  readonly asked: readonly QueryWord[];
  readonly history: boolean;
  /** The kinds of answers that the question asks for. @default none */
  readonly asks?: ReadonlySet<Ask>;
  /**
   * All passages count as close, for questions in languages whose shared words say little. @default
   * false
   */
  readonly newestFirst?: boolean;
  /** Whether a later passage renews an earlier one. @default never */
  readonly renews?: Renews | undefined;
}

/**
 * The ranked passages that may be returned as the present, in the same order; all of them if
 * history is asked for.
 */
export function currentOf(
  ranked: readonly Ranked[],
  { asked, history, asks = noAsks, newestFirst = false, renews = never }: CurrentOptions,
): Candidate[] {
  const compared = comparedWith(asked, ranked, newestFirst);
  if (history) return compared.map((one) => ({ ...one, isEarlier: false }));
  const found = replacedStatements(ranked.map(({ passage }) => passage));
  const giving = compared.filter(({ passage }) => mayEnd(passage));
  const stating = compared.filter(({ passage }) => statesChange(passage));
  const changes = stating.filter(({ isClose, asked }) => isClose || asked.some((word) => !isPerson(word)));
  const isTheme = themesAmong(compared);
  const changing = (other: Compared, one: Compared) =>
    (overtakes(other, one, isTheme) || (newestFirst && sharesNouns(other, one))) &&
    hasAskedValue(other, one, asks);
  const measures = asks.has("count");
  const moving = asks.has("time") ? stating : [];
  const restating = measures || asks.has("time") ? compared.filter(mayRestate) : [];
  const measured = { asks, topicWords: asked.filter(({ weight }) => weight === 1).length };
  const closest = compared.filter(({ isClose }) => isClose);
  return compared
    .filter(({ passage }) => found.get(passage) !== "outdated")
    .map((one) => ({
      passage: one.passage,
      probability: one.probability,
      // Both are computed when they are read: most answers are full before their last candidates.
      get isClose() {
        return one.isClose || (changes.includes(one) && closest.some((other) => changing(one, other)));
      },
      get isEarlier() {
        return (
          found.has(one.passage) ||
          changes.some((other) => changing(other, one)) ||
          moving.some((other) => movesTime(other, one, asks)) ||
          restating.some((other) => restatesValue(other, one, asks)) ||
          (measures && compared.some((other) => measuresAgain(other, one, measured))) ||
          giving.some((other) => ends(other.passage, one.passage)) ||
          (one.isClose && compared.some((other) => renews(other.passage, one.passage)))
        );
      },
      get isRenewing() {
        if (!stating.includes(one)) return false;
        return compared.some(
          (other) =>
            (changes.includes(one) && changing(one, other)) ||
            renews(one.passage, other.passage) ||
            (measures && measuresAgain(one, other, measured)),
        );
      },
    }));
}

const noAsks: ReadonlySet<Ask> = new Set();
const never: Renews = () => false;

interface Compared extends Omit<Candidate, "isEarlier" | "isRenewing">, OnTopic {}

function comparedWith(
  question: readonly QueryWord[],
  ranked: readonly Ranked[],
  allClose: boolean,
): Compared[] {
  const topics = ranked.map(({ passage }) => onTopic(question, passage));
  const most = Math.max(1, ...topics.map(({ asked }) => asked.length));
  const best = Math.max(0, ...ranked.map(({ probability }) => probability));
  return topics.map(({ passage, words, asked }, at) => {
    const { probability } = ranked[at]!;
    const isNear = asked.length >= close.words * most || probability >= close.probability * best;
    return { passage, words, asked, probability, isClose: allClose || isNear };
  });
}
