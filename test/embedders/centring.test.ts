import { describe, expect, it } from "vitest";
import { centredEmbedder } from "../../src/embedders/centring.js";
import type { Embedder } from "../../src/embedders/embedder.js";
import { staticEmbedder } from "../../src/embedders/static-embedder.js";
import { unitLength } from "../../src/numbers/unit-length.js";
import { describeEmbedder } from "./embedder.contract.js";

const passage = { kind: "passage" } as const;
const query = { kind: "query" } as const;

/**
 * The bundled embedder with all vectors pushed to one side, so that any two have a cosine of some
 * 0.75; questions to another side.
 */
function leaning({ failures = 0 } = {}): Embedder & { readonly batches: number[] } {
  const base = staticEmbedder();
  const batches: number[] = [];
  let left = failures;
  return {
    id: "leaning@1",
    dimensions: base.dimensions,
    batches,
    countTokens: (text) => base.countTokens(text),
    async embed(texts, options) {
      batches.push(texts.length);
      const vectors = await base.embed(texts, options);
      if (texts.length > 10 && left-- > 0) throw new Error("not now");
      const side = options.kind === "query" ? 1 : -1;
      return vectors.map((vector) =>
        vector.every((value) => value === 0)
          ? vector
          : unitLength(
              vector.map((value, at) => value / 2 + (at % 2 === 0 ? side : 1) * Math.sqrt(0.75 / 256)),
            ),
      );
    },
  };
}

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

describeEmbedder("centredEmbedder", () => centredEmbedder(leaning()));

describe("centredEmbedder", () => {
  const strangers = ["She sails a small boat on the lake.", "The tax form is due at the office."];

  it("gives unrelated texts cosines near 0, and related texts higher ones", async () => {
    const texts = [...strangers, "A ship crossed the lake."];
    const [boat, tax] = await leaning().embed(texts, passage);
    expect(cosine(boat!, tax!)).toBeGreaterThan(0.7);
    const [boatC, taxC, shipC] = await centredEmbedder(leaning()).embed(texts, passage);
    expect(Math.abs(cosine(boatC!, taxC!))).toBeLessThan(0.25);
    expect(cosine(boatC!, shipC!)).toBeGreaterThan(cosine(boatC!, taxC!) + 0.2);
  });

  it("measures questions and passages separately, each once", async () => {
    const inner = leaning();
    const embedder = centredEmbedder(inner);
    const [asked] = await embedder.embed(["Who sails a small boat on the lake?"], query);
    const [observed] = await embedder.embed([strangers[0]!], passage);
    await Promise.all([embedder.embed(strangers, passage), embedder.embed(strangers, query)]);
    expect(cosine(asked!, observed!)).toBeGreaterThan(0.6);
    expect(inner.batches.filter((size) => size > 2)).toHaveLength(2);
  });

  it("measures nothing for texts without content", async () => {
    const inner = leaning();
    expect(await centredEmbedder(inner).embed(["", " "], passage)).toEqual([
      new Float32Array(256),
      new Float32Array(256),
    ]);
    expect(inner.batches).toEqual([2]);
  });

  it("measures again after a failure", async () => {
    const embedder = centredEmbedder(leaning({ failures: 1 }));
    await expect(embedder.embed(strangers, passage)).rejects.toThrow("not now");
    const again = await embedder.embed(strangers, passage);
    expect(again).toEqual(await centredEmbedder(leaning()).embed(strangers, passage));
  });

  it("has an id of its own, because its vectors are different", () => {
    expect(centredEmbedder(leaning()).id).toBe("leaning@1+centred@1");
  });
});
