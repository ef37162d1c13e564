import { MemoryClient, MemoryError } from "keepsake/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { addAnswer, detailsAnswer, handled, scripted, searchAnswer, unknownKey } from "./scripted-service.js";

const lost = () => new TypeError("fetch failed");
const page = { items: [], next_cursor: null };

describe("MemoryClient", () => {
  it("sends the key as a bearer token and the contract's body, and returns the payload under data", async () => {
    const { client, sent } = scripted([handled(searchAnswer)]);
    const payload = await client.recall({ query: "Where does Ana live?", as_of: new Date("2026-05-01") });
    expect(payload).toEqual(searchAnswer);
    expect(sent[0]).toMatchObject({
      url: "https://memory.example/api/memory/search",
      headers: { authorization: "Bearer ks_test", "content-type": "application/json" },
    });
    expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({
      query: "Where does Ana live?",
      as_of: "2026-05-01T00:00:00.000Z",
    });
  });

  it("has every verb of a memory, each at its endpoint", async () => {
    const forgotten = { forgotten: 0, ids: [], preview: [], freed_bytes: 0, verified: false };
    const { client, sent } = scripted([
      handled(addAnswer()),
      handled(detailsAnswer),
      handled(forgotten),
      handled(page),
      handled(page),
      handled(page),
      handled({ valid: false, rows: 9, broken_at: 4 }),
    ]);
    expect((await client.remember("Ana lives in Lisbon.")).stored).toBe(true);
    expect((await client.details()).memory.name).toBe("story");
    expect(await client.forget({ query: "Lisbon" })).toEqual(forgotten);
    expect(await client.records({ types: ["semantic"] })).toEqual(page);
    expect(await client.history("r1")).toEqual(page);
    expect(await client.audit({ operation: "FORGET" })).toEqual(page);
    expect(await client.verifyAudit()).toEqual({ valid: false, rows: 9, broken_at: 4 });
    expect(sent.map(({ url }) => url.split("/").at(-1))).toEqual([
      "add",
      "details",
      "forget",
      "records",
      "history",
      "audit",
      "verify_audit",
    ]);
  });

  it("refuses what the contract refuses before anything is sent", async () => {
    const { client, sent } = scripted([]);
    await expect(client.recall({ query: " " })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(client.remember("")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(client.forget({})).rejects.toMatchObject({ code: "invalid_input" });
    expect(sent).toEqual([]);
  });

  it("repeats a lost add with the key of the first try, so that it is not stored twice", async () => {
    const { client, sent, waits } = scripted([lost(), lost(), handled(addAnswer())]);
    await client.remember("Ana lives in Lisbon.");
    const keys = sent.map(({ body }) => JSON.parse(body).idempotency_key);
    expect(keys).toEqual(["key-1", "key-1", "key-1"]);
    expect(waits).toEqual([125, 250]);
  });

  it("gives each add its own key, and leaves the caller's keys unchanged", async () => {
    const { client, sent } = scripted([1, 2, 3].map(() => handled(addAnswer())));
    await client.remember("Ana lives in Lisbon.");
    await client.remember("Ana lives in Lisbon.");
    await client.remember({ content: "Ana lives in Lisbon.", idempotency_key: "mine" });
    expect(sent.map(({ body }) => JSON.parse(body).idempotency_key)).toEqual(["key-1", "key-2", "mine"]);
  });

  it.each([429, 503])("waits as long as Retry-After asks on %i", async (status) => {
    const busy = () => new Response("{}", { status, headers: { "retry-after": "2" } });
    const { client, waits } = scripted([busy(), busy(), handled(searchAnswer)]);
    await client.recall("Where does Ana live?");
    expect(waits).toEqual([2125, 2125]);
  });

  it("fails if the service asks for a longer wait than it may", async () => {
    const refused = new Response("{}", { status: 429, headers: { "retry-after": "3600" } });
    const { client, sent } = scripted([refused]);
    const error = await client.recall("Where?").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "rate_limited", data: { retryAfterMs: 3_600_000 } });
    expect(sent).toHaveLength(1);
  });

  it("fails after the last try, and says how often it tried and what happened", async () => {
    const { client, sent } = scripted([lost(), lost(), lost()], { retries: 2 });
    const error = await client.recall("Where?").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "unreachable",
      data: { attempts: 3 },
      message: "Cannot recall: the service must answer, tried 3 times, got: fetch failed",
    });
    expect((error as Error).cause).toBeInstanceOf(TypeError);
    expect(sent).toHaveLength(3);
  });

  it.each([400, 404, 422, 500, 502])("does not retry %i", async (status) => {
    const { client, sent } = scripted([new Response("{}", { status })]);
    await expect(client.recall("Where?")).rejects.toBeInstanceOf(MemoryError);
    expect(sent).toHaveLength(1);
  });

  it("retries a truncated body like a missing response", async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new TypeError("terminated"));
      },
    });
    const { client } = scripted([new Response(broken), handled(searchAnswer)]);
    expect((await client.recall("Where?")).tokens).toBe(7);
  });

  it("stops a try that takes too long and reports it as unreachable", async () => {
    const hang = ({ signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const { client } = scripted([hang, hang], { timeoutMs: 1, retries: 1 });
    await expect(client.recall("Where?")).rejects.toMatchObject({
      code: "unreachable",
      message: "Cannot recall: the service must answer, tried 2 times, got: no answer within 1 ms",
    });
  });

  it("throws the caller's own reason, before, during and between tries", async () => {
    const before = scripted([]);
    await expect(
      before.client.recall("Where?", { signal: AbortSignal.abort(new Error("enough")) }),
    ).rejects.toThrow("enough");
    expect(before.sent).toEqual([]);

    const during = new AbortController();
    const hang = ({ signal }: { signal: AbortSignal }) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        during.abort(new Error("enough"));
      });
    const { client, sent } = scripted([hang]);
    await expect(client.recall("Where?", { signal: during.signal })).rejects.toThrow("enough");
    expect(sent).toHaveLength(1);

    const between = new AbortController();
    const fail = () => {
      between.abort(new Error("enough"));
      return new Response("{}", { status: 503 });
    };
    await expect(scripted([fail]).client.recall("Where?", { signal: between.signal })).rejects.toThrow(
      "enough",
    );
  });

  it("throws for an unknown key, on every verb, and reveals the key in no message", async () => {
    const { client } = scripted([
      handled(unknownKey),
      handled(unknownKey),
      handled(unknownKey),
      handled(unknownKey),
    ]);
    const lines = async () => {
      for await (const line of client.export()) expect(line).toBeUndefined();
    };
    for (const asked of [client.recall("Where?"), client.details(), client.remember("Ana."), lines()]) {
      const error = await asked.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "invalid_key", data: { message: "API key not found" } });
      expect(String((error as Error).stack)).not.toContain("ks_test");
    }
  });

  it("returns valid: false when asked whether an unknown key is valid", async () => {
    const { client } = scripted([handled(unknownKey), handled(detailsAnswer)]);
    expect(await client.checkKey()).toEqual(unknownKey);
    expect(await client.checkKey()).toEqual(detailsAnswer);
  });

  it("throws invalid_key if details says that the key is not active", async () => {
    const { client } = scripted([handled({ ...detailsAnswer, valid: false })]);
    await expect(client.details()).rejects.toMatchObject({ code: "invalid_key" });
  });

  const detail = (type: string, extra = {}) => ({
    detail: [{ type, loc: ["body"], msg: "Cannot do it", input: null, ...extra }],
  });
  it.each([
    [
      402,
      detail("insufficient_balance", { ctx: { needed: 2, wallet_balance: 1 } }),
      "insufficient_balance",
      { needed: 2, wallet_balance: 1 },
    ],
    [402, {}, "insufficient_balance", { needed: Number.NaN, wallet_balance: Number.NaN }],
    [
      507,
      detail("storage_limit_reached", { ctx: { storage_used: 9, storage_limit: 10, needed: 3 } }),
      "storage_limit_reached",
      { storage_used: 9, storage_limit: 10, needed: 3 },
    ],
    [404, detail("not_found", { ctx: { id: "r9" } }), "not_found", { id: "r9" }],
    [404, { detail: "Not Found" }, "unsupported", { what: "/api/memory/search" }],
    [405, { detail: "Method Not Allowed" }, "unsupported", { what: "/api/memory/search" }],
    [401, {}, "invalid_key", expect.anything()],
    [500, detail("corrupt"), "corrupt", undefined],
    [500, "<html>oops</html>", "service_failed", { status: 500 }],
    [302, "", "service_failed", { status: 302 }],
    [200, { hello: "world" }, "service_failed", { status: 200 }],
    [
      200,
      { success: true, message: "Success", data: { semantic_memory: 7 } },
      "service_failed",
      { status: 200 },
    ],
    [200, { success: false, message: "no", data: {} }, "service_failed", { status: 200 }],
  ])("turns %i %j into %s", async (status, body, code, data) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const { client } = scripted([new Response(text, { status })]);
    await expect(client.recall("Where?")).rejects.toMatchObject({ code, data });
  });

  it("names the caller's field when the service refuses an input", async () => {
    const body = {
      detail: [
        { type: "string_type", loc: ["body", "query"], msg: "Input should be a valid string", input: 1 },
      ],
    };
    const { client } = scripted([Response.json(body, { status: 422 })]);
    await expect(client.recall("Where?")).rejects.toMatchObject({
      code: "invalid_input",
      message: "Cannot recall: query: Input should be a valid string",
      data: { issues: [{ type: "string_type", loc: ["query"] }] },
    });
  });

  it("reads an export line by line, for any size of pieces", async () => {
    const bytes = new TextEncoder().encode('{"format":"keepsake"}\n{"source":"Zoë"}\n');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const answer = new Response(body, { headers: { "content-type": "application/x-ndjson; charset=utf-8" } });
    const { client } = scripted([lost(), answer]);
    const lines: string[] = [];
    for await (const line of client.export()) lines.push(line);
    expect(lines).toEqual(['{"format":"keepsake"}', '{"source":"Zoë"}']);
  });

  it("does not time out while the caller works between two lines of an export", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let pulls = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulls += 1;
        if (pulls > 3) controller.close();
        else controller.enqueue(new TextEncoder().encode(`line ${pulls}\n`));
      },
    });
    const answer = new Response(body, { headers: { "content-type": "application/x-ndjson" } });
    const { client, sent } = scripted([answer], { timeoutMs: 1000 });
    const lines: string[] = [];
    for await (const line of client.export()) {
      lines.push(line);
      vi.advanceTimersByTime(60_000);
    }
    expect(lines).toEqual(["line 1", "line 2", "line 3"]);
    expect(sent[0]?.signal.aborted).toBe(false);
  });

  it("reports a truncated export, and never passes a part for the whole", async () => {
    let pulls = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(new TextEncoder().encode("one\ntwo\nthr"));
        else controller.error(new TypeError("terminated"));
      },
    });
    const { client } = scripted([
      new Response(body, { headers: { "content-type": "application/x-ndjson" } }),
    ]);
    const lines: string[] = [];
    const reading = (async () => {
      for await (const line of client.export()) lines.push(line);
    })();
    await expect(reading).rejects.toMatchObject({ code: "unreachable" });
    expect(lines).toEqual(["one", "two"]);
  });

  it("imports in bodies that each begin with the header, sums the results, and reports its progress", async () => {
    const counted = { sources: 1, records: 2, skipped: 1 };
    const { client, sent } = scripted([handled(counted), lost(), handled(counted)]);
    const long = "x".repeat(20_000_000);
    const progress: number[] = [];
    const result = await client.import(["header", long, long], {
      onProgress: ({ done }) => progress.push(done),
    });
    expect(result).toEqual({ sources: 2, records: 4, skipped: 2 });
    expect(progress).toEqual([3, 6]);
    expect(sent.map(({ body }) => body.length)).toEqual([20_000_008, 20_000_008, 20_000_008]);
    expect(sent.every(({ body }) => body.startsWith("header\n"))).toBe(true);
    expect(sent[0]?.headers["content-type"]).toBe("application/x-ndjson");
  });

  it("remembers many in order", async () => {
    const { client, sent } = scripted([handled(addAnswer()), handled(addAnswer())]);
    expect(await client.rememberMany(["Ana lives in Lisbon.", "Ben sails."])).toHaveLength(2);
    expect(sent.map(({ body }) => JSON.parse(body).content)).toEqual(["Ana lives in Lisbon.", "Ben sails."]);
  });

  it("says that it is closed", async () => {
    const { client } = scripted([]);
    await client.close();
    await expect(client.recall("Where?")).rejects.toMatchObject({ code: "closed" });
  });

  it.each([
    ["an address that is none", { url: "memory.example" }],
    ["an address with a query", { url: "https://memory.example/?a=b" }],
    ["a key that would smuggle a header in", { key: "a\r\nx: y" }],
    ["an unknown option", { retry: 3 }],
    ["a service that it does not know", { service: "other" }],
  ])("refuses %s in the constructor", (_, wrong) => {
    const options = { url: "https://memory.example", key: "k", ...wrong };
    expect(() => new MemoryClient(options as never)).toThrow(/^Cannot make a client: /);
  });

  it("does not print the key", async () => {
    const { inspect } = await import("node:util");
    const { client } = scripted([]);
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain("ks_test");
    expect(JSON.stringify(client)).not.toContain("ks_test");
  });
});

