/**
 * The limit of a plain loop: every vector in one typed array, every product computed. It stores
 * nothing.
 */

import { nearestExactly } from "../nearest-exactly.js";
import type { Peer } from "../peer.js";

/** The plain loop. */
export const exact: Peer = {
  name: "exact scan",
  searches: "exact, float32 in one typed array",
  durable: false,
  async open({ dimensions }) {
    let vectors = new Float32Array(dimensions * 1024);
    let count = 0;
    const keep = (vector: Float32Array) => {
      if ((count + 1) * dimensions > vectors.length) {
        const larger = new Float32Array(vectors.length * 2);
        larger.set(vectors);
        vectors = larger;
      }
      vectors.set(vector, count * dimensions);
      count += 1;
    };
    return {
      async fill(items) {
        for (const { vector } of items) keep(vector);
      },
      async add({ vector }) {
        keep(vector);
      },
      async search({ vector }, k) {
        return nearestExactly(vectors.subarray(0, count * dimensions), vector, k);
      },
      async close() {},
    };
  },
};
