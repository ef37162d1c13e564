/** Stores with models of their own: made from the registry's settings, and never a key in them. */
import { MemoryError } from "keepsake";
import { scriptedExtractor } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import type { StoreModels } from "../../../src/accounts/registry/stores/store-models.js";
import { staticEmbedder } from "../../../src/embedders/static-embedder.js";
import type { MakeModels } from "../../../src/server/stores/store-models.js";
import { startServer, temporaryFolder } from "../server-fixture.js";

const embedder = (dimensions: number) => ({ name: `static:${dimensions}`, options: {} });
const scripted = { name: "scripted", options: {} };

/** Makes static embedders and scripted extractors, and counts what it made. */
function maker() {
  const made: StoreModels[] = [];
  const make: MakeModels = async (settings) => {
    made.push(settings);
    const dimensions = Number(settings.embedder?.name.split(":")[1]);
    if (settings.extractor !== undefined && settings.extractor.name !== "scripted")
      throw new MemoryError("invalid_input", "Cannot make models: no such extractor", {
        data: { issues: [] },
      });
    return {
      ...(settings.embedder === undefined
        ? {}
        : { embedder: staticEmbedder({ dimensions: dimensions as 64 }) }),
      ...(settings.extractor === undefined
        ? {}
        : {
            extractor: scriptedExtractor({
              pelican: [{ type: "semantic", entity: "Zed", property: "bird", value: "pelican" }],
            } as never),
          }),
    };
  };
  return { made, make };
}

describe("a store with models of its own", () => {
  it("is opened with them, another store with the service's; equal settings share a model", async () => {
    const { made, make } = maker();
    const { server, registry, newKey, post } = bound(await startServer({ models: make }));
    const [one, two, plain] = [await newKey(), await newKey(), await newKey()];
    for (const { store } of [one, two]) await server.folder.setModels(store, { embedder: embedder(64) });
    const sizes: number[] = [];
    for (const { key } of [one, two, plain]) {
      const { body } = await post("/api/memory/add", { content: "Ana moved to Lisbon." }, { key });
      sizes.push(body.data.embedding_bytes);
      const found = await post("/api/memory/search", { query: "Where does Ana live?" }, { key });
      expect(found.body.data.semantic_memory).toContain("Lisbon");
    }
    expect(sizes[0]).toBe(sizes[1]);
    expect(sizes[2]).toBeGreaterThan(sizes[0]!);
    expect(made).toEqual([{ embedder: embedder(64) }]);
    expect(registry.stores.get(plain.store).models).toEqual({});
  });

  it("moves what it has to a new embedder, and keeps it while the extractor changes", async () => {
    const { make } = maker();
    const { server, registry, newKey, post } = bound(await startServer({ models: make }));
    const { key, store } = await newKey();
    await post("/api/memory/add", { content: "Ana moved to Lisbon." }, { key });
    await server.folder.setModels(store, { embedder: embedder(128) });
    await server.folder.setModels(store, { embedder: embedder(128), extractor: scripted });
    expect(registry.stores.get(store).models).toEqual({ embedder: embedder(128), extractor: scripted });
    const found = await post("/api/memory/search", { query: "Where does Ana live?" }, { key });
    expect(found.body.data.semantic_memory).toContain("Lisbon");
    const operations = (
      await server.folder.service(registry.stores.get(store)).audit({ operation: "REEMBED" })
    ).items;
    expect(operations).toHaveLength(1);
    await server.folder.setModels(store, {});
    const again = await post("/api/memory/add", { content: "Ana works as a nurse." }, { key });
    expect(again.body.data.stored).toBe(true);
  });

  it("is refused where its setting is not understood: nothing changes, and no service starts", async () => {
    const { make } = maker();
    const folder = temporaryFolder();
    const { server, registry, newKey } = bound(await startServer({ folder, models: make }));
    const { store } = await newKey();
    await expect(
      server.folder.setModels(store, { extractor: { name: "nobody", options: {} } }),
    ).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(registry.stores.get(store).models).toEqual({});
    registry.stores.setModels(store, { extractor: { name: "nobody", options: {} } });
    await expect(startServer({ folder, models: make })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(startServer({ folder })).rejects.toMatchObject({
      code: "unsupported",
      message: expect.stringContaining(store),
    });
  });

  it("has no key in its setting", async () => {
    const { make } = maker();
    const { server, registry, newKey } = bound(await startServer({ models: make }));
    const { store } = await newKey();
    for (const options of [
      { apiKey: "sk-1" },
      { headers: { Authorization: "Bearer sk-1" } },
      { headers: { "x-api-key": "sk-1" } },
    ])
      await expect(
        server.folder.setModels(store, { embedder: { name: "static:64", options } }),
      ).rejects.toMatchObject({ code: "invalid_input" });
    expect(registry.stores.get(store).models).toEqual({});
  });
});

/** The fixture's parts, as functions. */
function bound(fixture: Awaited<ReturnType<typeof startServer>>) {
  return {
    server: fixture.server,
    registry: fixture.registry,
    newKey: () => fixture.newKey(),
    post: (...request: Parameters<typeof fixture.post>) => fixture.post(...request),
  };
}