describe("MemoryClient of the hosted service", () => {
  const hosted = (...steps: Parameters<typeof scripted>[0]) => scripted(steps, { service: "hosted" });

  it("sends the specified fields and no others", async () => {
    const { client, sent } = hosted(handled(addAnswer()), handled(searchAnswer), handled(detailsAnswer));
    await client.remember({ content: "Ana lives in Lisbon.", previous_context: "About Ana." });
    await client.recall("Where does Ana live?");
    await client.details();
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      { content: "Ana lives in Lisbon.", previous_context: "About Ana." },
      { query: "Where does Ana live?" },
      {},
    ]);
  });

  it("reads payloads whose open fields are missing or have other names", async () => {
    const none = { use: false, items: [] };
    const item = { operation: "CREATE", reason: "new", entity: { name: "Ana" }, properties: ["home"] };
    const answer = {
      ...addAnswer(),
      data: {
        status: 1,
        success: true,
        data: {
          should_store_memory: true,
          memory_decisions: { semantic: { use: true, items: [item] }, episodic: none, procedural: none },
        },
        query: { datetime: "yesterday", context: [] },
      },
    };
    const { client } = hosted(handled(answer), handled({ ...searchAnswer, file_memory: [{ extract: "x" }] }));
    const added = await client.remember("Ana lives in Lisbon.");
    expect(added.data.data.memory_decisions.semantic.items[0]).toMatchObject({
      operation: "CREATE",
      reason: "new",
      entity: "",
      span: "",
      certainty: 1,
      changed: [],
    });
    expect(added.data.data.skipped).toEqual([]);
    expect((await client.recall("Where?")).file_memory[0]).toMatchObject({ text: "" });
  });

  it("keeps fields that it does not know, at every depth", async () => {
    const item = { operation: "CREATE", reason: "new", graph_node: { id: 7 } };
    const none = { use: false, items: [] };
    const decided = {
      should_store_memory: true,
      memory_decisions: { semantic: { use: true, items: [item] }, episodic: none, procedural: none },
      model: "m",
    };
    const answer = {
      ...addAnswer(),
      region: "eu",
      data: { status: 1, success: true, data: decided, query: { trace: 1 } },
    };
    const plan = { ...detailsAnswer.plan, seats: 5 };
    const { client } = hosted(
      handled(answer),
      handled({ ...searchAnswer, graph_memory: "x", file_memory: [{ extract: "x" }] }),
      handled({ ...detailsAnswer, plan }),
    );
    const added = await client.remember("Ana lives in Lisbon.");
    expect(added).toMatchObject({
      region: "eu",
      data: { data: { model: "m", memory_decisions: { semantic: { items: [item] } } }, query: { trace: 1 } },
    });
    expect(await client.recall("Where?")).toMatchObject({
      graph_memory: "x",
      file_memory: [{ extract: "x" }],
    });
    expect(await client.details()).toMatchObject({ plan: { seats: 5 } });
  });

  it("refuses what the service does not have, by name, before anything is sent", async () => {
    const { client, sent } = hosted();
    const messages = [{ role: "user" as const, content: "Hello Lisbon." }];
    await expect(client.forget({ query: "x" })).rejects.toMatchObject({
      code: "unsupported",
      message: "Cannot forget: the hosted service has no /api/memory/forget",
    });
    await expect(client.records()).rejects.toMatchObject({ code: "unsupported" });
    await expect(client.verifyAudit()).rejects.toMatchObject({ code: "unsupported" });
    await expect(client.recall({ query: "x", as_of: "2026-01-01" })).rejects.toMatchObject({
      data: { what: "as_of" },
    });
    await expect(client.remember(messages)).rejects.toMatchObject({ data: { what: "content as messages" } });
    await expect(client.remember({ content: messages })).rejects.toMatchObject({ code: "unsupported" });
    await expect(client.remember({ content: "x", speaker: "Ana" })).rejects.toMatchObject({
      data: { what: "speaker" },
    });
    expect(sent).toEqual([]);
  });

  it("does not repeat an add whose response was lost: it may have been stored", async () => {
    const { client, sent } = hosted(lost());
    await expect(client.remember("Ana lives in Lisbon.")).rejects.toMatchObject({ code: "unreachable" });
    expect(sent).toHaveLength(1);
  });

  it("repeats an add that was refused, and a search after any failure", async () => {
    const { client, sent } = hosted(
      new Response("", { status: 503 }),
      handled(addAnswer()),
      lost(),
      handled(searchAnswer),
    );
    await client.remember("Ana lives in Lisbon.");
    await client.recall("Where?");
    expect(sent).toHaveLength(4);
  });
});
