/** Every row of tables 2.2 to 2.5, 4, 5 and 7 of the specification, against a real server. */
import { beforeAll, describe, expect, it } from "vitest";
import { detailsPayload } from "../../src/contract/details.js";
import { searchPayload } from "../../src/contract/recall.js";
import { addPayload } from "../../src/contract/remember.js";
import { type NewStore, type PostOptions, type Reply, serverForFile } from "./server-fixture.js";

const fixture = serverForFile();
let first: string;
beforeAll(async () => {
  first = (await fixture().newKey()).key;
});
const key = () => first;
const keyOf = (store?: NewStore) => fixture().newKey(store);
const post = (path: string, body?: unknown, options?: PostOptions) => fixture().post(path, body, options);

const add = (body: object = {}, as = key()) =>
  post("/api/memory/add", { content: "Ana moved to Lisbon in May 2026.", ...body }, { key: as });
const search = (body: object = {}, as = key()) =>
  post("/api/memory/search", { query: "Where does Ana live?", ...body }, { key: as });
const details = (as = key()) => post("/api/memory/details", {}, { key: as });

const unknownKey = {
  success: true,
  message: "Success",
  data: { valid: false, error: "not_found", message: "API key not found" },
};

/** Written out and not read from the contract, so that a missing endpoint fails this test. */
const everyEndpoint = [
  "details",
  "search",
  "add",
  "forget",
  "records",
  "history",
  "audit",
  "verify_audit",
  "export",
  "import",
];

describe("specification 2.2, response envelope", () => {
  let replies: Reply[];
  beforeAll(async () => {
    replies = [await details(), await search(), await add()];
  });

  it("success: boolean, true when the request was handled", () => {
    for (const { body } of replies) expect(body.success).toBe(true);
  });
  it("success reflects transport, not key validity", async () => {
    expect((await details("ksk_wrong")).body.success).toBe(true);
  });
  it('message: string, normally "Success"', () => {
    for (const { body } of replies) expect(body.message).toBe("Success");
  });
  it("data: object, the wanted payload is always under data", () => {
    for (const { body } of replies) {
      expect(Object.keys(body).sort()).toEqual(["data", "message", "success"]);
      expect(body.data).toBeTypeOf("object");
    }
  });
});

describe("bodies as clients of the specification write them", () => {
  it("an unknown field is ignored, and previous_context: null means none", async () => {
    const { key } = await keyOf({ name: "lenient" });
    const added = await add(
      { content: "I live in Lisbon.", previous_context: null, agent: "x", top_k: 3 },
      key,
    );
    expect(added).toMatchObject({ status: 200, body: { data: { stored: true } } });
    const found = await search({ query: "Where do I live?", previous_context: null, user_id: 7 }, key);
    expect(found.body.data.semantic_memory).toContain("Lisbon");
    // Known fields and all other endpoints stay strict.
    expect((await search({ query: "x", token_budget: "many" }, key)).status).toBe(422);
    expect((await fixture().post("/api/memory/records", { top_k: 3 }, { key })).status).toBe(422);
    expect((await fixture().post("/api/memory/profile", { speaker: null }, { key })).status).toBe(422);
  });
});

