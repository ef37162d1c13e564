import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/extractors/learnt/features.js";
import { taggerInput } from "../../../src/extractors/learnt/input.js";
import { type Multiplier, makeMultiplier, PlainMultiplier } from "../../../src/extractors/learnt/multiply.js";
import {
  markLabels,
  Network,
  type NetworkOutput,
  pointers,
  spanKinds,
} from "../../../src/extractors/learnt/network.js";
import { shippedModel } from "./shipped-tagger.js";

const model = shippedModel();
const input = (text: string, previous: string | null = null) =>
  taggerInput(
    text,
    { role: "user", previous, words: [] },
    wordsOf((word) => [word.length]),
  );

/** The whole output for a passage, copied. */
function numbersOf(reading: NetworkOutput, tokens: number) {
  const last = tokens - 1;
  const runs = [
    { from: 0, to: 0 },
    { from: 0, to: last },
    { from: last, to: last },
  ];
  const spans = reading.spans(runs);
  const scores = reading.pointers(spans);
  return {
    keep: reading.keep,
    marks: Array.from({ length: tokens }, (_, token) =>
      spanKinds.map((_, kind) => markLabels.map((label) => reading.mark(token, kind, label))),
    ),
    spans: spans.map((states, at) => ({
      states: [...states],
      pointers: scores[at]!.map((one) => [...one]),
    })),
  };
}

function read(network: Network, text: string, previous: string | null = null) {
  const { features, contextLength, tokens } = input(text, previous);
  return numbersOf(network.read(features, contextLength), tokens.length);
}

const texts = ["Porto", "I live in Porto, near the river.", "word ".repeat(300)];

describe("Network", () => {
  it("gives spans the same scores together and one by one", () => {
    const { features, contextLength } = input("I live in Porto, near the river.");
    const reading = new Network(model).read(features, contextLength);
    const spans = reading.spans([0, 2, 3].map((token) => ({ from: token, to: token + 1 })));
    expect(reading.pointers(spans)).toEqual(spans.flatMap((span) => reading.pointers([span])));
  });

  it("gives the same numbers to the bit with either multiplier", () => {
    const networks = [makeMultiplier, () => new PlainMultiplier()].map(
      (make: () => Multiplier) => new Network(model, make()),
    );
    for (const text of texts) {
      const [fast, plain] = networks.map((network) => read(network, text, "Where do you live?"));
      expect(fast).toEqual(plain);
    }
  });

  it("gives the same numbers whatever was read before", () => {
    const used = new Network(model);
    const first = read(used, texts[1]!);
    read(used, texts[2]!);
    expect(read(used, texts[1]!)).toEqual(first);
    expect(read(new Network(model), texts[1]!)).toEqual(first);
  });

  it("gives numbers of the passage only, but reads what was said before", () => {
    const network = new Network(model);
    const alone = read(network, "In Porto.");
    const answered = read(network, "In Porto.", "Where do you live?");
    expect(answered.marks).toHaveLength(3);
    expect(answered.marks).not.toEqual(alone.marks);
    for (const { pointers: scores } of answered.spans) {
      expect(scores).toHaveLength(pointers.length);
      expect(scores.every((one) => one.length === 3)).toBe(true);
    }
  });

  it("gives for a span the states of its first token, of its last and their mean", () => {
    const { features, contextLength } = input("I live in Porto");
    const reading = new Network(model).read(features, contextLength);
    const d = model.dimensions;
    const runs = [
      { from: 0, to: 0 },
      { from: 1, to: 1 },
      { from: 0, to: 1 },
    ];
    const [first, second, both] = reading.spans(runs) as [Float32Array, Float32Array, Float32Array];
    expect(both).toHaveLength(3 * d);
    expect([...both.subarray(0, d)]).toEqual([...first.subarray(0, d)]);
    expect([...both.subarray(d, 2 * d)]).toEqual([...second.subarray(0, d)]);
    for (let at = 0; at < d; at++) expect(both[2 * d + at]).toBeCloseTo((first[at]! + second[at]!) / 2, 5);
  });

  it("gives finite numbers for a passage of one token and of 256", () => {
    const network = new Network(model);
    for (const text of texts) {
      const { keep, marks, spans } = read(network, text);
      const all = [keep, ...marks.flat(2), ...spans.flatMap(({ pointers: scores }) => scores.flat())];
      expect(all.every(Number.isFinite)).toBe(true);
    }
  });
});
