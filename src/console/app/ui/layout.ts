/**
 * Places the nodes of a small graph: linked ones near each other, all others apart. Deterministic.
 */

/** Where a node is, from 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

const rounds = 240;
/** How strongly nodes push each other away, and links pull, for an area of 1. */
const push = 0.004;
const pull = 0.06;
/** How strongly everything is drawn to the middle, so that parts without links stay in sight. */
const gravity = 0.02;

/** Places `nodes` nodes; each link is a pair of their indexes. */
export function layout(nodes: number, links: readonly (readonly [number, number])[]): Place[] {
  const x = Float64Array.from({ length: nodes }, (_, at) => 0.5 + 0.4 * Math.cos((2 * Math.PI * at) / nodes));
  const y = Float64Array.from({ length: nodes }, (_, at) => 0.5 + 0.4 * Math.sin((2 * Math.PI * at) / nodes));
  for (let round = 0; round < rounds; round += 1) {
    const heat = 0.1 * (1 - round / rounds);
    const [dx, dy] = [new Float64Array(nodes), new Float64Array(nodes)];
    const force = (one: number, other: number, size: (distance: number) => number) => {
      const [ax, ay] = [x[one]! - x[other]!, y[one]! - y[other]!];
      const distance = Math.max(0.01, Math.hypot(ax, ay));
      const strength = size(distance) / distance;
      dx[one] = dx[one]! + ax * strength;
      dy[one] = dy[one]! + ay * strength;
      dx[other] = dx[other]! - ax * strength;
      dy[other] = dy[other]! - ay * strength;
    };
    for (let one = 0; one < nodes; one += 1)
      for (let other = one + 1; other < nodes; other += 1) force(one, other, (distance) => push / distance);
    for (const [one, other] of links) force(one, other, (distance) => -pull * distance);
    for (let at = 0; at < nodes; at += 1) {
      const move = (value: number, by: number) =>
        Math.min(1, Math.max(0, value + Math.max(-heat, Math.min(heat, by + gravity * (0.5 - value)))));
      x[at] = move(x[at]!, dx[at]!);
      y[at] = move(y[at]!, dy[at]!);
    }
  }
  return Array.from(x, (one, at) => ({ x: one, y: y[at]! }));
}