describe("specification 2.3, details payload", () => {
  // biome-ignore lint/suspicious/noExplicitAny: a payload under test.
  let data: any;
  let used: string;
  beforeAll(async () => {
    used = (await keyOf({ name: "details", plan: "builder", wallet: 5 })).key;
    await add({}, used);
    await search({}, used);
    ({ data } = (await details(used)).body);
  });

  it("valid: boolean, whether the key is active", async () => {
    expect(data.valid).toBe(true);
    expect((await details("ksk_unknown")).body.data.valid).toBe(false);
  });
  it("api_key: string, the key that was sent, echoed in full", () => expect(data.api_key).toBe(used));
  it("memory.id: string, identifier of the store", async () => {
    expect(data.memory.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await details(used)).body.data.memory.id).toBe(data.memory.id);
  });
  it("memory.name: string, human label of the store", () => expect(data.memory.name).toBe("details"));
  it("memory.usage.requests: integer, lifetime request count", () =>
    expect(data.memory.usage.requests).toBe(2));
  it("memory.usage.tokens: integer, lifetime tokens consumed", () => {
    expect(Number.isInteger(data.memory.usage.tokens)).toBe(true);
    expect(data.memory.usage.tokens).toBeGreaterThan(0);
  });
  it("memory.usage.spend: float, lifetime spend in USD", () => {
    expect(data.memory.usage.spend).toBeCloseTo(data.memory.usage.tokens / 1e6, 9);
  });
  it("memory.storage_used: integer, bytes used", () => {
    expect(Number.isInteger(data.memory.storage_used)).toBe(true);
    expect(data.memory.storage_used).toBeGreaterThan(0);
  });
  it("memory.storage_limit: integer, bytes allowed", () =>
    expect(data.memory.storage_limit).toBe(10_000_000_000));
  it("plan.name: string", () => expect(data.plan.name).toBe("builder"));
  it("plan.storage_gb: number, storage allowance in GB", () => expect(data.plan.storage_gb).toBe(10));
  it("plan.token_rate: number, multiplier applied when pricing tokens", () =>
    expect(data.plan.token_rate).toBe(1));
  it("wallet_balance: float, remaining balance in USD", () => {
    expect(data.wallet_balance).toBeCloseTo(5 - data.memory.usage.spend, 9);
  });
  it("has these fields and no others", () =>
    expect(detailsPayload.strict().safeParse(data).success).toBe(true));
});

describe("specification 2.4, search payload", () => {
  // biome-ignore lint/suspicious/noExplicitAny: a payload under test.
  let data: any;
  beforeAll(async () => {
    const { key: used } = await keyOf({ plan: "builder", wallet: 5 });
    await add({ content: "I live in Lisbon and I work as a nurse.", speaker: "Ana" }, used);
    ({ data } = (await search({}, used)).body);
  });

  it("semantic_memory: string, facts and entity properties as prose", () => {
    expect(data.semantic_memory).toContain("Lisbon");
  });
  it("semantic_memory: an empty string when nothing matched", async () => {
    const nothing = await search({ query: "What is the boiling point of tungsten?" }, (await keyOf()).key);
    expect(nothing.body.data.semantic_memory).toBe("");
  });
  it("episodic_memory: string", () => expect(data.episodic_memory).toBeTypeOf("string"));
  it("procedural_memory: string, often empty", () => expect(data.procedural_memory).toBe(""));
  it("relevant_file_ids: array of string", () => expect(data.relevant_file_ids).toEqual([]));
  it("file_memory: array", () => expect(data.file_memory).toEqual([]));
  it("tokens: integer, consumed by this call", () => {
    expect(Number.isInteger(data.tokens)).toBe(true);
    expect(data.tokens).toBeGreaterThan(0);
  });
  it("cost: float, USD charged for this call", () => expect(data.cost).toBeCloseTo(data.tokens / 1e6, 9));
  it("wallet_balance: float, remaining after the call", () => {
    expect(data.wallet_balance).toBeLessThan(5);
    expect(data.wallet_balance).toBeGreaterThan(4.99);
  });
  it("has these fields and no others", () =>
    expect(searchPayload.strict().safeParse(data).success).toBe(true));
});

