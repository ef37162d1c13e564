import { APICallError } from "ai";
import { MockEmbeddingModelV3 } from "ai/test";
import { staticEmbedder } from "keepsake";
import { aiSdkEmbedder } from "keepsake/embedders/ai-sdk";
import { describe, expect, it } from "vitest";
import { describeEmbedder } from "./embedder.contract.js";

const passage = { kind: "passage" } as const;
type DoEmbed = MockEmbeddingModelV3["doEmbed"];

const table = staticEmbedder({ dimensions: 64 });
const honest: DoEmbed = async ({ values }) => ({
  embeddings: (await table.embed(values, passage)).map((vector) => [...vector]),
  usage: { tokens: 3 },
  warnings: [],
});

function mock(doEmbed: DoEmbed, maxEmbeddingsPerCall = 100): MockEmbeddingModelV3 {
  return new MockEmbeddingModelV3({
    provider: "test",
    modelId: "table",
    maxEmbeddingsPerCall,
    supportsParallelCalls: true,
    doEmbed,
  });
}

const gives =
  (embeddings: number[][]): DoEmbed =>
  async () => ({ embeddings, warnings: [] });

describeEmbedder("aiSdkEmbedder", () => aiSdkEmbedder({ model: mock(honest), dimensions: 64 }), {
  decimals: 6,
});

describe("aiSdkEmbedder()", () => {
  it("sends prefixed texts in batches of the model's size, with the provider's options", async () => {
    const model = mock(async ({ values }) => ({ embeddings: values.map(() => [3, 4]), warnings: [] }), 2);
    const providerOptions = { test: { dimensions: 2 } };
    const embedder = aiSdkEmbedder({ model, dimensions: 2, queryPrefix: "q: ", providerOptions });
    const vectors = await embedder.embed(["a", " ", "b", "c"], { kind: "query" });
    expect(model.doEmbedCalls.map(({ values }) => values)).toEqual([["q: a", "q: b"], ["q: c"]]);
    expect(model.doEmbedCalls[0]?.providerOptions).toEqual(providerOptions);
    expect(vectors.map(([x]) => Math.round(x! * 10))).toEqual([6, 0, 6, 6]);
  });

  it("has provider, model, dimensions and prefixes in its id", () => {
    const model = mock(honest);
    expect(aiSdkEmbedder({ model, dimensions: 64 }).id).toBe("ai-sdk:test/table/64");
    expect(aiSdkEmbedder({ model: "openai/text-embedding-3-small", dimensions: 9 }).id).toBe(
      "ai-sdk:openai/text-embedding-3-small/9",
    );
    expect(aiSdkEmbedder({ model, dimensions: 64, passagePrefix: "p: " }).id).not.toBe(
      aiSdkEmbedder({ model, dimensions: 64 }).id,
    );
  });

  it.each([
    ["vectors of another length, naming both lengths", [[1, 2, 3]], /2 dimensions, got 3/],
    ["too few vectors", [], /(?:got|received) 0/],
    ["numbers that are none", [[Number.NaN, 1]], /finite numbers/],
  ])("refuses %s", async (_, embeddings, observed) => {
    const embedder = aiSdkEmbedder({ model: mock(gives(embeddings)), dimensions: 2 });
    const failure = { code: "embedder_failed", message: expect.stringMatching(observed) as unknown };
    await expect(embedder.embed(["a"], passage)).rejects.toMatchObject(failure);
  });

  it("retries as often as configured", async () => {
    let tries = 0;
    const model = mock(async () => {
      tries += 1;
      if (tries < 3) throw busy({ "retry-after-ms": "0" });
      return { embeddings: [[0, 2]], warnings: [] };
    });
    const embedder = aiSdkEmbedder({ model, dimensions: 2, maxRetries: 2 });
    expect(await embedder.embed(["a"], passage)).toEqual([Float32Array.of(0, 1)]);
    expect(tries).toBe(3);
  });

  it("reports the error of the model, without a key", async () => {
    const model = mock(async () => {
      throw busy({});
    });
    const embedder = aiSdkEmbedder({ model, dimensions: 2, maxRetries: 0 });
    await expect(embedder.embed(["a"], passage)).rejects.toMatchObject({
      code: "embedder_failed",
      message: "Cannot embed: test/table must answer with vectors, got: too busy for [key]",
    });
  });

  it("times out if the model does not respond", async () => {
    const model = mock(() => new Promise<never>(() => {}));
    const embedder = aiSdkEmbedder({ model, dimensions: 2, timeoutMs: 5 });
    await expect(embedder.embed(["a"], passage)).rejects.toMatchObject({
      code: "embedder_failed",
      message: expect.stringMatching(/no answer within 5 ms/) as unknown,
    });
  });

  it("passes its signal to the model", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const model = mock(({ abortSignal }) => {
      controller.abort(reason);
      expect(abortSignal?.aborted).toBe(true);
      return new Promise<never>(() => {});
    });
    const embedder = aiSdkEmbedder({ model, dimensions: 2 });
    await expect(embedder.embed(["a"], { ...passage, signal: controller.signal })).rejects.toBe(reason);
  });

  it("refuses a value that is not an embedding model", () => {
    expect(() => aiSdkEmbedder({ model: {} as unknown as string, dimensions: 2 })).toThrow(
      expect.objectContaining({ code: "invalid_input" }),
    );
  });
});

function busy(responseHeaders: Record<string, string>): APICallError {
  return new APICallError({
    message: "too busy for sk-live-0123456789",
    url: "http://model.example",
    requestBodyValues: {},
    statusCode: 429,
    responseHeaders,
    isRetryable: true,
  });
}
