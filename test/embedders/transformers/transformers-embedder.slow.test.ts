import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoryError } from "../../../src/contract/errors.js";
import { staticEmbedder } from "../../../src/embedders/static-embedder.js";
import {
  type TransformersEmbedder,
  type TransformersEmbedderOptions,
  transformersEmbedder,
} from "../../../src/embedders/transformers/index.js";
import { Memory } from "../../../src/index.js";
import type { TransformersLibrary } from "../../../src/models/local/library.js";
import { tinyDimensions } from "../../../training/tiny-models/write-models.js";
import { libraries, TinyModels } from "../../models/local/fixture.js";
import { describeEmbedder } from "../embedder.contract.js";

const passage = { kind: "passage" } as const;
const query = { kind: "query" } as const;
const sentences = [
  "The harbour was quiet in the morning.",
  "She sails a small boat",
  "Naïve cafés charge 12.50!",
];

const models = new TinyModels();
afterAll(() => models.remove());

const tiny = (options: Partial<TransformersEmbedderOptions> = {}): TransformersEmbedder =>
  transformersEmbedder({ ...tinyOptions(), localModelPath: models.folder, ...options });

describe.each(Object.entries(libraries))("transformersEmbedder through %s", (_name, load) => {
  let library: TransformersLibrary;
  beforeAll(async () => {
    library = await load();
  });
  const embedder = (options: Partial<TransformersEmbedderOptions> = {}) => tiny({ library, ...options });
  const vectorOf = async (
    text: string,
    options: Partial<TransformersEmbedderOptions> = {},
    asked = passage,
  ) => (await embedder(options).embed([text], asked))[0]!;

  describeEmbedder("transformersEmbedder", () => embedder({ centre: true }), { knows: "marks", decimals: 5 });

  it("returns the vectors of the table that its model was made from", async () => {
    const known = await staticEmbedder({ dimensions: tinyDimensions }).embed(sentences, passage);
    for (const dtype of ["fp32", "q8"] as const) {
      const found = await embedder({ dtype }).embed(sentences, passage);
      for (const [index, vector] of found.entries()) expectClose(vector, known[index]!);
    }
  });

  it("pools as configured", async () => {
    const marked = { model: "tiny-marked", dtype: "q8" } as const;
    const axis = (at: number) =>
      Float32Array.from({ length: tinyDimensions }, (_, index) => Number(index === at));
    const texts = ["a boat", "a much longer text, so that the first one is padded"];
    const pooled = async (pooling: "cls" | "last_token") =>
      embedder({ ...marked, pooling }).embed(texts, passage);
    expect(await pooled("cls")).toEqual([axis(0), axis(0)]);
    expect(await pooled("last_token")).toEqual([axis(1), axis(1)]);
    expectClose(await vectorOf("a small boat", { pooling: "model" }), await vectorOf("a small boat"));
  });

  it("adds one prefix to questions and another to passages", async () => {
    const prefixes = { queryPrefix: "question about ", passagePrefix: "text about " };
    expectClose(await vectorOf("boats", prefixes, query as never), await vectorOf("question about boats"));
    expectClose(await vectorOf("boats", prefixes), await vectorOf("text about boats"));
    expect(await vectorOf("  ", prefixes)).toEqual(new Float32Array(tinyDimensions));
  });

  it("cuts vectors and scales them to unit length again", async () => {
    const short = embedder({ truncateTo: 16 });
    const [vector] = await short.embed(["a small boat"], passage);
    const head = (await vectorOf("a small boat")).slice(0, 16);
    const norm = Math.hypot(...head);
    expect(short.dimensions).toBe(16);
    expectClose(
      vector!,
      head.map((value) => value / norm),
    );
  });

  it("applies layer normalization before it cuts, on request", async () => {
    const vector = await vectorOf("a small boat", { layerNorm: true });
    const plain = await vectorOf("a small boat");
    const mean = plain.reduce((sum, value) => sum + value, 0) / plain.length;
    const centred = plain.map((value) => value - mean);
    const norm = Math.hypot(...centred);
    expectClose(
      vector,
      centred.map((value) => value / norm),
      3,
    );
  });

  it("reads at most the configured number of tokens", async () => {
    const bounded = { maxTokens: 8, batchSize: 1 };
    const text = "one two three four five six seven eight nine ten";
    expectClose(await vectorOf(text, bounded), await vectorOf("one two three four five six seven", bounded));
    expect(await vectorOf(text)).not.toEqual(await vectorOf(text, bounded));
  });

  it("subtracts what all texts have in common, and the effect of a prefix", async () => {
    const texts = ["A ship crossed the sea.", "The tax form is due at the office."];
    const prefixes = { queryPrefix: "harbour harbour harbour? ", passagePrefix: "harbour harbour harbour: " };
    const cosine = async (centre: boolean): Promise<number> => {
      const shared = embedder({ ...prefixes, centre });
      const [[ship], [tax]] = [
        await shared.embed([texts[0]!], passage),
        await shared.embed([texts[1]!], query),
      ];
      return ship!.reduce((sum, value, at) => sum + value * tax![at]!, 0);
    };
    expect(await cosine(false)).toBeGreaterThan(0.5);
    expect(Math.abs(await cosine(true))).toBeLessThan(0.25);
  });

  it("embeds concurrent calls in common batches", async () => {
    const batches: number[] = [];
    const counting = { ...library, AutoModel: countingLoader(library, batches) };
    const shared = tiny({ library: counting, batchSize: 4 });
    await shared.embed([], passage);
    const answers = await Promise.all([
      shared.embed(sentences, passage),
      ...sentences.map((text) => shared.embed([text], query)),
    ]);
    expect(batches).toEqual([4, 2]);
    expectClose(answers[0]![1]!, answers[2]![0]!);
  });

  it("rejects only the call whose text the model cannot read", async () => {
    const brittle = tiny({ library: { ...library, AutoModel: failingLoader(library, 12) } });
    const [bad, good] = await Promise.allSettled([
      brittle.embed([`${"long ".repeat(20)}`], passage),
      brittle.embed(["a boat"], passage),
    ]);
    expect(bad).toMatchObject({ status: "rejected", reason: { code: "embedder_failed" } });
    expect(good.status).toBe("fulfilled");
  });

  it("an abort while the model loads does not affect other callers", async () => {
    const shared = embedder();
    const controller = new AbortController();
    const stopped = shared.embed(["a boat"], { ...passage, signal: controller.signal });
    const going = shared.embed(["a boat"], passage);
    controller.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    expectClose((await going)[0]!, await vectorOf("a boat"));
  });

  it("names what is missing of a model that may not be downloaded", async () => {
    const failure = await embedder({ model: "acme/absent" })
      .embed(["a boat"], passage)
      .catch((error) => error);
    expect(MemoryError.is(failure, "embedder_failed")).toBe(true);
    expect(String(failure)).toMatch(
      /Cannot embed with acme\/absent: its files must be in .*acme.absent \(config.json/,
    );
    expect(failure.cause).toBeInstanceOf(Error);
  });

  it("names what is missing of a model that was not downloaded before", async () => {
    const cache = mkdtempSync(join(tmpdir(), "keepsake-cache-"));
    const cached = { ...tinyOptions(), library, allowRemote: false, cacheFolder: cache };
    await expect(transformersEmbedder(cached).embed(["a boat"], passage)).rejects.toThrow(
      /downloads are off/,
    );
    rmSync(cache, { recursive: true });
    const downloaded = transformersEmbedder({ ...cached, cacheFolder: models.folder });
    expectClose((await downloaded.embed(["a boat"], passage))[0]!, await vectorOf("a boat"));
  });

  it("loads again after a failure", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-late-"));
    const late = embedder({ localModelPath: join(folder, "models") });
    await expect(late.embed(["a boat"], passage)).rejects.toMatchObject({ code: "embedder_failed" });
    const { symlinkSync } = await import("node:fs");
    symlinkSync(models.folder, join(folder, "models"));
    expectClose((await late.embed(["a boat"], passage))[0]!, await vectorOf("a boat"));
    rmSync(folder, { recursive: true });
  });

  it("names the dimensions of the model if others were given", async () => {
    await expect(vectorOf("a boat", { dimensions: 32 })).rejects.toThrow(
      /dimensions must be the model's own, 64, got 32/,
    );
    await expect(vectorOf("a boat", { model: "tiny-rerank", pooling: "model" })).rejects.toMatchObject({
      code: "embedder_failed",
    });
  });

  it("reports the progress of loading", async () => {
    const observed: { file: string; done: number; total?: number }[] = [];
    await embedder({ onProgress: (progress) => observed.push(progress) }).embed([], passage);
    const last = observed.findLast(({ file }) => file === "onnx/model.onnx")!;
    expect(last.done).toBe(last.total);
    expect(observed.map(({ file }) => file)).toContain("tokenizer.json");
  });

  it("counts tokens once it is loaded, and throws before", async () => {
    const counting = embedder();
    expect(() => counting.countTokens("a boat")).toThrow(/must be loaded first/);
    await counting.embed([], passage);
    expect(counting.countTokens("The boats, two.")).toBe(5);
  });

  it("frees its model, and loads it again when needed", async () => {
    await using shared = embedder();
    const [before] = await shared.embed(["a boat"], passage);
    const running = shared.embed(["a ship"], passage);
    await shared.dispose();
    expectClose((await running)[0]!, await vectorOf("a ship"));
    expect(() => shared.countTokens("a boat")).toThrow(/must be loaded first/);
    expectClose((await shared.embed(["a boat"], passage))[0]!, before!);
  });

  it("remembers and recalls in a memory, which no other settings can open", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-store-"));
    const path = join(folder, "agent.db");
    {
      await using memory = new Memory({ path, embedder: embedder() });
      await memory.remember({ content: "I live in Lisbon.", speaker: "Ana" });
      expect((await memory.recall("Where does Ana live?")).semantic_memory).toMatch(/Lisbon/);
    }
    await using other = new Memory({ path, embedder: embedder({ queryPrefix: "query: " }) });
    await expect(other.recall("Where does Ana live?")).rejects.toMatchObject({ code: "embedder_mismatch" });
    rmSync(folder, { recursive: true });
  });
});

