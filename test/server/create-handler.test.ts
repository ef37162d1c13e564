/** The handler without a socket, over services that fail in every way. */
import { createHandler, type LogEntry, singleKey } from "keepsake/server";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { type ErrorCode, errorCodes, MemoryError } from "../../src/contract/errors.js";
import { errorStatus } from "../../src/contract/http.js";
import type { MemoryService } from "../../src/contract/memory-service.js";

const secret = "/home/ana/secret.db contains Ana's diary";

function handlerOver(service: Partial<MemoryService>) {
  const log: LogEntry[] = [];
  const handler = createHandler({
    resolve: singleKey(service as MemoryService, "k"),
    log: (entry) => log.push(entry),
  });
  const ask = (path: string, body: unknown = {}, key = "k") =>
    handler(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { "x-api-key": key },
        body: JSON.stringify(body),
      }),
    );
  return { ask, log, handler };
}

const failing = (error: unknown) => handlerOver({ recall: () => Promise.reject(error) });

const data: { [Code in ErrorCode]?: unknown } = {
  invalid_input: { issues: [{ type: "custom", loc: ["query"], msg: "must be kind" }] },
  rate_limited: { retryAfterMs: 2500 },
  overloaded: { retryAfterMs: 1000 },
};

describe("createHandler()", () => {
  it("answers with the records of a memory, without a socket", async () => {
    const { memory } = await testMemory({ seed: [{ content: "I live in Lisbon.", speaker: "Ana" }] });
    const { ask } = handlerOver(memory);
    const response = await ask("/api/memory/search", { query: "Where does Ana live?" });
    expect(await response.json()).toMatchObject({
      success: true,
      data: { semantic_memory: expect.stringContaining("Lisbon") },
    });
    expect(await (await ask("/api/memory/details", {}, "other")).json()).toMatchObject({
      data: { valid: false },
    });
    await memory.close();
  });

  it.each(errorCodes)("%s has its status, and an answer without details of the machine", async (code) => {
    const { ask } = failing(new MemoryError(code, "Cannot recall", { data: data[code] } as never));
    const response = await ask("/api/memory/search", { query: "x" });
    expect(response.status).toBe(errorStatus[code]);
    const { detail } = (await response.json()) as { detail: { type: string; loc: unknown[]; msg: string }[] };
    expect(detail[0]).toMatchObject({
      type: code === "invalid_input" ? "value_error" : code,
      loc: expect.any(Array),
      msg: expect.any(String),
      input: null,
    });
    expect(response.headers.has("retry-after")).toBe([429, 503].includes(response.status));
  });

  it.each([
    ["an error of no kind", new Error(secret)],
    ["a 500 with a message of its own", new MemoryError("corrupt", secret, {})],
    ["no error at all", secret],
  ])("%s is 500, without its message in the answer or in the log", async (_name, thrown) => {
    const { ask, log } = failing(thrown);
    const response = await ask("/api/memory/search", { query: "x" });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/secret|diary|\.ts/);
    expect(log[0]).toMatchObject({ level: "error", status: 500 });
    expect(JSON.stringify(log)).not.toMatch(/secret|diary/);
    if (thrown instanceof Error) expect(JSON.stringify(log)).toContain("create-handler.test.ts");
  });

  it("reports an error that the library finds as an error of the body", async () => {
    const { ask } = failing(new MemoryError("invalid_input", "x", { data: data.invalid_input as never }));
    expect(await (await ask("/api/memory/search", { query: "x" })).json()).toEqual({
      detail: [
        { type: "value_error", loc: ["body", "query"], msg: "Value error, must be kind", input: null },
      ],
    });
  });

  it("an export that fails at once is an error response; one that fails later ends its stream with an error", async () => {
    const atOnce = handlerOver({
      // biome-ignore lint/correctness/useYield: it fails before its first line.
      async *export() {
        throw new MemoryError("busy", "Cannot export", { data: { timeoutMs: 1 } });
      },
    });
    expect((await atOnce.ask("/api/memory/export")).status).toBe(503);
    const inTheMiddle = handlerOver({
      async *export() {
        yield "{}";
        throw new Error(secret);
      },
    });
    const response = await inTheMiddle.ask("/api/memory/export");
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(/cut short/);
    expect(inTheMiddle.log).toContainEqual(expect.objectContaining({ event: "cut", code: "internal_error" }));
    expect(JSON.stringify(inTheMiddle.log)).not.toMatch(/secret|diary/);
  });

  it("an export whose reader stops is ended", async () => {
    let ended = false;
    const { ask } = handlerOver({
      async *export() {
        try {
          for (;;) yield "{}";
        } finally {
          ended = true;
        }
      },
    });
    await (await ask("/api/memory/export")).body?.cancel();
    expect(ended).toBe(true);
  });

  it("a client that disconnects causes no server error", async () => {
    const gone = new AbortController();
    const { handler, log } = handlerOver({
      recall: async (_input, options) => {
        gone.abort();
        options?.signal?.throwIfAborted();
        throw new Error("the signal was not passed on");
      },
    });
    await handler(
      new Request("http://localhost/api/memory/search", {
        method: "POST",
        headers: { "x-api-key": "k" },
        body: '{"query":"x"}',
        signal: gone.signal,
      }),
    );
    expect(log).toMatchObject([{ status: 499, level: "warn", code: "client_closed" }]);
  });

  it("mounts another handler, which receives the access of the key", async () => {
    const { memory } = await testMemory();
    const handler = createHandler({
      resolve: singleKey(memory, "k"),
      handlers: {
        "/mcp": async (_request, access) => new Response(access === undefined ? "nothing" : "a memory"),
      },
    });
    const ask = async (key: string) =>
      (await handler(new Request("http://localhost/mcp", { headers: { "x-api-key": key } }))).text();
    expect([await ask("k"), await ask("other")]).toEqual(["a memory", "nothing"]);
    await memory.close();
  });

  it("mounts a handler for all paths below one", async () => {
    const mounted = async (request: Request) => new Response(new URL(request.url).pathname);
    const handler = createHandler({ resolve: () => undefined, handlers: { "/fleet/*": mounted } });
    const ask = async (path: string) => {
      const response = await handler(new Request(`http://localhost${path}`));
      return response.status === 200 ? response.text() : response.status;
    };
    expect(await ask("/fleet/accounts/7")).toBe("/fleet/accounts/7");
    expect(await ask("/fleets")).toBe(404);
  });

  it("reports through /healthz that it is closing", async () => {
    let healthy = true;
    const handler = createHandler({ resolve: () => undefined, healthy: () => healthy });
    const ask = () => handler(new Request("http://localhost/healthz"));
    expect((await ask()).status).toBe(200);
    healthy = false;
    expect((await ask()).status).toBe(503);
  });
});
