/** How a cost grows with a store: a fixed part, and a part per million records. */
export interface Law {
  readonly fixed: number;
  readonly per_million: number;
}

/**
 * The straight line with the least sum of squared relative errors, so that small stores count as
 * much as large ones. A part that would be negative is left out. `undefined` for fewer than two
 * sizes.
 */
export function lawOf(points: readonly { readonly x: number; readonly y: number }[]): Law | undefined {
  if (points.length < 2) return undefined;
  const rows = points.map(({ x, y }) => ({ one: 1 / y, size: x / 1e6 / y }));
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [aa, ab, bb] = [
    sum(({ one }) => one * one),
    sum(({ one, size }) => one * size),
    sum(({ size }) => size * size),
  ];
  const [a, b] = [sum(({ one }) => one), sum(({ size }) => size)];
  const determinant = aa * bb - ab * ab;
  const [fixed, perMillion] = [(a * bb - b * ab) / determinant, (b * aa - a * ab) / determinant];
  if (fixed < 0) return { fixed: 0, per_million: b / bb };
  if (perMillion < 0) return { fixed: a / aa, per_million: 0 };
  return { fixed, per_million: perMillion };
}
