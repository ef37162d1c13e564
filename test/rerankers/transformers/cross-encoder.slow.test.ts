import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Memory, MemoryError } from "../../../src/index.js";
import type { TransformersLibrary } from "../../../src/models/local/library.js";
import {
  type CrossEncoderRerankOptions,
  crossEncoderRerank,
} from "../../../src/rerankers/transformers/index.js";
import { libraries, TinyModels } from "../../models/local/fixture.js";

const models = new TinyModels();
afterAll(() => models.remove());

const tiny = (options: Partial<CrossEncoderRerankOptions> = {}) =>
  crossEncoderRerank({ model: "tiny-rerank", localModelPath: models.folder, ...options });

const candidates = (texts: readonly string[]) =>
  texts.map((text, index) => ({ record_id: `${index}`, text, score: 0.5 }));

/** Words shared with "where is the red key": none, three, one, four pairs. */
const texts = [
  "nothing at all",
  "the red key hangs",
  "a key, somewhere far away in an old house",
  "the red key is",
];
const shared = [0, 3, 1, 4];

describe.each(Object.entries(libraries))("crossEncoderRerank through %s", (_name, load) => {
  let library: TransformersLibrary;
  beforeAll(async () => {
    library = await load();
  });

  it("returns the model's logit for each candidate, in order, in batches of any size", async () => {
    for (const batchSize of [1, 3, 32])
      expect(await tiny({ library, batchSize })("where is the red key", candidates(texts), {})).toEqual(
        shared,
      );
  });

  it("returns nothing for no candidates", async () => {
    expect(await tiny({ library })("where?", [], {})).toEqual([]);
  });

  it("answers concurrent calls each with its own scores, and an abort affects no other call", async () => {
    const rerank = tiny({ library, batchSize: 2 });
    const controller = new AbortController();
    const stopped = rerank("red", candidates(texts), { signal: controller.signal });
    const calls = ["where is the red key", "nothing", "house"].map((query) =>
      rerank(query, candidates(texts), {}),
    );
    controller.abort(new Error("enough"));
    await expect(stopped).rejects.toThrow("enough");
    expect(await Promise.all(calls)).toEqual([shared, [1, 0, 0, 0], [0, 0, 1, 0]]);
  });

  it("truncates question and passage on request", async () => {
    const query = "the red key";
    const far = candidates(["one two three four five six the red key", "the red key one two three four"]);
    expect(await tiny({ library, maxTokens: 12 })(query, far, {})).toEqual([1, 3]);
  });

  it("decides the order in which a memory answers", async () => {
    await using rerank = tiny({ library });
    await using memory = new Memory({ rerank });
    await memory.remember({ content: "Tom likes tea with milk.", speaker: "Ana" });
    await memory.remember({ content: "Tom likes black tea: what Tom likes is tea.", speaker: "Ana" });
    const { records = [] } = await memory.recall({ query: "What tea does Tom like?", explain: true });
    expect(records[0]?.text).toMatch(/black tea/);
  });

  it("refuses a model with more than one logit", async () => {
    const failure = await tiny({ library, model: "tiny-static" })("where?", candidates(texts), {}).catch(
      (error) => error,
    );
    expect(MemoryError.is(failure, "rerank_failed")).toBe(true);
    expect(String(failure)).toMatch(/must give one logit per pair, as cross-encoders do, got none/);
  });

  it("names what is missing of a model that may not be downloaded, through recall too", async () => {
    const rerank = tiny({ library, model: "acme/absent" });
    await expect(rerank("where?", candidates(texts), {})).rejects.toThrow(
      /Cannot rerank with acme\/absent: its files must be in/,
    );
    await using memory = new Memory({ rerank });
    await memory.remember("The ladder hangs in the shed.");
    await expect(memory.recall("Where does the ladder hang?")).rejects.toMatchObject({
      code: "rerank_failed",
    });
  });
});

describe("crossEncoderRerank", () => {
  it("uses the installed package if none is given, and frees its model", async () => {
    const rerank = tiny();
    const running = rerank("where is the red key", candidates(texts), {});
    await rerank.dispose();
    expect(await running).toEqual(shared);
    expect(await rerank("nothing", candidates(texts), {})).toEqual([1, 0, 0, 0]);
  });

  it.each([
    [{ model: "../secret" }, /model: must be a model's name/],
    [{ model: "a/b", batchSize: 0 }, /batchSize/],
    [{ model: "a/b", pooling: "mean" }, /pooling/],
  ])("refuses %o", (options, rule) => {
    expect(() => crossEncoderRerank(options as never)).toThrow(rule);
  });
});
