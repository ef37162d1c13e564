import { describe, expect, it } from "vitest";
import { type Asked, report, table } from "../../../benchmarks/confidence/report.js";

const asked = (
  conversation: string,
  isAnswerable: boolean,
  estimate: number,
  found = estimate >= 0.92,
): Asked => ({
  conversation,
  kind: "own",
  isAnswerable,
  confidence: found ? "found" : "weak",
  estimate,
  isStated: false,
  tokens: 100,
});

describe("report()", () => {
  it("counts how often an estimate comes true, by bin", () => {
    const { estimates } = report([asked("a", true, 0.96), asked("a", false, 0.96), asked("a", true, 0.2)]);
    expect(estimates.find(({ from }) => from === 0.95)).toMatchObject({ questions: 2, with_answer: 0.5 });
    expect(estimates.find(({ from }) => from === 0.1)).toMatchObject({ questions: 1, with_answer: 1 });
  });

  it("measures each conversation with a threshold that the others chose", () => {
    const strict = Array.from({ length: 20 }, () => asked("a", false, 0.9));
    const { held_out } = report([
      ...strict,
      asked("b", true, 0.95),
      asked("b", true, 0.6),
      asked("a", true, 0.6),
    ]);
    // "b" has no unanswerable question, so the lowest threshold does for "a"; "a" asks for more
    // than 0.9 of "b".
    expect(held_out.unanswerable).toBe(1);
    expect(held_out.answerable).toBeCloseTo(2 / 3);
    expect(held_out.thresholds[1]).toBeGreaterThan(0.9);
  });

  it("counts unrelated requests apart from estimates", () => {
    const request = { ...asked("a", false, 0.4), kind: "unrelated", confidence: "none", tokens: 6 } as const;
    const { estimates, called } = report([request, asked("a", true, 0.96)]);
    expect(called.unrelated).toEqual({ questions: 1, found: 0, weak: 0, none: 1, tokens: 6 });
    expect(estimates.reduce((sum, { questions }) => sum + questions, 0)).toBe(1);
  });

  it("renders without a question", () => expect(table(report([]))).toContain("answerable: 0 questions"));
});