describe("specification 2.5, add payload", () => {
  // biome-ignore lint/suspicious/noExplicitAny: a payload under test.
  let data: any;
  let before: number;
  let after: number;
  const content = "I live in Lisbon — with a cat — and I work as a nurse.";
  beforeAll(async () => {
    const { key: used } = await keyOf({ plan: "builder", wallet: 5 });
    before = (await details(used)).body.data.memory.storage_used;
    ({ data } = (await add({ content, speaker: "Ana" }, used)).body);
    after = (await details(used)).body.data.memory.storage_used;
  });

  it("stored: boolean, whether anything was written", async () => {
    expect(data.stored).toBe(true);
    expect((await add({ content: "Thanks!" })).body.data.stored).toBe(false);
  });
  it("bytes: integer, size of the raw content stored", async () => {
    expect(data.bytes).toBe(Buffer.byteLength(content));
    expect((await add({ content: "Thanks!" })).body.data.bytes).toBe(0);
  });
  it("embedding_bytes: integer, size of the embeddings", () =>
    expect(data.embedding_bytes).toBeGreaterThan(0));
  it("total_storage_bytes: integer, what this call added", () =>
    expect(data.total_storage_bytes).toBe(after - before));
  it("data: object, the nested extraction result", () => expect(data.data).toBeTypeOf("object"));
  it("tokens: integer", () => expect(data.tokens).toBeGreaterThan(0));
  it("cost: float, USD charged", () => expect(data.cost).toBeCloseTo(data.tokens / 1e6, 9));
  it("wallet_balance: float, after the call", () =>
    expect(data.wallet_balance).toBeCloseTo(5 - data.cost, 9));
  it("data.data.status: integer, of the extraction step", () => expect(data.data.status).toBe(200));
  it("data.data.success: boolean", () => expect(data.data.success).toBe(true));
  it("data.data.data.should_store_memory: boolean", () =>
    expect(data.data.data.should_store_memory).toBe(true));
  it("data.data.data.memory_decisions: semantic, episodic and procedural, each with use and items", () => {
    const { semantic, episodic, procedural } = data.data.data.memory_decisions;
    for (const type of [semantic, episodic, procedural])
      expect(type).toEqual({ use: type.items.length > 0, items: expect.any(Array) });
    expect(semantic.use || episodic.use).toBe(true);
  });
  it("items: operation CREATE or UPDATE, a reason, and the entity or document involved", () => {
    const { semantic, episodic } = data.data.data.memory_decisions;
    for (const item of semantic.items)
      expect(item).toMatchObject({
        operation: expect.stringMatching(/^(CREATE|UPDATE)$/),
        reason: expect.any(String),
        entity: expect.any(String),
      });
    for (const item of episodic.items)
      expect(item).toMatchObject({
        operation: expect.stringMatching(/^(CREATE|UPDATE)$/),
        reason: expect.any(String),
        document: expect.any(String),
      });
  });
  it("data.data.query: a datetime, prior contexts per type, and the current context", () => {
    expect(data.data.query).toMatchObject({
      datetime: expect.stringMatching(/^\d{4}-/),
      current_context: content,
      semantic_context: expect.any(Array),
      episodic_context: expect.any(Array),
      procedural_context: expect.any(Array),
    });
  });
  it("has these fields and no others", () => expect(addPayload.strict().safeParse(data).success).toBe(true));
});

describe("specification 4, endpoints", () => {
  it.each(["details", "search", "add"])("POST /api/memory/%s answers JSON", async (name) => {
    const reply = await post(`/api/memory/${name}`, { query: "x", content: "x" }, { key: key() });
    expect([200, 422]).toContain(reply.status);
    expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
  });
  it.each(everyEndpoint)("any other method on /api/memory/%s is 405 Method Not Allowed", async (name) => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const reply = await post(`/api/memory/${name}`, undefined, { method, key: key() });
      expect({ status: reply.status, allow: reply.headers.get("allow"), body: reply.body }).toEqual({
        status: 405,
        allow: "POST",
        body: { detail: "Method Not Allowed" },
      });
    }
  });
  it("4.1 details takes an empty JSON object", async () =>
    expect((await details()).body.data.valid).toBe(true));
  it("4.1 details takes any object, or no body", async () => {
    for (const body of [{ anything: [1] }, undefined])
      expect((await post("/api/memory/details", body, { key: key() })).body.data.valid).toBe(true);
  });
  it("4.2 search: query is a string and required, omitting it returns 422", async () => {
    expect((await post("/api/memory/search", {}, { key: key() })).status).toBe(422);
  });
  it("4.2 search: previous_context is a string and optional", async () => {
    expect((await search({ previous_context: "We spoke about Ana." })).status).toBe(200);
    expect((await search({ previous_context: 5 })).body.detail[0]).toMatchObject({
      type: "string_type",
      loc: ["body", "previous_context"],
    });
  });
  it("4.2 search draws from the wallet", async () => {
    const { key: used } = await keyOf({ plan: "builder", wallet: 1 });
    const { tokens, wallet_balance } = (await search({}, used)).body.data;
    expect(wallet_balance).toBeCloseTo(1 - tokens / 1e6, 9);
  });
  it("4.3 add: content is a string and required, omitting it returns 422", async () => {
    expect((await post("/api/memory/add", {}, { key: key() })).status).toBe(422);
  });
  it("4.3 add: previous_context is a string and optional", async () => {
    expect((await add({ previous_context: "About Ana." })).status).toBe(200);
    expect((await add({ previous_context: ["x"] })).body.detail[0]).toMatchObject({
      type: "string_type",
      loc: ["body", "previous_context"],
    });
  });
  it("4.3 add draws from the wallet", async () => {
    const { key: used } = await keyOf({ plan: "builder", wallet: 1 });
    const { tokens, wallet_balance } = (await add({}, used)).body.data;
    expect(wallet_balance).toBeCloseTo(1 - tokens / 1e6, 9);
  });
});

