/**
 * Currency: which ranked passages are on the topic of the question, and which of those a later
 * statement replaces. Pure. A replaced passage is returned after the later one and marked as
 * earlier. Only a statement that a later one repeats with another value is left out.
 */

import type { StoredPassage } from "../../stores/store.js";
import type { Ask } from "../question/asks.js";
import type { QueryWord } from "../question/interpret.js";
import {
  hasAskedValue,
  isOfSpeaker,
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
import { isBefore } from "../ranking/disagree.js";
import { ends, mayEnd } from "../ranking/later-endings.js";
import type { Ranked } from "../ranking/rank.js";
import { noRenewals, type Renews } from "../ranking/renewals/renews.js";
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
  /** Later statements add to the answer and replace nothing in it. @default false */
  readonly onlyGrows?: boolean;
  /** The kinds of answers that the question asks for. @default none */
  readonly asks?: ReadonlySet<Ask>;
  /**
   * All passages count as close, for questions in languages whose shared words say little. @default
   * false
   */
  readonly newestFirst?: boolean;
  /** Which passages a later one renews. @default none */
  readonly renews?: Renews | undefined;
  /**
   * Numbers of passages that are only shown beside the answers, because they were said later. They
   * replace nothing: "My sister's physiotherapist is now Hamid." @default none
   */
  readonly since?: ReadonlySet<number>;
}

/**
 * The ranked passages that may be returned as the present, in the same order; all of them if
 * history is asked for.
 */
export function currentOf(ranked: readonly Ranked[], options: CurrentOptions): Candidate[] {
  const { asked, history, onlyGrows = false, newestFirst = false, since = none } = options;
  const compared = comparedWith(asked, ranked, newestFirst);
  if (history || onlyGrows) return compared.map((one) => ({ isEarlier: false, ...one }));
  const answers = compared.filter(({ passage }) => !since.has(passage.id));
  const found = replacedStatements(answers.map(({ passage }) => passage));
  const { isClose, ...others } = changesAmong(answers, options);
  const isLater = laterThan(compared);
  const changes: Changes = { ...others, isClose: (one) => isLater(one) || isClose(one) };
  return compared
    .filter(({ passage }) => found.get(passage) !== "outdated")
    .map((one) => new ComparedCandidate(one, changes, found.has(one.passage)));
}

const none: ReadonlySet<number> = new Set();

type Test = (one: Compared) => boolean;
type Changes = Readonly<Record<"isClose" | "isEarlier" | "isRenewing", Test>>;

/**
 * A candidate whose properties are computed when they are read: most answers are full before their
 * last candidates.
 */
class ComparedCandidate implements Candidate {
  readonly passage: StoredPassage;
  readonly probability: number;
  readonly #one: Compared;
  readonly #changes: Changes;
  readonly #isReplaced: boolean;

  constructor(one: Compared, changes: Changes, isReplaced: boolean) {
    this.passage = one.passage;
    this.probability = one.probability;
    this.#one = one;
    this.#changes = changes;
    this.#isReplaced = isReplaced;
  }

  get isClose(): boolean {
    return this.#one.isClose || this.#changes.isClose(this.#one);
  }

  get isEarlier(): boolean {
    return this.#isReplaced || this.#changes.isEarlier(this.#one);
  }

  get isRenewing(): boolean {
    return this.#changes.isRenewing(this.#one);
  }
}

/**
 * Returns the test for a passage that the speaker of the best one said later, with at least half of
 * its words of the question, people aside: it may say what is true now. "The gate has been set to
 * 1588" after "The combination of the gate is 1066" gives no other sign of a change.
 */
function laterThan(compared: readonly Compared[]): Test {
  const [best] = compared;
  const topic = best?.asked.filter((asked) => !isPerson(asked)) ?? [];
  if (best === undefined || topic.length === 0) return () => false;
  return (one) =>
    isBefore(best.passage, one.passage) &&
    isOfSpeaker(one.passage, best.passage) &&
    topic.filter((asked) => one.asked.includes(asked)).length >= topic.length / 2;
}

/** Tests for passages that change, or are changed by, others of those compared. */
function changesAmong(
  compared: readonly Compared[],
  { asked, asks = noAsks, newestFirst = false, renews = noRenewals }: CurrentOptions,
): Changes {
  const giving = compared.filter(({ passage }) => mayEnd(passage));
  const stating = compared.filter(({ passage }) => statesChange(passage));
  const changes = stating.filter(({ isClose, asked }) => isClose || asked.some((word) => !isPerson(word)));
  const isTheme = themesAmong(compared);
  const changing = (other: Compared, one: Compared) =>
    (overtakes(other, one, isTheme) || (newestFirst && sharesNouns(other, one))) &&
    hasAskedValue(other, one, asks);
  const measures = asks.has("count");
  const measured = { asks, topicWords: asked.filter(({ weight }) => weight === 1).length };
  const measuring = (other: Compared, one: Compared) => measuresAgain(other, one, measured);
  const moving = asks.has("time") ? stating : [];
  const restating = measures || asks.has("time") ? compared.filter(mayRestate) : [];
  const closest = compared.filter(({ isClose }) => isClose);
  const renewals = renewalsAmong(compared, renews);
  return {
    isClose: (one) => changes.includes(one) && closest.some((other) => changing(one, other)),
    isEarlier: (one) =>
      changes.some((other) => changing(other, one)) ||
      moving.some((other) => movesTime(other, one, asks)) ||
      restating.some((other) => restatesValue(other, one, asks)) ||
      (measures && compared.some((other) => measuring(other, one))) ||
      giving.some((other) => ends(other.passage, one.passage)) ||
      (one.isClose &&
        renewals.some(({ later, isRenewed }) => isBefore(one.passage, later) && isRenewed(one.passage))),
    isRenewing: (one) => {
      if (!stating.includes(one)) return false;
      const isRenewed = renews(one.passage);
      return compared.some(
        (other) =>
          (changes.includes(one) && changing(one, other)) ||
          isRenewed?.(other.passage) ||
          (measures && measuring(one, other)),
      );
    },
  };
}

/** The passages that renew others, with their tests. */
function renewalsAmong(compared: readonly Compared[], renews: Renews) {
  if (renews === noRenewals) return [];
  return compared.flatMap(({ passage }) => {
    const isRenewed = renews(passage);
    return isRenewed === undefined ? [] : [{ later: passage, isRenewed }];
  });
}

const noAsks: ReadonlySet<Ask> = new Set();

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