describe("transformersEmbedder", () => {
  it("uses the installed package if none is given", async () => {
    const [vector] = await tiny().embed(["a small boat"], passage);
    expectClose(
      vector!,
      (await staticEmbedder({ dimensions: tinyDimensions }).embed(["a small boat"], passage))[0]!,
    );
  });

  it("reports an installed package that does not load", async () => {
    const broken = {
      get AutoModel(): never {
        throw new Error("no binding");
      },
    };
    const library = { env: { version: "4.0.0" }, AutoTokenizer: {}, AutoModelForSequenceClassification: {} };
    const options = {
      library: Object.defineProperties(library, Object.getOwnPropertyDescriptors(broken)) as never,
    };
    await expect(tiny(options).embed(["a boat"], passage)).rejects.toThrow(
      /Cannot embed with tiny-static: .*no binding/,
    );
  });

  it.each([
    [{ dtype: "q4" }, /takes dtype fp32 or q8, got q4; install @huggingface\/transformers/],
    [{ device: "cuda" }, /runs on the cpu, got cuda/],
  ] as const)("says what the first generation cannot do: %o", async (options, rule) => {
    const library = await libraries["@xenova/transformers"]();
    await expect(tiny({ library, ...options }).embed(["a boat"], passage)).rejects.toThrow(rule);
  });

  it("reports a tokenizer that does not load like a model that does not", async () => {
    const real = await libraries["@huggingface/transformers"]();
    const AutoTokenizer = {
      from_pretrained: async () => () => {
        throw new TypeError("no vocabulary");
      },
    };
    await expect(
      tiny({ library: { ...real, AutoTokenizer } }).embed(["a boat"], passage),
    ).rejects.toMatchObject({
      code: "embedder_failed",
      message: "Cannot embed with tiny-static: the model must be able to read the texts: no vocabulary",
    });
  });

  it("frees the model if its tokenizer does not load", async () => {
    const real = await libraries["@huggingface/transformers"]();
    const freed: string[] = [];
    const AutoModel = { from_pretrained: async () => ({ dispose: async () => freed.push("model") }) };
    const AutoTokenizer = { from_pretrained: () => Promise.reject(new Error("no vocabulary")) };
    const failing = tiny({ library: { ...real, AutoModel, AutoTokenizer } }).embed(["a boat"], passage);
    await expect(failing).rejects.toThrow(/its files must be in .*: no vocabulary/);
    expect(freed).toEqual(["model"]);
  });

  it("refuses vectors that are not finite", async () => {
    const real = await libraries["@huggingface/transformers"]();
    const AutoModel = {
      from_pretrained: async (name: string, options?: object) => {
        const model = (await real.AutoModel.from_pretrained(name, options)) as unknown as Callable;
        return async (inputs: object) => {
          const outputs = await model(inputs);
          outputs.last_hidden_state!.data.fill(Number.NaN);
          return outputs;
        };
      },
    };
    await expect(tiny({ library: { ...real, AutoModel } }).embed(["a boat"], passage)).rejects.toThrow(
      /must be finite/,
    );
  });

  it("has the error of an unreadable model file as its cause", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-damaged-"));
    const { cpSync } = await import("node:fs");
    cpSync(join(models.folder, "tiny-static"), join(folder, "tiny-static"), { recursive: true });
    writeFileSync(join(folder, "tiny-static", "onnx", "model.onnx"), "not a model");
    await expect(tiny({ localModelPath: folder }).embed(["a boat"], passage)).rejects.toMatchObject({
      code: "embedder_failed",
      cause: expect.any(Error),
    });
    rmSync(folder, { recursive: true });
  });
});