describe("specification 5, authentication", () => {
  it("1. header Authorization with value Bearer and the key", async () => {
    expect(
      (await post("/api/memory/details", {}, { headers: { authorization: `Bearer ${key()}` } })).body.data
        .valid,
    ).toBe(true);
  });
  it("1. header X-API-Key with the key", async () => {
    expect((await post("/api/memory/details", {}, { headers: { "x-api-key": key() } })).body.data.valid).toBe(
      true,
    );
  });
  it("1. where both are sent and differ, Authorization decides", async () => {
    const both = (bearer: string, header: string) =>
      post(
        "/api/memory/details",
        {},
        { headers: { authorization: `Bearer ${bearer}`, "x-api-key": header } },
      );
    expect((await both(key(), "ksk_wrong")).body.data.valid).toBe(true);
    expect((await both("ksk_wrong", key())).body).toEqual(unknownKey);
  });
  it("3. a key is bound to one memory store", async () => {
    const { key: other, store } = await keyOf();
    expect((await details(other)).body.data.memory.name).toBe(store);
    expect((await details(key())).body.data.memory.id).not.toBe((await details(other)).body.data.memory.id);
  });
  it.each(everyEndpoint)(
    "4. an unknown, revoked or missing key is not an HTTP error status on %s",
    async (name) => {
      const { key: revoked, id } = await keyOf();
      fixture().registry.keys.revoke(id);
      const body =
        {
          details: {},
          search: { query: "x" },
          add: { content: "x" },
          forget: { ids: ["x"] },
          history: { id: "x" },
        }[name] ?? {};
      for (const as of ["ksk_unknown", revoked, undefined]) {
        const reply = await post(`/api/memory/${name}`, body, as === undefined ? {} : { key: as });
        expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: unknownKey });
      }
    },
  );
});

describe("specification 7, errors", () => {
  it("request handled: 200 and the standard envelope", async () => {
    expect(await details()).toMatchObject({
      status: 200,
      body: { success: true, message: "Success", data: { valid: true } },
    });
  });
  it('key not found: 200, success true, message "Success", data with valid false, error and message', async () => {
    expect(await details("ksk_unknown")).toMatchObject({ status: 200, body: unknownKey });
  });
  it("wrong HTTP method: 405 Method Not Allowed", async () => {
    expect(await post("/api/memory/search", undefined, { method: "GET" })).toMatchObject({
      status: 405,
      body: { detail: "Method Not Allowed" },
    });
  });
  it("malformed body: 422, not wrapped in the envelope", async () => {
    expect(await post("/api/memory/search", '{"query": }', { key: key() })).toMatchObject({
      status: 422,
      body: { detail: [{ type: "json_invalid", loc: ["body", 10], msg: "JSON decode error", input: {} }] },
    });
  });
  it("required field missing: type missing, loc, msg Field required, input the body", async () => {
    expect((await post("/api/memory/search", { previous_context: "x" }, { key: key() })).body).toEqual({
      detail: [
        { type: "missing", loc: ["body", "query"], msg: "Field required", input: { previous_context: "x" } },
      ],
    });
  });
  it("wrong type: type string_type, loc, msg, input", async () => {
    expect((await post("/api/memory/add", { content: 5 }, { key: key() })).body).toEqual({
      detail: [
        { type: "string_type", loc: ["body", "content"], msg: "Input should be a valid string", input: 5 },
      ],
    });
  });
  it("rule: when query is omitted from search, 422 with loc naming body and query", async () => {
    expect((await post("/api/memory/search", {}, { key: key() })).body.detail[0].loc).toEqual([
      "body",
      "query",
    ]);
  });
  it("rule: when content is omitted from add, 422 with loc naming body and content", async () => {
    expect((await post("/api/memory/add", {}, { key: key() })).body.detail[0].loc).toEqual([
      "body",
      "content",
    ]);
  });
  it("rule: when the key is invalid, success is still true", async () => {
    expect((await add({}, "ksk_unknown")).body).toEqual(unknownKey);
  });
});

