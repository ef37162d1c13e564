/**
 * Rank: which passages answer, best first, each with its estimated chance and the signals that gave it. Pure. The model is linear: every
 * feature counts for so much among people who chat, and for so much where an assistant writes pages; a conversation between the two is
 * judged between the two.
 */
import type { StoredPassage } from "../stores/store.js";
import { answerableFeatures } from "./answerable.js";
import { type Described, describe, type Features, nameSignals } from "./features.js";
import type { Pool } from "./gather.js";
import { answerable, calibration, type Weight, weights } from "./weights.js";

export interface Ranked {
  readonly passage: StoredPassage;
  /** Estimated chance that it answers, 0 to 1. */
  readonly chance: number;
  /** It shares something with the question, were it only through its neighbours: what does not is merely nearest. */
  readonly touches: boolean;
  /** What each signal gave to the decision, zero left out. */
  readonly signals: () => Readonly<Record<string, number>>;
}

export interface Ranking {
  /** Estimated chance that the pool holds an answer at all. */
  readonly answerable: number;
  /** Best first. */
  readonly ranked: readonly Ranked[];
}

/** Ranks the passages of a pool. */
export function rank(pool: Pool): Ranking {
  const { described, view } = describe(pool);
  if (described.length === 0) return { answerable: 0, ranked: [] };
  const { names } = described[0]!;
  const model = weightsFor(names, view.pages);
  const all = scored(described, model);
  const nameless = scored(
    described,
    model.map((weight, column) => (nameSignals.includes(names[column]!) ? 0 : weight)),
  );
  const holdsAnswer = logistic(weighed(answerableFeatures(described, view, { all, nameless })));
  const ranked = described
    .map((one, place) => ({ one, score: all[place]! }))
    .sort((a, b) => b.score - a.score || a.one.passage.id - b.one.passage.id)
    .map(({ one, score }) => ({
      passage: one.passage,
      touches: touches(one),
      chance: holdsAnswer * logistic(calibration.offset + calibration.slope * score),
      signals: () => ({ ...given(one, model), answerable: holdsAnswer }),
    }));
  return { answerable: holdsAnswer, ranked };
}

/** The model's weights in the order of the features: `pages` is 0 among people who chat, 1 where an assistant writes pages. */
function weightsFor(names: readonly string[], pages: number): Float64Array {
  const none: Weight = { chat: 0, pages: 0 };
  return Float64Array.from(names, (name) => {
    const { chat, pages: written } = weights[name] ?? none;
    return chat + pages * (written - chat);
  });
}

function scored(described: readonly Described[], model: Float64Array): Float64Array {
  return Float64Array.from(described, ({ values }) => dot(values, model));
}

function dot(values: Float64Array, model: Float64Array): number {
  let sum = 0;
  for (let column = 0; column < values.length; column += 1) sum += values[column]! * model[column]!;
  return sum;
}

function given({ names, values }: Described, model: Float64Array): Record<string, number> {
  const contributions = names.map((name, column) => [name, values[column]! * model[column]!] as const);
  return Object.fromEntries(contributions.filter(([, contribution]) => contribution !== 0));
}

/** Cosine from which two texts are about the same without a word in common: unrelated sentences of the bundled table lie below it. */
const sameSubject = 0.35;

function touches(one: Described): boolean {
  const shared = ["near", "wider", "ruleWanted", "during"].some((name) => one.of(name) > 0);
  return shared || Math.max(one.of("cosine"), one.of("subject")) >= sameSubject;
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
