/** Median and 95th percentile of calls, in milliseconds. */
export interface Percentiles {
  readonly calls: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
}

/** Computes both percentiles of times in milliseconds. */
export function percentiles(times: readonly number[]): Percentiles {
  return { calls: times.length, p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95) };
}

/**
 * The nearest rank: the smallest value that at least `share` of all values do not exceed. `NaN` for
 * no values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
