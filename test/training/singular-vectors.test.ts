import { describe, expect, it } from "vitest";
import type { SparseMatrix } from "../../training/embedder/co-occurrence.js";
import { eigenOfSymmetric } from "../../training/embedder/matrix.js";
import { Random } from "../../training/embedder/random.js";
import { singularVectors } from "../../training/embedder/singular-vectors.js";

/** `rows[r][c]`, zeros left out. */
function sparse(rows: readonly (readonly number[])[]): SparseMatrix {
  const entries = rows.flatMap((row, at) =>
    row.map((value, column) => ({ at, column, value })).filter(({ value }) => value !== 0),
  );
  const rowStarts = Int32Array.from(
    { length: rows.length + 1 },
    (_, row) => entries.filter(({ at }) => at < row).length,
  );
  const columns = Int32Array.from(entries, ({ column }) => column);
  return { size: rows.length, rowStarts, columns, values: Float32Array.from(entries, ({ value }) => value) };
}

describe("singularVectors", () => {
  it("singularVectors() of a symmetric matrix multiply back to it", () => {
    const rows = [
      [4, 1, 0, 0],
      [1, 3, 0, 0],
      [0, 0, 5, 2],
      [0, 0, 2, 6],
    ];
    const { values, columns } = singularVectors(sparse(rows), 4, new Random(1));
    const product = rows.map((_, row) =>
      rows.map((_, other) => {
        const [one, two] = [row, other].map((at) => values.subarray(at * columns, (at + 1) * columns));
        return Number(one!.reduce((sum, value, at) => sum + value * two![at]!, 0).toFixed(6)) + 0;
      }),
    );
    expect(product).toEqual(rows);
  });

  it("singularVectors() beyond the matrix's rank are zero", () => {
    const { values } = singularVectors(
      sparse([
        [2, 2],
        [2, 2],
      ]),
      2,
      new Random(1),
    );
    expect(Math.abs(values[0]!)).toBeCloseTo(Math.SQRT2, 6);
    expect(Math.hypot(values[1]!, values[3]!)).toBeLessThan(1e-3);
  });
});

describe("eigenOfSymmetric", () => {
  it("eigenOfSymmetric() gives values from the largest, each with its vector", () => {
    const { values, vectors } = eigenOfSymmetric({
      rows: 2,
      columns: 2,
      values: Float64Array.from([2, 1, 1, 2]),
    });
    expect([...values].map((value) => Number(value.toFixed(9)))).toEqual([3, 1]);
    expect(Math.abs(vectors.values[0]! / vectors.values[2]!)).toBeCloseTo(1, 9);
    expect(vectors.values[1]! / vectors.values[3]!).toBeCloseTo(-1, 9);
  });
});
