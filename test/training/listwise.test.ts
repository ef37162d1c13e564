import { describe, expect, it } from "vitest";
import type { Example } from "../../training/ranker/examples.js";
import { fitRanking, startModel } from "../../training/ranker/listwise.js";
import { signalNames } from "../../training/ranker/signals.js";

const column = (name: string) => signalNames.indexOf(name);
const passages = 20;

/** A question whose first passage is the evidence, with the same signals in every passage but these. */
function example(number: number, signals: readonly (readonly [row: number, name: string])[]): Example {
  const rows = Array.from({ length: passages }, (_, row) => {
    const values = new Float32Array(signalNames.length);
    values[column("fitShare")] = ((row * 7 + number) % passages) / passages;
    return values;
  });
  for (const [row, name] of signals) rows[row]![column(name)] = 1;
  return {
    corpus: "corpus",
    conversation: `conversation-${number}`,
    kind: "kind",
    stranger: false,
    question: "What is next?",
    evidence: ["turn-0"],
    units: rows.map((_, row) => `turn-${row}`),
    rows,
    pool: { named: 0, absent: 0, words: 3, passages },
  };
}

const learnt = (examples: readonly Example[]) => fitRanking(examples, { pull: 1, steps: 80, sample: 400 });

describe("fitRanking()", () => {
  it("learns what many examples show", () => {
    const all = Array.from({ length: 100 }, (_, number) => example(number, [[0, "user"]]));
    expect(learnt(all)[column("user")]).toBeGreaterThan(startModel()[column("user")]! + 0.2);
  });

  it("hardly changes the weight of a signal that few examples have", () => {
    const all = Array.from({ length: 100 }, (_, number) =>
      example(number, number < 2 ? [[passages - 1, "recent"]] : []),
    );
    const at = column("recent");
    expect(Math.abs(learnt(all)[at]! - startModel()[at]!)).toBeLessThan(0.5);
  });
});
