/**
 * Contrastive training of token rows. Their lengths are free, so that each token's weight is
 * trained with its direction; truncated vectors are trained as well (Matryoshka representation
 * learning: Kusupati et al., 2022).
 */
import type { Bags, BatchSource } from "./batches.js";
import { contrast, type Sides } from "./contrast.js";
import { RowAdam } from "./row-adam.js";

/** Options of {@link trainRows}. */
export interface TrainOptions {
  readonly dimensions: number;
  readonly steps: number;
  /** Pairs per step; each is contrasted with all others of its step. */
  readonly batchSize: number;
  readonly report: (line: string) => void;
}

/** The hyperparameters of the bundled table, with the learning rate schedule below. */
const temperature = 0.05;
const highestRate = 3e-3;
const warmUpSteps = 100;
const lowestRateShare = 0.02;
const shorterWeight = 0.5;
const reportEvery = 100;

/** Trains in place. */
export function trainRows(rows: Float32Array, source: BatchSource, options: TrainOptions): void {
  const adam = new RowAdam(rows, options.dimensions);
  let lossSum = 0;
  for (let step = 0; step < options.steps; step++) {
    const { left, right } = source.next(options.batchSize);
    const shape = { size: options.batchSize, stride: options.dimensions };
    const sides = { left: sumRows(rows, left, shape), right: sumRows(rows, right, shape), ...shape };
    const gradient = { left: emptySide(shape), right: emptySide(shape), ...shape };
    lossSum += contrast(sides, gradient, { dimensions: options.dimensions, temperature, weight: 1 });
    const shorter = options.dimensions / (step % 2 === 0 ? 4 : 2);
    contrast(sides, gradient, { dimensions: shorter, temperature, weight: shorterWeight });
    moveRows(adam, [left, right], gradient, rateAt(step, options.steps));
    if ((step + 1) % reportEvery !== 0) continue;
    options.report(`step ${step + 1} of ${options.steps}: loss ${(lossSum / reportEvery).toFixed(3)}`);
    lossSum = 0;
  }
}

interface SideShape {
  readonly size: number;
  readonly stride: number;
}

function emptySide({ size, stride }: SideShape): Float32Array {
  return new Float32Array(size * stride);
}

function sumRows(rows: Float32Array, bags: Bags, shape: SideShape): Float32Array {
  const sums = emptySide(shape);
  eachToken(bags, (text, token) => {
    addRow(sums, text, rows, token, shape.stride);
  });
  return sums;
}

/**
 * The gradient of a token's row is the sum of the gradients of the texts that contain it, once for
 * each occurrence.
 */
function moveRows(adam: RowAdam, [left, right]: readonly [Bags, Bags], gradient: Sides, rate: number): void {
  const { stride } = gradient;
  const order = new Map<number, number>();
  for (const token of [...left.tokens, ...right.tokens]) if (!order.has(token)) order.set(token, order.size);
  const slopes = new Float32Array(order.size * stride);
  eachToken(left, (text, token) => {
    addRow(slopes, order.get(token)!, gradient.left, text, stride);
  });
  eachToken(right, (text, token) => {
    addRow(slopes, order.get(token)!, gradient.right, text, stride);
  });
  for (const [token, row] of order) adam.step(token, slopes.subarray(row * stride, (row + 1) * stride), rate);
}

/** Learning rate schedule: linear warm-up, then cosine decay. */
function rateAt(step: number, steps: number): number {
  const warmUp = Math.min(1, (step + 1) / Math.min(warmUpSteps, steps));
  return highestRate * warmUp * Math.max(lowestRateShare, 0.5 * (1 + Math.cos((Math.PI * step) / steps)));
}

function eachToken(bags: Bags, visit: (text: number, token: number) => void): void {
  for (let text = 0; text + 1 < bags.starts.length; text++)
    for (let at = bags.starts[text]!; at < bags.starts[text + 1]!; at++) visit(text, bags.tokens[at]!);
}

function addRow(
  target: Float32Array,
  targetRow: number,
  source: Float32Array,
  sourceRow: number,
  stride: number,
) {
  const to = targetRow * stride;
  const from = sourceRow * stride;
  for (let at = 0; at < stride; at++) target[to + at]! += source[from + at]!;
}
