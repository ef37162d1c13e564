import { describe, expect, it } from "vitest";
import { contrast, type Sides } from "../../training/embedder/contrast.js";
import { Random } from "../../training/embedder/random.js";

const shape = { size: 4, stride: 6 };
const options = { dimensions: 4, temperature: 0.5, weight: 1.5 };

function filled(next: () => number): Sides {
  const side = () => Float32Array.from({ length: shape.size * shape.stride }, next);
  return { left: side(), right: side(), ...shape };
}
const lossOf = (sides: Sides) =>
  contrast(
    sides,
    filled(() => 0),
    options,
  );

describe("contrast", () => {
  const random = new Random(3);
  const sides = filled(() => random.normal());

  it("contrast() adds the gradient of the loss that it returns", () => {
    const gradient = filled(() => 0);
    contrast(sides, gradient, options);
    const step = 1e-2;
    for (const side of ["left", "right"] as const)
      for (let at = 0; at < sides[side].length; at++) {
        const [up, down] = [step, -step].map((move) => {
          const moved = { ...sides, [side]: sides[side].slice() };
          moved[side][at]! += move;
          return lossOf(moved);
        });
        expect(gradient[side][at]).toBeCloseTo((up! - down!) / (2 * step), 3);
      }
  });

  it("contrast() leaves dimensions beyond those compared alone", () => {
    const gradient = filled(() => 0);
    contrast(sides, gradient, options);
    expect(
      gradient.left.filter((_, at) => at % shape.stride >= options.dimensions).every((value) => value === 0),
    ).toBe(true);
  });

  it("contrast() is lower where pairs are alike than where they are crossed", () => {
    const alike = { ...sides, right: sides.left };
    const crossed = {
      ...sides,
      right: Float32Array.from([...sides.left.slice(6), ...sides.left.slice(0, 6)]),
    };
    expect(lossOf(alike)).toBeLessThan(lossOf(crossed));
  });

  it("contrast() gives a text without any known token no gradient", () => {
    const silent = { ...sides, left: sides.left.map((value, at) => (at < shape.stride ? 0 : value)) };
    const gradient = filled(() => 0);
    expect(contrast(silent, gradient, options)).toBeGreaterThan(0);
    expect([...gradient.left.slice(0, shape.stride)]).toEqual(Array(shape.stride).fill(0));
    expect(gradient.right.every(Number.isFinite)).toBe(true);
  });
});
