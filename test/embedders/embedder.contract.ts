/** What every embedder promises. A new one passes this suite: `describeEmbedder("my embedder", () => myEmbedder())`. */
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

/** @param make A fresh embedder of the same id each time. */
export function describeEmbedder(name: string, make: () => Embedder): void {
  const embedOne = async (text: string): Promise<Float32Array> => (await make().embed([text], passage))[0]!;

  describe(`Embedder contract: ${name}`, () => {
    it("embed() gives one vector a text, of the dimensions that it names", async () => {
      const embedder = make();
      const vectors = await embedder.embed(["a red kite", "two green boats", ""], passage);
      expect(vectors.map((vector) => vector.length)).toEqual(Array(3).fill(embedder.dimensions));
      expect(vectors.every((vector) => vector instanceof Float32Array)).toBe(true);
    });

    it("embed() gives unit vectors for words that it knows", async () => {
      expect(norm(await embedOne("The harbour was quiet in the morning."))).toBeCloseTo(1, 5);
    });

    it("embed() gives a unit vector or zeros, and finite numbers, for any text", async () => {
      for (const vector of await make().embed(oddTexts, passage)) {
        const length = norm(vector);
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }
    });

    it("embed() gives the zero vector for a text without words", async () => {
      expect(norm(await embedOne(" … !"))).toBe(0);
    });

    it("embed() keeps the order of its texts, alone or together", async () => {
      const texts = ["one apple", "", "seven mountains", "one apple"];
      const together = await make().embed(texts, passage);
      for (const [index, text] of texts.entries()) expect(together[index]).toEqual(await embedOne(text));
    });

    it("embed() gives the same vectors from another instance of the same id", async () => {
      const [first, second] = [make(), make()];
      expect(second.id).toBe(first.id);
      expect(await second.embed(["a slow train"], passage)).toEqual(
        await first.embed(["a slow train"], passage),
      );
    });

    it("embed() tells texts apart, and puts like texts nearer than unlike ones", async () => {
      const boat = await embedOne("She sails a small boat on the lake.");
      const ship = await embedOne("A ship crossed the sea.");
      const tax = await embedOne("The tax form is due at the office.");
      expect(dot(boat, ship)).toBeGreaterThan(dot(boat, tax));
    });

    it("embed() hands out vectors that no later call changes", async () => {
      const embedder = make();
      const [kept] = await embedder.embed(["a quiet street"], passage);
      const before = kept!.slice();
      await embedder.embed(["loud music everywhere"], passage);
      expect(kept).toEqual(before);
    });

    it("embed() of no text gives no vector", async () => {
      expect(await make().embed([], passage)).toEqual([]);
    });

    it("embed() rejects with the signal's reason once it is aborted", async () => {
      const reason = new Error("enough");
      const signal = AbortSignal.abort(reason);
      await expect(make().embed(["a red kite"], { kind: "query", signal })).rejects.toBe(reason);
    });

    it("mean() has the embedder's dimensions and is never longer than a unit vector", () => {
      const embedder = make();
      const mean = embedder.mean?.() ?? new Float32Array(embedder.dimensions);
      expect(mean.length).toBe(embedder.dimensions);
      expect(norm(mean)).toBeLessThan(1);
    });

    it("countTokens() adds up over texts that a space separates, and counts any script", async () => {
      const embedder = make();
      await embedder.embed(["a red kite"], passage);
      const texts = ["The kite, red and blue, rose.", "Prices: 12.50!", "東京タワー", ""];
      const counts = texts.map((text) => embedder.countTokens(text));
      expect(counts.every((count, index) => count > 0 === texts[index]!.length > 0)).toBe(true);
      expect(embedder.countTokens(texts.join(" "))).toBe(counts.reduce((sum, count) => sum + count, 0));
    });
  });
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * right[index]!, 0);
}

function norm(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}
