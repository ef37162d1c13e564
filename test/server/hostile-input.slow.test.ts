/**
 * Hostile bodies and connections: no status 500, no crash, no data of another tenant, bounded
 * memory.
 */
import { createConnection } from "node:net";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../src/contract/http.js";
import { serverForFile } from "./server-fixture.js";

const fixture = serverForFile({ limits: { headersMs: 300, requestMs: 600, checkMs: 50 } });
const secret = "The vault of Ferdinand Quill opens with the word heliotrope.";
let key: string;
let stranger: string;

beforeAll(async () => {
  ({ key } = await fixture().newKey());
  ({ key: stranger } = await fixture().newKey({ name: "neighbour" }));
  await fixture().post("/api/memory/add", { content: secret }, { key: stranger });
});

const jsonPaths = Object.values(endpoints)
  .filter(({ takes }) => takes === "json")
  .map(({ path }) => path);

async function alive(): Promise<void> {
  const { body } = await fixture().post("/api/memory/details", {}, { key });
  expect(body.data.valid).toBe(true);
}

/** Writes raw bytes and collects what comes back until the server ends the connection. */
function raw(...parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(fixture().server.port, "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe("hostile bodies", () => {
  it("a stream of 1 GB is refused at the body limit, and memory stays bounded", async () => {
    const chunk = new Uint8Array(1_048_576).fill(0x20);
    const before = process.memoryUsage().rss;
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 1024) controller.close();
        else controller.enqueue(chunk);
        sent += 1;
      },
    });
    const outcome = await fetch(`${fixture().server.url}/api/memory/add`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body,
      duplex: "half",
    } as RequestInit).then(
      ({ status }) => status,
      // The server may close the connection before the client has read the response.
      () => 413,
    );
    expect(outcome).toBe(413);
    expect(sent).toBeLessThan(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576);
    await alive();
  });

  it("a declared length of 1 GB is refused at once", async () => {
    const reply = await raw(
      `POST /api/memory/add HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\nContent-Length: 1073741824\r\n\r\n`,
      "{",
    );
    expect(statuses(reply)).toEqual([413]);
    await alive();
  });

  it.each(["[", '{"query":', '{"content":[', '{"metadata":{"a":'])(
    "a million of %s is answered",
    async (opening) => {
      const body = opening.repeat(Math.floor(1_000_000 / opening.length));
      for (const path of jsonPaths) {
        const { status } = await fixture().post(path, body, { key });
        expect(status).toBe(422);
      }
    },
  );

  it("deeply nested valid JSON is answered, and returned with at most eight levels", async () => {
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    for (const [path, body] of [
      ["/api/memory/search", `{"query":${deep}}`],
      ["/api/memory/add", `{"content":${deep}}`],
      ["/api/memory/add", `{"content":"x","metadata":{"a":${deep}}}`],
      ["/api/memory/records", `{"filter":{"a":${deep}}}`],
      ["/api/memory/forget", `{"ids":${deep}}`],
    ] as const) {
      const { status, text } = await fixture().post(path, body, { key });
      expect(status).toBe(422);
      expect(text.length).toBeLessThan(10_000);
    }
    expect((await fixture().post("/api/memory/details", `{"a":${deep}}`, { key })).body.data.valid).toBe(
      true,
    );
  });

  it("a million invalid elements cause at most a hundred error details", async () => {
    const { status, body, text } = await fixture().post(
      "/api/memory/forget",
      { ids: Array.from({ length: 9_999 }, () => 5) },
      { key },
    );
    expect(status).toBe(422);
    expect(body.detail.length).toBeLessThanOrEqual(100);
    expect(text.length).toBeLessThan(100_000);
  });

  it("bytes that are not UTF-8, lone surrogates and NUL are 422", async () => {
    expect(
      (await fixture().post("/api/memory/add", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22]), { key })).body
        .detail[0].type,
    ).toBe("json_invalid");
    for (const content of ['"\\ud800"', '"a\\u0000b"'])
      expect((await fixture().post("/api/memory/add", `{"content":${content}}`, { key })).status).toBe(422);
  });

  it("__proto__ in a body is an ordinary key", async () => {
    const { status, body } = await fixture().post(
      "/api/memory/records",
      '{"limit":1,"__proto__":{"stored":true}}',
      { key },
    );
    expect({ status, detail: body.detail[0] }).toMatchObject({
      status: 422,
      detail: { type: "extra_forbidden", loc: ["body", "__proto__"] },
    });
    expect(({} as { stored?: boolean }).stored).toBeUndefined();
  });

  const wrong = [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    "",
    " ",
    "x",
    [],
    [null],
    {},
    { a: 1 },
    "2026-99-99",
    "\u202e",
  ];
  const fields = Object.entries(endpoints).flatMap(([name, { path, input, takes }]) =>
    takes === "json" && "shape" in input
      ? Object.keys(input.shape as object).map((field) => [name, path, field] as const)
      : [],
  );

  it.each(fields)("%s: every wrong type for %s#%s is 422 or an answer", async (_name, path, field) => {
    const needed = { query: "x", content: "x", id: "x", all: undefined };
    for (const value of wrong) {
      const body = {
        ...Object.fromEntries(
          Object.entries(needed).filter(([name]) =>
            path.endsWith({ query: "search", content: "add", id: "history" }[name] ?? "-"),
          ),
        ),
        [field]: value,
      };
      const { status, text } = await fixture().post(path, body, { key: await emptyKey() });
      expect([200, 404, 422]).toContain(status);
      expect(text).not.toContain("heliotrope");
    }
  });

  let empty: string | undefined;
  async function emptyKey(): Promise<string> {
    empty ??= (await fixture().newKey({ name: "empty" })).key;
    return empty;
  }

  it("10,000 random bodies: never a 500, never another tenant's data", async () => {
    const bodies = fc.sample(
      fc.oneof(
        fc.json(),
        fc.string({ unit: "binary" }),
        fc
          .record(
            { query: fc.jsonValue(), content: fc.jsonValue(), limit: fc.jsonValue() },
            { requiredKeys: [] },
          )
          .map((value) => JSON.stringify(value)),
        fc
          .record(
            { ids: fc.jsonValue(), filter: fc.jsonValue(), before: fc.jsonValue(), all: fc.jsonValue() },
            { requiredKeys: [] },
          )
          .map((value) => JSON.stringify(value)),
        fc.uint8Array({ maxLength: 200 }),
      ),
      { numRuns: 10_000, seed: 1 },
    );
    const as = await emptyKey();
    const seen = new Set<number>();
    for (let start = 0; start < bodies.length; start += 32) {
      const replies = await Promise.all(
        bodies
          .slice(start, start + 32)
          .map((body, index) =>
            fixture().post(jsonPaths[(start + index) % jsonPaths.length]!, body, { key: as }),
          ),
      );
      for (const { status, text } of replies) {
        seen.add(status);
        if (text.includes("heliotrope")) expect(text).not.toContain("heliotrope");
      }
    }
    expect([...seen].filter((status) => ![200, 404, 422].includes(status))).toEqual([]);
    await alive();
  }, 120_000);
});

