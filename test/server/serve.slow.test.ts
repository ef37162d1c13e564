/**
 * A running server: accounts that change meanwhile, stores that open and close, logs, and shutdown.
 */

import { existsSync, readdirSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { type LogEntry, StoreFolder } from "keepsake/server";
import { testClock } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { startServer, temporaryFolder } from "./server-fixture.js";

const sentence = "Ferdinand Quill keeps the heliotrope ledger in Antwerp.";

describe("accounts", () => {
  it("change while the server runs, with effect from the next call", async () => {
    const { post, newKey, folder } = bound(await startServer());
    const { key, store, id } = await newKey({ plan: "builder", wallet: 1 });
    const beside = new StoreFolder({ folder });
    const details = async () => (await post("/api/memory/details", {}, { key })).body.data;

    beside.registry.accounts.deposit(store, 2_000_000);
    expect((await details()).wallet_balance).toBe(3);
    beside.registry.plans.set({ name: "team", storage_gb: 50, token_rate: 2 });
    beside.registry.accounts.assignPlan(store, "team");
    expect((await details()).plan).toEqual({ name: "team", storage_gb: 50, token_rate: 2 });
    const { tokens, cost } = (await post("/api/memory/search", { query: "x" }, { key })).body.data;
    expect(cost).toBeCloseTo((2 * tokens) / 1e6, 9);
    beside.registry.stores.rename(store, "renamed");
    expect((await details()).memory.name).toBe("renamed");
    beside.registry.keys.revoke(id);
    expect(await details()).toMatchObject({ valid: false });
    await beside.close();
  });

  it("prices are the server's: USD per million tokens times the plan's rate", async () => {
    const { post, newKey } = bound(await startServer({ prices: { add: 3, search: 0 } }));
    const { key } = await newKey({ plan: "builder", wallet: 1 });
    const add = (await post("/api/memory/add", { content: sentence }, { key })).body.data;
    expect(add.cost).toBeCloseTo((3 * add.tokens) / 1e6, 9);
    expect((await post("/api/memory/search", { query: "x" }, { key })).body.data.cost).toBe(0);
  });

  it("usage, spend and wallet_balance add up exactly under concurrency, to the last micro-dollar", async () => {
    const { post, newKey } = bound(await startServer());
    const { key } = await newKey({ plan: "builder", wallet: 0.001 });
    const calls = Array.from({ length: 120 }, (_, index) =>
      index % 2 === 0
        ? post(
            "/api/memory/add",
            { content: `Person ${index} moved to town number ${index} in May.` },
            { key },
          )
        : post(
            "/api/memory/search",
            { query: `Where does person ${index - 1} live?`, token_budget: 60 },
            { key },
          ),
    );
    const replies = await Promise.all(calls);
    const paid = replies.filter(({ status }) => status === 200).map(({ body }) => body.data);
    const micros = (usd: number) => Math.round(usd * 1e6);
    const spent = paid.reduce((sum, { cost }) => sum + micros(cost), 0);
    expect(replies.some(({ status }) => status === 402)).toBe(true);
    expect(replies.every(({ status }) => status === 200 || status === 402)).toBe(true);

    const { memory, wallet_balance } = (await post("/api/memory/details", {}, { key })).body.data;
    expect(micros(memory.usage.spend)).toBe(spent);
    expect(memory.usage.requests).toBe(paid.length);
    expect(memory.usage.tokens).toBe(paid.reduce((sum, { tokens }) => sum + tokens, 0));
    expect(micros(wallet_balance)).toBe(1000 - spent);
    expect(wallet_balance).toBeGreaterThanOrEqual(0);
    expect(memory.storage_used).toBe(
      paid.reduce((sum, { total_storage_bytes = 0 }) => sum + total_storage_bytes, 0),
    );
    const balances = paid.map((payload) => micros(payload.wallet_balance));
    expect(new Set(balances.filter((_, index) => paid[index].cost > 0)).size).toBe(
      paid.filter(({ cost }) => cost > 0).length,
    );
  });

  it("each key has its own rate limit, which refills with time", async () => {
    const clock = testClock();
    const { post, newKey, server } = bound(await startServer({ clock }));
    const { key, store } = await newKey({ rate: 3 });
    const other = server.folder.registry.keys.create(server.folder.registry.stores.get(store)).key;
    const status = async (as: string) => (await post("/api/memory/details", {}, { key: as })).status;
    expect([await status(key), await status(key), await status(key), await status(key)]).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await status(other)).toBe(200);
    clock.advance(20_000);
    expect([await status(key), await status(key)]).toEqual([200, 429]);
  });
});

