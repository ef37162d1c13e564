/** Hostile requests to `/mcp`: no status 500, no crash, and no text of the store in a response. */
import fc from "fast-check";
import { Memory, MemoryError, type MemoryService } from "keepsake";
import { mcpHandler } from "keepsake/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let memory: Memory;
const handler = mcpHandler();
beforeAll(async () => {
  memory = new Memory();
  await memory.remember("The vault opens with 8819.");
});
afterAll(async () => {
  await handler.close();
  await memory.close();
});

async function send(
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const request = new Request("http://localhost/mcp", {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
  const response = await handler.answer(request, { service: memory });
  return { status: response.status, text: await response.text() };
}

const call = (name: unknown, input: unknown, extra: object = {}) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: input },
    ...extra,
  });

describe("mcpHandler()", () => {
  it.each([
    ["nothing", ""],
    ["broken JSON", '{"jsonrpc": "2.0", '],
    ["a number", "7"],
    ["an empty batch", "[]"],
    ["a deep batch", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
    ["no method", '{"jsonrpc":"2.0","id":1}'],
    ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}'],
    ["an unknown tool", call("sudo", {})],
    ["a tool that is no name", call({ name: "recall" }, {})],
    ["arguments that are none", call("recall", "Where?")],
    ["a prototype", call("recall", JSON.parse('{"query":"x","__proto__":{"as_of":7}}'))],
    [
      "a deep argument",
      call("recall", { query: "x", filter: 0 }).replace(
        '"filter":0',
        `"filter":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
      ),
    ],
    ["lone surrogates", call("remember", { content: "\ud800" })],
    [
      "a path for an id",
      '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"keepsake://records/..%2f..%2fetc/source"}}',
    ],
    [
      "a foreign resource",
      '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
    ],
  ])("answers %s without a 500", async (_, body) => {
    const { status, text } = await send(body);
    expect(status).toBeLessThan(500);
    expect(text).not.toContain("8819");
    expect(text).not.toMatch(/\bat .*\.(?:js|ts):\d+/);
  });

  it("answers 300 random bodies without a 500", async () => {
    const value = fc.jsonValue();
    const random = fc.oneof(
      fc.string(),
      value.map((one) => JSON.stringify(one)),
      fc
        .tuple(fc.constantFrom("remember", "recall", "forget", "details", "x"), value)
        .map(([name, input]) => call(name, input)),
      fc
        .tuple(fc.string(), value)
        .map(([method, params]) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })),
    );
    await fc.assert(
      fc.asyncProperty(
        random,
        fc.constantFrom("", "2025-06-18", "2026-07-28", "x"),
        async (body, version) => {
          const { status } = await send(body, version === "" ? {} : { "mcp-protocol-version": version });
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      "an error of the store",
      new MemoryError("corrupt", "Cannot open /var/lib/acme/1.db: it is damaged", {}),
    ],
    ["a defect", new TypeError("undefined is not a function at /srv/app.js")],
  ])("returns no detail of the machine if %s stops a call, and passes it to onDefect", async (_, thrown) => {
    const defects: unknown[] = [];
    const broken = { records: () => Promise.reject(thrown), recall: () => Promise.reject(thrown) };
    const service = broken as unknown as MemoryService;
    const ask = async (body: string) => {
      const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
      const request = new Request("http://localhost/mcp", { method: "POST", body, headers });
      return (
        await mcpHandler({ onDefect: (error) => defects.push(error) }).answer(request, { service })
      ).text();
    };
    const uri = "keepsake://records/r1/source";
    const read = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri } };
    for (const text of [await ask(call("recall", { query: "x" })), await ask(JSON.stringify(read))]) {
      expect(text).toContain("got: it failed");
      expect(text).not.toMatch(/\/var|\/srv|damaged|function/);
    }
    expect(defects).toEqual([thrown, thrown]);
  });

  it.each(["GET", "DELETE", "PUT"])("answers %s without a 500", async (method) => {
    const response = await handler.answer(new Request("http://localhost/mcp", { method }), {
      service: memory,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  });
});
