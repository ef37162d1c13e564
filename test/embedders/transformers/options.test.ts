import { describe, expect, it } from "vitest";
import { embeddingPresets, transformersEmbedder } from "../../../src/embedders/transformers/index.js";
import type { TransformersEmbedderOptions } from "../../../src/embedders/transformers/options.js";

const own = { model: "acme/small", pooling: "mean", dimensions: 64 } as const;
const idOf = (options: TransformersEmbedderOptions) => transformersEmbedder(options).id;
const refusal = (options: object): unknown => {
  try {
    return transformersEmbedder(options as TransformersEmbedderOptions);
  } catch (error) {
    return error;
  }
};

describe("transformersEmbedder(options)", () => {
  it("adds the settings of a known model", () => {
    const embedder = transformersEmbedder({ model: "Xenova/e5-small-v2" });
    expect(embedder.dimensions).toBe(384);
    expect(embedder.id).toBe(
      "transformers:Xenova/e5-small-v2@main?pooling=mean&dtype=fp32&dimensions=384&centred=1&max_tokens=512&query=query%3A%20&passage=passage%3A%20",
    );
  });

  it.each(Object.entries(embeddingPresets))("accepts %s by its name alone", (model, { dimensions }) => {
    expect(transformersEmbedder({ model }).dimensions).toBe(dimensions);
  });

  it("cuts the vectors of a known model only to lengths that it was trained for", () => {
    const model = "nomic-ai/nomic-embed-text-v1.5";
    expect(transformersEmbedder({ model, truncateTo: 256 }).dimensions).toBe(256);
    expect(idOf({ model, truncateTo: 256 })).toMatch(/dimensions=256of768&layer_norm=true&centred=1/);
    expect(refusal({ model, truncateTo: 200 })).toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(
        /truncateTo: must be one of 512, 256, 128, 64, 768, for which .* was trained, got 200/,
      ),
    });
    expect(String(refusal({ model: "Xenova/gte-small", truncateTo: 128 }))).toMatch(/must be one of 384/);
    expect(String(refusal({ ...own, truncateTo: 65 }))).toMatch(/must be <= dimensions, 64, got 65/);
  });

  it("requires unknown settings, and says where to find them", () => {
    expect(refusal({ model: "acme/small" })).toMatchObject({
      code: "invalid_input",
      message: expect.stringMatching(
        /pooling: must be given .*1_Pooling\/config.json\); dimensions: must be given .*hidden_size/,
      ),
      data: { issues: [{ loc: ["pooling"] }, { loc: ["dimensions"] }] },
    });
    expect(refusal({ model: "acme/small", pooling: "cls" })).toMatchObject({
      data: { issues: [{ loc: ["dimensions"] }] },
    });
  });

  it("has in its id every setting that changes vectors, and no other", () => {
    const changes: Partial<TransformersEmbedderOptions>[] = [
      { model: "acme/other" },
      { pooling: "cls" },
      { dimensions: 32 },
      { truncateTo: 32 },
      { layerNorm: true },
      { centre: false },
      { queryPrefix: "q: " },
      { passagePrefix: "p: " },
      { maxTokens: 128 },
      { dtype: "q8" },
      { revision: "v2" },
    ];
    const ids = [own, ...changes.map((change) => ({ ...own, ...change }))].map(idOf);
    expect(new Set(ids).size).toBe(changes.length + 1);
    const same = {
      localModelPath: "/models",
      allowRemote: false,
      cacheFolder: "/cache",
      batchSize: 4,
      onProgress: () => {},
    };
    expect(idOf({ ...own, ...same })).toBe(ids[0]);
  });

  it.each([
    [{ ...own, model: "../secret" }, /model: must be a model's name, such as owner\/name, and not a path/],
    [{ ...own, model: "https://example.org/m" }, /model: must be a model's name/],
    [{ ...own, revision: "../main" }, /revision: must be a branch/],
    [{ ...own, pooling: "max" }, /pooling/],
    [{ ...own, dtype: "fp8" }, /dtype/],
    [{ ...own, batchSize: 0 }, /batchSize/],
    [{ ...own, poolling: "cls" }, /poolling/],
    [{ ...own, onProgress: "loud" }, /onProgress: must be a function of the progress/],
    [{ ...own, library: {} }, /library: must be the imported module/],
  ])("refuses %o", (options, rule) => {
    expect(refusal(options)).toMatchObject({ code: "invalid_input", message: expect.stringMatching(rule) });
  });
});