describe("two tenants", () => {
  it("never see each other's data, in results, listings, histories, errors or logs", async () => {
    const { post, newKey, log } = bound(await startServer());
    const mine = await newKey({ name: "mine" });
    const theirs = await newKey({ name: "theirs" });
    const added = await post("/api/memory/add", { content: sentence }, { key: mine.key });
    const recordId = added.body.data.data.data.memory_decisions.episodic.items.concat(
      added.body.data.data.data.memory_decisions.semantic.items,
    )[0].record_id;
    const asked = await Promise.all(
      [
        ["/api/memory/search", { query: "Where does Ferdinand Quill keep the ledger?" }],
        ["/api/memory/records", {}],
        ["/api/memory/records", { ids: [recordId] }],
        ["/api/memory/history", { id: recordId }],
        ["/api/memory/audit", {}],
        ["/api/memory/export", {}],
        ["/api/memory/forget", { ids: [recordId], confirm: true }],
        ["/api/memory/forget", { query: "heliotrope", confirm: true }],
        ["/api/memory/forget", { all: true, confirm: true }],
        ["/api/memory/details", {}],
      ].map(([path, body]) => post(path as string, body, { key: theirs.key })),
    );
    for (const { text } of asked) expect(text).not.toMatch(/heliotrope|Quill|mine/);
    const missing = await post("/api/memory/history", { id: "nobody" }, { key: theirs.key });
    const foreign = await post("/api/memory/history", { id: recordId }, { key: theirs.key });
    expect(foreign.text.replaceAll(recordId, "nobody")).toBe(missing.text);
    expect(
      (
        await post(
          "/api/memory/search",
          { query: "Where does Ferdinand Quill keep the ledger?" },
          { key: mine.key },
        )
      ).text,
    ).toContain("heliotrope");
    expect(JSON.stringify(log)).not.toMatch(/heliotrope|Quill|Antwerp|ksk_/);
  });

  it("an unknown key and a revoked key get the same response", async () => {
    const { post, newKey, server } = bound(await startServer());
    const { key, id } = await newKey();
    server.folder.registry.keys.revoke(id);
    const wrongSecret = key.slice(0, 16) + (key[16] === "A" ? "B" : "A") + key.slice(17);
    const replies = await Promise.all(
      [key, wrongSecret, "ksk_nothing", "x".repeat(5000)].map((as) =>
        post("/api/memory/details", {}, { key: as }),
      ),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
  });
});

describe("stores", () => {
  it("are opened on demand, and the least recently used are closed without loss", async () => {
    const { post, newKey, folder, storesOpen } = bound(await startServer({ mostOpen: 2 }));
    const keys: string[] = [];
    for (let index = 0; index < 6; index += 1) keys.push((await newKey()).key);
    const said = await Promise.all(
      keys.map((key, index) =>
        post("/api/memory/add", { content: `Tenant ${index} is called Name${index}.` }, { key }),
      ),
    );
    expect(said.every(({ body }) => body.data.stored)).toBe(true);
    for (const [index, key] of keys.entries())
      expect((await post("/api/memory/records", {}, { key })).text).toContain(`Name${index}`);
    expect(storesOpen(folder)).toBeLessThanOrEqual(3);
  });

  it("are private files, named by id", async () => {
    const { newKey, folder } = bound(await startServer());
    const { storeId } = await newKey({ name: "../secret" });
    const file = join(folder, "stores", `${storeId}.db`);
    expect(existsSync(file)).toBe(true);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(join(folder, "registry.db")).mode & 0o077).toBe(0);
    expect(readdirSync(join(folder, "stores")).filter((name) => name.startsWith("new-"))).toEqual([]);
  });

  it("export as JSON Lines and import again over HTTP", async () => {
    const { post, newKey } = bound(await startServer());
    const from = await newKey();
    const to = await newKey();
    await post("/api/memory/add", { content: sentence }, { key: from.key });
    const exported = await post("/api/memory/export", {}, { key: from.key });
    expect(exported.headers.get("content-type")).toBe("application/x-ndjson");
    const brought = await post("/api/memory/import", exported.text, { key: to.key });
    expect(brought.body.data.records).toBeGreaterThan(0);
    expect((await post("/api/memory/export", {}, { key: to.key })).text.split("\n").slice(1)).toEqual(
      exported.text.split("\n").slice(1),
    );
    expect((await post("/api/memory/import", "no json", { key: to.key })).status).toBe(422);
  });
});

