/**
 * Rank: which passages answer, best first, each with its estimated chance and the signals that gave it. Pure. The model is linear: every
 * feature counts for so much among people who chat, and for so much where an assistant writes pages; a conversation between the two is
 * judged between the two.
 */
import type { StoredPassage } from "../stores/store.js";
import { describe, type Features } from "./features.js";
import type { Pool } from "./gather.js";
import { calibration, intercept, type Weight, weights } from "./weights.js";

export interface Ranked {
  readonly passage: StoredPassage;
  /** Estimated chance that it answers, 0 to 1. */
  readonly chance: number;
  /** What each signal gave to the decision, zero left out. */
  readonly signals: Readonly<Record<string, number>>;
}

/** Passages of a pool, best first. */
export function rank(pool: Pool): Ranked[] {
  const { described, pages } = describe(pool);
  const judged = described.map(({ passage, features }) => judge(passage, features, pages));
  return judged.sort((a, b) => b.chance - a.chance || a.passage.id - b.passage.id);
}

function judge(passage: StoredPassage, features: Features, pages: number): Ranked {
  const signals: Record<string, number> = {};
  let score = at(intercept, pages);
  for (const [name, weight] of Object.entries(weights)) {
    const given = at(weight, pages) * (features[name] ?? 0);
    if (given === 0) continue;
    signals[name] = given;
    score += given;
  }
  return { passage, chance: logistic(calibration.offset + calibration.slope * score), signals };
}

/** A weight for this kind of conversation: `pages` is 0 among people who chat, 1 where an assistant writes pages. */
function at({ chat, pages: written }: Weight, pages: number): number {
  return chat + pages * (written - chat);
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
