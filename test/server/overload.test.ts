/**
 * Requests over a limit are refused as overloaded before their body is read. Each request has an
 * id.
 */
import { Memory } from "keepsake";
import { MemoryClient } from "keepsake/client";
import { Admission, createHandler, type LogEntry, singleKey } from "keepsake/server";
import { describe, expect, it } from "vitest";
import type { MemoryService } from "../../src/contract/memory-service.js";
import { startServer } from "./server-fixture.js";

/** A handler over a memory whose recall waits until the test releases it. */
function slowHandler(admission: Admission) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const log: LogEntry[] = [];
  const service = {
    recall: async () => {
      await gate;
      return {};
    },
  } as unknown as MemoryService;
  const resolve = singleKey(service, "k");
  const handlers = { "/mcp": async () => new Response("a handler") };
  const handler = createHandler({ resolve, admission, handlers, log: (entry) => log.push(entry) });
  const ask = (
    body: string | ReadableStream = '{"query":"x"}',
    headers: Record<string, string> = {},
    path = "/api/memory/search",
  ) =>
    handler(
      new Request(`http://localhost${path}`, {
        method: "POST",
        body,
        duplex: "half",
        headers: { "x-api-key": "k", ...headers },
      } as RequestInit),
    );
  return { ask, letGo, log };
}

describe("a service at its limits", () => {
  it("refuses requests over the limit of a key with 503 and Retry-After, and accepts them later", async () => {
    const { ask, letGo, log } = slowHandler(new Admission({ requestsOfKey: 2 }));
    const taken = [ask(), ask()];
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({
      detail: [
        { type: "overloaded", msg: expect.stringContaining("2 requests"), ctx: { retryAfterMs: 1000 } },
      ],
    });
    expect((await ask("{}", {}, "/mcp")).status).toBe(503);
    letGo();
    expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask()).status).toBe(200);
    expect((await ask("{}", {}, "/mcp")).status).toBe(200);
    expect(log.filter((entry) => "code" in entry && entry.code === "overloaded")).toHaveLength(2);
  });

  it("counts the bytes of bodies, and does not read a body that it refuses", async () => {
    const { ask, letGo } = slowHandler(new Admission({ bodyBytes: 1_500_000 }));
    const large = `{"query":"x"}${" ".repeat(1_000_000)}`;
    const taken = ask(large, { "content-length": String(large.length) });
    let read = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          read += 1;
          controller.enqueue(new TextEncoder().encode(large));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const refused = await ask(body, { "content-length": String(large.length) });
    expect([refused.status, read]).toEqual([503, 0]);
    letGo();
    expect((await taken).status).toBe(200);
  });

  it("ends the count of a failed request, of an export that was read, and of one whose reader stopped", async () => {
    await using memory = new Memory();
    await memory.remember("I live in Lisbon.");
    const admission = new Admission();
    const handler = createHandler({ resolve: singleKey(memory, "k"), admission });
    const post = (path: string, body: string) =>
      handler(
        new Request(`http://localhost${path}`, { method: "POST", body, headers: { "x-api-key": "k" } }),
      );
    expect((await post("/api/memory/search", "{")).status).toBe(422);
    const read = await post("/api/memory/export", "{}");
    expect(admission.requests).toBe(1);
    await read.text();
    await (await post("/api/memory/export", "{}")).body?.cancel();
    expect([admission.requests, admission.bytes]).toEqual([0, 0]);
  });

  it("is overloaded for the client too, after its last retry", async () => {
    const { newKey, server } = await startServer({ admission: { requests: 0 } }).then((fixture) => ({
      newKey: () => fixture.newKey(),
      server: fixture.server,
    }));
    const { key } = await newKey();
    await using client = new MemoryClient({ url: server.url, key, retries: 0 });
    await expect(client.recall("x")).rejects.toMatchObject({
      code: "overloaded",
      data: { retryAfterMs: 1000 },
    });
  });
});

describe("the id of a request", () => {
  it("is the caller's if its form is valid, otherwise a new one, and is in the response and the log", async () => {
    const { ask, letGo, log } = slowHandler(new Admission());
    letGo();
    const own = await ask(undefined, { "x-request-id": "trace-17" });
    const hostile = await ask(undefined, { "x-request-id": 'a" b' });
    const none = await ask("{");
    const ids = [own, hostile, none].map(({ headers }) => headers.get("x-request-id"));
    expect(ids).toEqual([
      "trace-17",
      expect.stringMatching(/^[0-9a-f-]{36}$/),
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
    expect(log.map((entry) => "request" in entry && entry.request)).toEqual(ids);
  });
});