describe("the log", () => {
  it("has path, status, duration, and the ids of store and key of each request, and the code of a refused one", async () => {
    const { post, newKey, log } = bound(await startServer());
    const { key, id, storeId } = await newKey();
    await post("/api/memory/search", { query: "a secret question" }, { key });
    await post("/api/memory/search", {}, { key });
    await post("/a/secret/path?with=query", {}, { key });
    await post("/api/memory/details", {}, { key: "a secret key" });
    const requests = log.filter(({ event }) => event === "request");
    expect(requests).toMatchObject([
      {
        level: "info",
        method: "POST",
        path: "/api/memory/search",
        status: 200,
        store: storeId,
        key: id,
        ms: expect.any(Number),
      },
      { level: "warn", path: "/api/memory/search", status: 422, code: "missing" },
      { level: "warn", path: "unknown", status: 404 },
      { level: "info", path: "/api/memory/details", status: 200, code: "invalid_key" },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/secret/);
  });
});

describe("a client that disconnects", () => {
  it.each([
    ["in the middle of a body of known length", "Content-Length: 100\r\n\r\n{"],
    ["in the middle of a body in pieces", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
  ])("%s is logged as such, and is not a server error", async (_when, rest) => {
    const noted = new Promise<LogEntry>((resolve) => {
      void startServer({ log: (entry) => entry.event === "request" && resolve(entry) }).then(({ server }) => {
        const socket = createConnection(server.port, "127.0.0.1", () => {
          socket.write(`POST /api/memory/add HTTP/1.1\r\nHost: a\r\n${rest}`, () => socket.destroy());
        });
      });
    });
    expect(await noted).toMatchObject({ status: 499, level: "warn", code: "client_closed" });
  });
});

describe("close()", () => {
  it("completes requests in progress, accepts no new ones, and logs it", async () => {
    const { post, newKey, server, log } = bound(await startServer());
    const { key } = await newKey();
    const calls = Array.from({ length: 20 }, (_, index) =>
      post("/api/memory/add", { content: `Guest ${index} is called Visitor${index}.` }, { key }),
    );
    await Promise.race(calls);
    await server.close();
    const outcomes = await Promise.allSettled(calls);
    const answered = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(answered.every(({ status }) => status === 200)).toBe(true);
    await expect(post("/healthz", undefined, { method: "GET" })).rejects.toThrow();
    expect(log.slice(-1)).toMatchObject([{ event: "closed" }]);
    expect(log[0]).toMatchObject({ event: "listening" });
  });

  it("does not wait for an idle connection", async () => {
    const { server } = bound(await startServer());
    const idle = createConnection(server.port, "127.0.0.1");
    await new Promise((resolve) => idle.once("connect", resolve));
    const ended = new Promise((resolve) => idle.once("close", resolve));
    await server.close();
    await ended;
  });

  it("cuts requests that take too long", async () => {
    const { server } = bound(await startServer({ limits: { shutdownMs: 50 } }));
    const slow = createConnection(server.port, "127.0.0.1");
    slow.on("error", () => undefined);
    await new Promise((resolve) => slow.once("connect", resolve));
    slow.write("POST /api/memory/add HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");
    const ended = new Promise((resolve) => slow.once("close", resolve));
    await server.close();
    await ended;
  });

  it("leaves a folder that the next server can open", async () => {
    const folder = temporaryFolder();
    const first = bound(await startServer({ folder }));
    const { key } = await first.newKey();
    await first.post("/api/memory/add", { content: sentence }, { key });
    await first.server.close();
    const second = bound(await startServer({ folder }));
    expect((await second.post("/api/memory/records", {}, { key })).text).toContain("heliotrope");
    expect((await second.post("/api/memory/verify_audit", {}, { key })).body.data.valid).toBe(true);
  });
});

/** The fixture's methods, bound so that they can be destructured. */
function bound(fixture: Awaited<ReturnType<typeof startServer>>) {
  return {
    server: fixture.server,
    folder: fixture.folder,
    log: fixture.log,
    post: fixture.post.bind(fixture),
    newKey: fixture.newKey.bind(fixture),
    /** A store has a write-ahead log while its file is open. */
    storesOpen: (folder: string) =>
      readdirSync(join(folder, "stores")).filter((name) => name.endsWith("-wal")).length,
  };
}
