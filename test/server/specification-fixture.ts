/** One server for a whole file of tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, serve } from "keepsake/server";
import { afterAll, beforeAll } from "vitest";
import { type NewStore, type PostOptions, post, type Reply } from "./server-fixture.js";

export { detailsPayload } from "../../src/contract/details.js";
export { searchPayload } from "../../src/contract/recall.js";
export { addPayload } from "../../src/contract/remember.js";

/** Starts before the tests of the file, ends after them. */
export function startForFile() {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-specification-"));
  let server: RunningServer;
  let first: string;
  let stores = 0;
  const keyOf = async ({ name, plan = "open", wallet, rate }: NewStore = {}) => {
    stores += 1;
    const store = await server.folder.create(name ?? `store ${stores}`, plan);
    if (wallet !== undefined) server.folder.registry.deposit(store.name, Math.round(wallet * 1e6));
    const made = server.folder.registry.createKey(
      store.name,
      rate === undefined ? {} : { requestsPerMinute: rate },
    );
    return { key: made.key, id: made.entry.id, store: store.name };
  };
  beforeAll(async () => {
    server = await serve({ folder, create: true, port: 0, memory: { durability: "normal" } });
    first = (await keyOf()).key;
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    keyOf,
    key: () => first,
    fresh: () => ({ server }),
    post: (path: string, body?: unknown, options?: PostOptions): Promise<Reply> =>
      post(`${server.url}${path}`, body, options),
  };
}
