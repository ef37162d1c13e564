/**
 * Logistic regression with L2 regularisation over sparse binary features, by L-BFGS (Nocedal and
 * Wright, Numerical Optimization, chapter 7). Deterministic.
 */
import type { Regression } from "../../src/extractors/learnt/rule-weights.js";
import { featureNorm, rowOf } from "../../src/extractors/rules/recognised/rule-model.js";

/** A sentence as the trainer reads it. */
export interface Example {
  /** Rows of the weights, with the sign of the value in `signs`. */
  readonly rows: Int32Array;
  readonly signs: Int8Array;
  /** All its values have this size. */
  readonly size: number;
  readonly holds: boolean;
  readonly weight: number;
}

/** Makes an example from hashed features. */
export function exampleOf(
  features: ReadonlySet<number>,
  rows: number,
  label: Pick<Example, "holds" | "weight">,
): Example {
  const placed = [...features].map((feature) => rowOf(feature, rows));
  return {
    rows: Int32Array.from(placed, ({ row }) => row),
    signs: Int8Array.from(placed, ({ sign }) => sign),
    size: featureNorm / Math.sqrt(Math.max(1, features.size)),
    ...label,
  };
}

/** What {@link fitSparse} takes. */
export interface FitOptions {
  readonly rows: number;
  /** How much the examples count against the size of the weights. */
  readonly cost: number;
}

const rounds = 120;
const remembered = 8;

/** Fits weights; the last one is the offset. */
export function fitSparse(examples: readonly Example[], { rows, cost }: FitOptions): Float64Array {
  const weights = new Float64Array(rows + 1);
  const steps: { readonly moved: Float64Array; readonly turned: Float64Array }[] = [];
  let { loss, gradient } = lossOf(weights, examples, cost);
  for (let round = 0; round < rounds; round += 1) {
    const direction = directionOf(gradient, steps);
    const slope = dot(gradient, direction);
    let length = steps.length === 0 ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1;
    let next = moved(weights, direction, length);
    let reached = lossOf(next, examples, cost);
    while (reached.loss > loss + 1e-4 * length * slope && length > 1e-8) {
      length /= 2;
      next = moved(weights, direction, length);
      reached = lossOf(next, examples, cost);
    }
    const gained = loss - reached.loss;
    steps.push({ moved: difference(next, weights), turned: difference(reached.gradient, gradient) });
    if (steps.length > remembered) steps.shift();
    weights.set(next);
    ({ loss, gradient } = reached);
    if (gained < 1e-6 * loss) break;
  }
  return weights;
}

/** Rounds fitted weights to int8. */
export function quantised(weights: Float64Array): Regression {
  const offset = weights.at(-1)!;
  const table = weights.subarray(0, -1);
  const step = table.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9) / 127;
  return { offset, step, weights: Int8Array.from(table, (weight) => Math.round(weight / step)) };
}

function lossOf(weights: Float64Array, examples: readonly Example[], cost: number) {
  const gradient = weights.slice();
  const offsetAt = weights.length - 1;
  gradient[offsetAt] = 0;
  let loss = 0;
  for (let at = 0; at < offsetAt; at += 1) loss += 0.5 * weights[at]! * weights[at]!;
  for (const { rows, signs, size, holds, weight } of examples) {
    let sum = 0;
    for (let at = 0; at < rows.length; at += 1) sum += signs[at]! * weights[rows[at]!]!;
    const margin = (weights[offsetAt]! + size * sum) * (holds ? 1 : -1);
    loss +=
      cost * weight * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin);
    const error = (cost * weight * (holds ? -1 : 1)) / (1 + Math.exp(margin));
    gradient[offsetAt]! += error;
    for (let at = 0; at < rows.length; at += 1) gradient[rows[at]!]! += error * size * signs[at]!;
  }
  return { loss, gradient };
}

function directionOf(
  gradient: Float64Array,
  steps: readonly { readonly moved: Float64Array; readonly turned: Float64Array }[],
): Float64Array {
  const direction = gradient.map((value) => -value);
  const parts: number[] = [];
  for (const { moved: step, turned } of steps.toReversed()) {
    const part = dot(step, direction) / dot(step, turned);
    parts.unshift(part);
    add(direction, turned, -part);
  }
  const last = steps.at(-1);
  if (last !== undefined) {
    const scale = dot(last.moved, last.turned) / dot(last.turned, last.turned);
    for (let at = 0; at < direction.length; at += 1) direction[at]! *= scale;
  }
  for (const [index, { moved: step, turned }] of steps.entries())
    add(direction, step, parts[index]! - dot(turned, direction) / dot(step, turned));
  return direction;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * other[at]!;
  return sum;
}

function add(target: Float64Array, values: Float64Array, times: number): void {
  for (let at = 0; at < target.length; at += 1) target[at]! += times * values[at]!;
}

function moved(from: Float64Array, direction: Float64Array, length: number): Float64Array {
  return from.map((value, at) => value + length * direction[at]!);
}

function difference(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((value, at) => value - other[at]!);
}