describe("the contract, HTTP", () => {
  it("validation comes before the key", async () => {
    expect((await post("/api/memory/add", {})).status).toBe(422);
    expect((await post("/api/memory/add", "{", { key: "ksk_unknown" })).status).toBe(422);
  });
  it("a body that is not an object: model_attributes_type", async () => {
    for (const body of ["[]", '"x"', "5", "true"])
      expect((await post("/api/memory/search", body)).body.detail[0]).toMatchObject({
        type: "model_attributes_type",
        loc: ["body"],
      });
  });
  it("no body: missing, with loc body", async () => {
    expect((await post("/api/memory/search")).body).toEqual({
      detail: [{ type: "missing", loc: ["body"], msg: "Field required", input: null }],
    });
  });
  it("an unknown path: 404 Not Found", async () => {
    expect(await post("/api/memory/nothing", {})).toMatchObject({
      status: 404,
      body: { detail: "Not Found" },
    });
    expect((await post("/api/memory/add/", {})).status).toBe(404);
  });
  it("402 insufficient_balance: nothing is done and nothing is charged", async () => {
    const { key: poor } = await keyOf({ plan: "builder", wallet: 0.000001 });
    const refused = await add({}, poor);
    expect(refused).toMatchObject({
      status: 402,
      body: {
        detail: [
          { type: "insufficient_balance", loc: ["wallet_balance"], ctx: { wallet_balance: 0.000001 } },
        ],
      },
    });
    expect((await search({}, poor)).status).toBe(402);
    const { memory, wallet_balance } = (await details(poor)).body.data;
    expect({ ...memory.usage, storage_used: memory.storage_used, wallet_balance }).toEqual({
      requests: 0,
      tokens: 0,
      spend: 0,
      storage_used: 0,
      wallet_balance: 0.000001,
    });
  });
  it("507 storage_limit_reached: nothing is written and nothing is charged", async () => {
    fixture().registry.plans.set({ name: "tiny", storage_gb: 0.0000001, token_rate: 1 });
    const { key: full } = await keyOf({ plan: "tiny", wallet: 1 });
    expect(await add({}, full)).toMatchObject({
      status: 507,
      body: { detail: [{ type: "storage_limit_reached", ctx: { storage_limit: 100 } }] },
    });
    expect((await details(full)).body.data).toMatchObject({
      wallet_balance: 1,
      memory: { storage_used: 0, usage: { requests: 0 } },
    });
  });
  it("413 a body over the limit", async () => {
    expect(await add({ content: "x".repeat(1_048_576) })).toMatchObject({
      status: 413,
      body: { detail: [{ type: "body_too_large", loc: ["body"] }] },
    });
  });
  it("429 with Retry-After where a rate limit is set", async () => {
    const { key: limited } = await keyOf({ rate: 2 });
    const statuses = [await details(limited), await details(limited), await details(limited)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(statuses[2]!.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(statuses[2]!.body.detail[0]).toMatchObject({ type: "rate_limited", loc: ["key"] });
  });
  it("404 not_found for a missing record", async () => {
    expect(await post("/api/memory/history", { id: "nobody" }, { key: key() })).toMatchObject({
      status: 404,
      body: { detail: [{ type: "not_found", ctx: { id: "nobody" } }] },
    });
  });
  it("GET /healthz takes no key", async () => {
    expect(await post("/healthz", undefined, { method: "GET" })).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
    expect((await post("/healthz", {})).headers.get("allow")).toBe("GET, HEAD");
  });
});
