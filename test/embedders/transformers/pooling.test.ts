import { describe, expect, it } from "vitest";
import { layerNormalised, pool, type TokenVectors } from "../../../src/embedders/transformers/pooling.js";

/**
 * Two texts of three tokens, two dimensions: the first padded on the right, the second on the left.
 */
const batch: TokenVectors = {
  vectors: Float32Array.of(1, 2, 3, 4, 99, 99, 99, 99, 5, 6, 7, 10),
  mask: BigInt64Array.of(1n, 1n, 0n, 0n, 1n, 1n),
  texts: 2,
  tokens: 3,
  dimensions: 2,
};
const plain = (vectors: readonly Float32Array[]) => vectors.map((vector) => [...vector]);

describe("pool", () => {
  it("ignores padding on either side", () => {
    expect(plain(pool(batch, "mean"))).toEqual([
      [2, 3],
      [6, 8],
    ]);
    expect(plain(pool(batch, "cls"))).toEqual([
      [1, 2],
      [5, 6],
    ]);
    expect(plain(pool(batch, "last_token"))).toEqual([
      [3, 4],
      [7, 10],
    ]);
  });

  it("returns zeros for a text without tokens", () => {
    const empty = { ...batch, mask: [0, 0, 0, 1, 1, 1] };
    for (const pooling of ["mean", "cls", "last_token"] as const)
      expect(plain(pool(empty, pooling))[0]).toEqual([0, 0]);
  });
});

describe("layerNormalised", () => {
  it("returns components of mean 0 and deviation 1", () => {
    expect([...layerNormalised(Float32Array.of(1, 3))].map((value) => value.toFixed(3))).toEqual([
      "-1.000",
      "1.000",
    ]);
  });

  it("returns zeros if all components are equal", () => {
    expect([...layerNormalised(Float32Array.of(4, 4, 4))]).toEqual([0, 0, 0]);
  });
});
