/**
 * What every embedder promises. A new one passes this suite: `describeEmbedder("my embedder", () =>
 * myEmbedder(), { knows: "marks" })`.
 */
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../src/embedders/embedder.js";

const passage = { kind: "passage" } as const;
const oddTexts = [
  "",
  " \n\t",
  "?!…",
  "\u0000",
  "\ud800",
  "👩‍👧‍👦",
  "東京タワー",
  "ﬁligree ＡＢＣ",
  "a".repeat(100_000),
  "word ".repeat(20_000),
  "é".normalize("NFD"),
];

/** How embedders may differ. */
export interface EmbedderTraits {
  /**
   * Whether marks and pictures have a vector, too. White space never has one.
   *
   * @default "words"
   */
  readonly knows?: "words" | "marks";
  /**
   * Decimals to which a text's vector is the same alone and in a batch: a model's arithmetic may
   * depend on the batch.
   *
   * @default exactly the same
   */
  readonly decimals?: number;
  /**
   * Whether token counts of texts joined with a space add up; a tokenizer may merge across spaces.
   *
   * @default true
   */
  readonly tokensAddUp?: boolean;
}

/**
 * @param make Returns a new embedder with the same id each time. Texts with the same meaning, or at
 * least common words, must have near vectors.
 */
export function describeEmbedder(name: string, make: () => Embedder, traits: EmbedderTraits = {}): void {
  const { knows = "words", decimals, tokensAddUp = true } = traits;
  const embedOne = async (text: string): Promise<Float32Array> => (await make().embed([text], passage))[0]!;
  const expectSame = (vector: Float32Array, other: Float32Array): void => {
    if (decimals === undefined) expect(vector).toEqual(other);
    else
      expect(Math.max(...vector.map((value, at) => Math.abs(value - other[at]!)))).toBeCloseTo(0, decimals);
  };

  describe(`Embedder contract: ${name}`, () => {
    it("has an id and dimensions before it has loaded anything", () => {
      const { id, dimensions } = make();
      expect(id).toMatch(/\S/);
      expect(Number.isInteger(dimensions) && dimensions > 0).toBe(true);
    });

    it("embed() returns one vector per text, of its dimensions", async () => {
      const embedder = make();
      const vectors = await embedder.embed(["a red kite", "two green boats", ""], passage);
      expect(vectors.map((vector) => vector.length)).toEqual(Array(3).fill(embedder.dimensions));
      expect(vectors.every((vector) => vector instanceof Float32Array)).toBe(true);
    });

    it("embed() returns unit vectors for words that it knows", async () => {
      expect(norm(await embedOne("The harbour was quiet in the morning."))).toBeCloseTo(1, 5);
    });

    it("embed() returns a unit vector or zeros, and finite numbers, for any text", async () => {
      for (const vector of await make().embed(oddTexts, passage)) {
        const length = norm(vector);
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }
    });

    it("embed() returns the zero vector for a text without content", async () => {
      const silent = ["", " \n\t", ...(knows === "words" ? [" … !"] : [])];
      for (const vector of await make().embed(silent, passage)) expect(norm(vector)).toBe(0);
    });

    it("embed() keeps the order of its texts, alone or together", async () => {
      const texts = ["one apple", "", "seven mountains", "one apple"];
      const together = await make().embed(texts, passage);
      for (const [index, text] of texts.entries()) expectSame(together[index]!, await embedOne(text));
    });

    it("embed() answers concurrent calls each with its own vectors", async () => {
      const embedder = make();
      const texts = ["one apple", "seven mountains", "", "a slow train"];
      const answers = await Promise.all(texts.map((text) => embedder.embed([text, text], passage)));
      for (const [index, text] of texts.entries()) {
        expect(answers[index]).toHaveLength(2);
        for (const vector of answers[index]!) expectSame(vector, await embedOne(text));
      }
    });

    it("embed() returns the same vectors from another instance with the same id", async () => {
      const [first, second] = [make(), make()];
      expect(second.id).toBe(first.id);
      const [one, other] = [
        await first.embed(["a slow train"], passage),
        await second.embed(["a slow train"], passage),
      ];
      expectSame(one[0]!, other[0]!);
    });

    it("embed() gives different texts different vectors, and similar texts nearer ones", async () => {
      const boat = await embedOne("She sails a small boat on the lake.");
      const ship = await embedOne("A ship crossed the sea.");
      const tax = await embedOne("The tax form is due at the office.");
      expect(dot(boat, ship)).toBeGreaterThan(dot(boat, tax));
    });

    it("embed() returns vectors that no later call changes", async () => {
      const embedder = make();
      const [kept] = await embedder.embed(["a quiet street"], passage);
      const before = kept!.slice();
      await embedder.embed(["loud music everywhere"], passage);
      expect(kept).toEqual(before);
    });

    it("embed() of no text returns no vector", async () => {
      expect(await make().embed([], passage)).toEqual([]);
    });

    it("embed() rejects with the signal's reason once it is aborted", async () => {
      const reason = new Error("enough");
      const signal = AbortSignal.abort(reason);
      await expect(make().embed(["a red kite"], { kind: "query", signal })).rejects.toBe(reason);
    });

    it("embed() rejects with the signal's reason if it fires meanwhile, and other calls continue", async () => {
      const embedder = make();
      const controller = new AbortController();
      const reason = new Error("enough");
      const many = Array.from({ length: 2000 }, (_, index) => `train number ${index}`);
      const stopped = embedder.embed(many, { ...passage, signal: controller.signal });
      const going = embedder.embed(["a slow train"], passage);
      controller.abort(reason);
      await expect(stopped).rejects.toBe(reason);
      expectSame((await going)[0]!, await embedOne("a slow train"));
    });

    it("mean() has the embedder's dimensions and is never longer than a unit vector", () => {
      const embedder = make();
      const mean = embedder.mean?.() ?? new Float32Array(embedder.dimensions);
      expect(mean.length).toBe(embedder.dimensions);
      expect(norm(mean)).toBeLessThan(1);
    });

    it("countTokens() counts any script, once an embed of no text has resolved", async () => {
      const embedder = make();
      await embedder.embed([], passage);
      const texts = ["The kite, red and blue, rose.", "Prices: 12.50!", "東京タワー", ""];
      const counts = texts.map((text) => embedder.countTokens(text));
      expect(
        counts.every((count, index) => Number.isInteger(count) && count > 0 === texts[index]!.length > 0),
      ).toBe(true);
      if (tokensAddUp)
        expect(embedder.countTokens(texts.join(" "))).toBe(counts.reduce((sum, count) => sum + count, 0));
      expect(embedder.countTokens("word ".repeat(2000))).toBeGreaterThanOrEqual(2000);
    });
  });
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * right[index]!, 0);
}

function norm(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}
