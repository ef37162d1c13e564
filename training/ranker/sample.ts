/** Samples a list deterministically. */

/** Seed of the sample, an arbitrary number. */
const seed = 20261122;

/** Returns at most `count` elements of a list, in their order. */
export function sampled<One>(list: readonly One[], count: number): readonly One[] {
  if (list.length <= count) return list;
  const draw = mulberry32(seed);
  const drawn = list.map((one, place) => ({ place, one, at: draw() })).sort((a, b) => a.at - b.at);
  return drawn
    .slice(0, count)
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** Mulberry32 (Ettinger, 2017): pseudorandom numbers from 0 to 1. */
function mulberry32(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
