/**
 * Rank: which passages answer, best first, each with its estimated chance and the signals that gave it. Pure. The model is linear: every
 * feature counts for so much among people who chat, and for so much where an assistant writes pages; a conversation between the two is
 * judged between the two.
 */
import type { StoredPassage } from "../stores/store.js";
import { answerableFeatures } from "./answerable.js";
import { type Described, describe, type Features } from "./features.js";
import type { Pool } from "./gather.js";
import { answerable, calibration, type Weight, weights } from "./weights.js";

export interface Ranked {
  readonly passage: StoredPassage;
  /** Estimated chance that it answers, 0 to 1. */
  readonly chance: number;
  /** It shares something with the question, were it only through its neighbours: what does not is merely nearest. */
  readonly touches: boolean;
  /** What each signal gave to the decision, zero left out. */
  readonly signals: Readonly<Record<string, number>>;
}

export interface Ranking {
  /** Estimated chance that the pool holds an answer at all. */
  readonly answerable: number;
  /** Best first. */
  readonly ranked: readonly Ranked[];
}

interface Judged {
  readonly one: Described;
  readonly score: number;
  readonly signals: Record<string, number>;
}

/** Ranks the passages of a pool. */
export function rank(pool: Pool): Ranking {
  const { described, view } = describe(pool);
  const judged = described
    .map((one) => judge(one, view.pages))
    .sort((a, b) => b.score - a.score || a.one.passage.id - b.one.passage.id);
  const [best] = judged;
  if (best === undefined) return { answerable: 0, ranked: [] };
  const evidence = answerableFeatures(described, best.one, { view, score: best.score });
  const holdsAnswer = logistic(weighed(evidence));
  const ranked = judged.map(({ one, score, signals }) => ({
    passage: one.passage,
    touches: touches(one.features),
    chance: holdsAnswer * logistic(calibration.offset + calibration.slope * score),
    signals: { ...signals, answerable: holdsAnswer },
  }));
  return { answerable: holdsAnswer, ranked };
}

function judge(one: Described, pages: number): Judged {
  const signals: Record<string, number> = {};
  let score = 0;
  for (const [name, weight] of Object.entries(weights)) {
    const given = at(weight, pages) * (one.features[name] ?? 0);
    if (given === 0) continue;
    signals[name] = given;
    score += given;
  }
  return { one, score, signals };
}

/** Cosine from which two texts are about the same without a word in common: unrelated sentences of the bundled table lie below it. */
const sameSubject = 0.35;

function touches({
  near = 0,
  wider = 0,
  cosine = 0,
  subject = 0,
  ruleWanted = 0,
  during = 0,
}: Features): boolean {
  return near + wider + ruleWanted + during > 0 || Math.max(cosine, subject) >= sameSubject;
}

/** A weight for this kind of conversation: `pages` is 0 among people who chat, 1 where an assistant writes pages. */
function at({ chat, pages: written }: Weight, pages: number): number {
  return chat + pages * (written - chat);
}

function weighed(evidence: Features): number {
  return Object.entries(answerable.weights).reduce(
    (sum, [name, weight]) => sum + weight * (evidence[name] ?? 0),
    answerable.offset,
  );
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
