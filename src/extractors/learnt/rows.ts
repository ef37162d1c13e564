/** Sums of rows of the model's tables, element by element. */
import type { Int8Table } from "./model-file.js";

/**
 * sum += row / among. It adds four numbers per step, which takes half the time; all rows are
 * multiples of four.
 */
export function addRow(
  sum: Float32Array,
  { columns, scales, rows }: Int8Table,
  row: number,
  among: number,
): void {
  const scale = scales[row]! / among;
  for (let at = 0, from = row * columns; at < columns; at += 4, from += 4) {
    sum[at] = sum[at]! + scale * rows[from]!;
    sum[at + 1] = sum[at + 1]! + scale * rows[from + 1]!;
    sum[at + 2] = sum[at + 2]! + scale * rows[from + 2]!;
    sum[at + 3] = sum[at + 3]! + scale * rows[from + 3]!;
  }
}

/** All rows of a small table, multiplied by their scales, which is exact in 64 bits. */
export function scaledRows({ columns, scales, rows }: Int8Table): Float64Array {
  return Float64Array.from(rows, (value, at) => value * scales[Math.floor(at / columns)]!);
}

/**
 * The greater of a number and 0, exactly, without a branch: the signs of states are random, and a
 * wrongly predicted branch takes ten times as long as the sum.
 */
export function rectify(value: number): number {
  return (value + Math.abs(value)) / 2;
}