describe("hostile connections", () => {
  const head = "POST /api/memory/details HTTP/1.1\r\nHost: a\r\n";

  it("a request with two kinds of length is refused, so none can be smuggled", async () => {
    const reply = await raw(
      `${head}X-API-Key: ${key}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    expect(statuses(reply)).toEqual([400]);
    expect(reply).not.toContain("valid");
  });

  it.each([
    ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
    ["a space before a colon", "Content-Length : 2\r\n\r\n{}"],
    ["a folded header", "X-A: 1\r\n folded\r\nContent-Length: 2\r\n\r\n{}"],
    ["a bare line feed in a header", "X-A: 1\nX-B: 2\r\nContent-Length: 2\r\n\r\n{}"],
    ["an unknown transfer coding", "Transfer-Encoding: chunked, cow\r\n\r\n0\r\n\r\n"],
    ["a negative length", "Content-Length: -1\r\n\r\n"],
  ])("%s is refused", async (_name, rest) => {
    const reply = await raw(`${head}Connection: close\r\n${rest}`);
    expect(statuses(reply).every((status) => status === 400)).toBe(true);
    await alive();
  });

  it("two keys in one header give no access", async () => {
    const reply = await raw(
      `${head}Connection: close\r\nAuthorization: Bearer ${key}\r\nAuthorization: Bearer ${stranger}\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(reply).toContain('"valid":false');
  });

  it("headers over 16 KiB are refused", async () => {
    const reply = await raw(`${head}X-API-Key: ${"k".repeat(40_000)}\r\n\r\n`);
    expect(statuses(reply)).toEqual([431]);
  });

  it.each([
    "/api/memory/../../registry.db",
    "/api/memory/%2e%2e/%2e%2e/registry.db",
    "//registry.db",
    "/api/memory/add%00",
    "/api\\memory\\add",
    "http://other/api/memory/nothing",
  ])("the path %s is not found", async (path) => {
    const reply = await raw(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`,
    );
    expect(statuses(reply).every((status) => status === 404 || status === 400)).toBe(true);
    expect(reply).not.toMatch(/\/tmp|SQLite|at .*\.ts/);
  });

  it("a client that never completes its headers is disconnected", async () => {
    expect(statuses(await raw("POST /api/memory/add HTTP/1.1\r\nHost: a\r\nX-Slow: "))).toEqual([408]);
  });

  it("a client that never completes its body is disconnected, and others are served meanwhile", async () => {
    const slow = raw(`${head}X-API-Key: ${key}\r\nContent-Length: 100\r\n\r\n{"a":`);
    await alive();
    expect(statuses(await slow)).toEqual([408]);
    await alive();
  });
});

describe("names of stores", () => {
  it.each([
    "../../etc/passwd",
    "/etc/passwd",
    "..",
    "C:\\windows",
    "a/b",
    "registry.db",
    "%2e%2e",
    "'; drop table stores; --",
    "<script>",
  ])("%s is a label and not a path", async (name) => {
    const { key: own, storeId } = await fixture().newKey({ name });
    expect((await fixture().post("/api/memory/details", {}, { key: own })).body.data.memory).toMatchObject({
      id: storeId,
      name,
    });
  });

  it.each(["", "  ", "a\0b", "a\nb", "\u001b[31m", "x".repeat(129), "\ud800"])(
    "%j is refused",
    async (name) => {
      await expect(fixture().server.folder.create(name, "open")).rejects.toMatchObject({
        code: "invalid_input",
      });
    },
  );
});
