/** What is downloaded, and what never is. A hub of files on this disk replaces the real one. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { transformersEmbedder } from "../../../src/embedders/transformers/index.js";
import type { TransformersLibrary } from "../../../src/models/local/library.js";
import { crossEncoderRerank } from "../../../src/rerankers/transformers/index.js";
import { tinyDimensions } from "../../../training/tiny-models/write-models.js";
import { libraries, TinyModels } from "./fixture.js";

const models = new TinyModels();
afterAll(() => models.remove());

const asked: string[] = [];
/** Serves `https://huggingface.co/acme/NAME/resolve/REVISION/FILE`. */
const hub = vi.fn(async (input: string | URL | Request) => {
  const address = new URL(input instanceof Request ? input.url : input);
  asked.push(`${address.host}${address.pathname}`);
  const [, name = "", file = ""] = /^\/acme\/([^/]+)\/resolve\/[^/]+\/(.+)$/.exec(address.pathname) ?? [];
  const path = join(models.folder, name, file);
  if (!existsSync(path) || file === "") return new Response("Not Found", { status: 404 });
  const bytes = readFileSync(path);
  return new Response(bytes, { headers: { "content-length": `${bytes.length}` } });
});

describe.each(Object.entries(libraries))("models through %s", (_name, load) => {
  let library: TransformersLibrary;
  let cacheFolder: string;
  beforeAll(async () => {
    library = await load();
  });
  beforeEach(() => {
    asked.length = 0;
    cacheFolder = mkdtempSync(join(tmpdir(), "keepsake-cache-"));
    vi.stubGlobal("fetch", hub);
    // The second generation uses the `fetch` that existed when it was imported.
    if ("fetch" in library.env)
      vi.spyOn(library.env as { fetch: typeof hub }, "fetch").mockImplementation(hub);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    rmSync(cacheFolder, { recursive: true, force: true });
  });

  const embedder = (options: object) =>
    transformersEmbedder({
      model: "acme/tiny-static",
      pooling: "mean",
      dimensions: tinyDimensions,
      library,
      ...options,
    });
  const passage = { kind: "passage" } as const;

  it("are downloaded from the hub, in the requested revision, and used again without a network", async () => {
    const options = { cacheFolder, revision: "v2" };
    const [downloaded] = await embedder(options).embed(["a small boat"], passage);
    expect(asked).toContain("huggingface.co/acme/tiny-static/resolve/v2/onnx/model.onnx");
    asked.length = 0;
    const [kept] = await embedder({ ...options, allowRemote: false }).embed(["a small boat"], passage);
    expect(kept).toEqual(downloaded);
    expect(asked).toEqual([]);
  });

  it("are not requested if the network is off", async () => {
    const absent = { model: "acme/absent" };
    const offline = [
      { allowRemote: false, cacheFolder },
      { allowRemote: false },
      { localModelPath: models.folder },
    ];
    for (const options of offline) {
      await expect(embedder({ ...absent, ...options }).embed(["a boat"], passage)).rejects.toMatchObject({
        code: "embedder_failed",
      });
      const rerank = crossEncoderRerank({ ...absent, library, ...options });
      await expect(rerank("a", [{ record_id: "1", text: "b", score: 1 }], {})).rejects.toMatchObject({
        code: "rerank_failed",
      });
    }
    await embedder({ model: "tiny-static", localModelPath: models.folder }).embed(["a boat"], passage);
    expect(asked).toEqual([]);
  });

  it("report what to do if the hub does not have them", async () => {
    const failing = embedder({ model: "acme/absent", cacheFolder }).embed(["a boat"], passage);
    await expect(failing).rejects.toThrow(
      /Cannot embed with acme\/absent: the model must load from the hub \(without a network, set/,
    );
    expect(asked.length).toBeGreaterThan(0);
  });
});