type Callable = (inputs: object) => Promise<Record<string, { data: Float32Array; dims: number[] }>>;

function tinyOptions(): TransformersEmbedderOptions {
  return { model: "tiny-static", pooling: "mean", dimensions: tinyDimensions, centre: false };
}

/** Notes how many texts each run of the model had. */
function countingLoader(library: TransformersLibrary, batches: number[]): TransformersLibrary["AutoModel"] {
  return wrapped(library, (model) => async (inputs) => {
    batches.push(inputs.input_ids.dims[0]!);
    return model(inputs);
  });
}

/** A model that cannot run a batch of more tokens. */
function failingLoader(library: TransformersLibrary, most: number): TransformersLibrary["AutoModel"] {
  return wrapped(library, (model) => async (inputs) => {
    if (inputs.input_ids.dims[1]! > most) throw new Error("too long");
    return model(inputs);
  });
}

type Model = (inputs: { input_ids: { dims: readonly number[] } }) => Promise<unknown>;

function wrapped(
  library: TransformersLibrary,
  wrap: (model: Model) => Model,
): TransformersLibrary["AutoModel"] {
  return {
    from_pretrained: async (name, options) =>
      wrap((await library.AutoModel.from_pretrained(name, options)) as Model),
  };
}

function expectClose(vector: Float32Array, other: Float32Array, decimals = 5): void {
  expect(vector.length).toBe(other.length);
  expect(Math.max(...vector.map((value, at) => Math.abs(value - other[at]!)))).toBeCloseTo(0, decimals);
}
