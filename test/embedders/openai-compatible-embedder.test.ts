import { inspect } from "node:util";
import { Memory, MemoryError, staticEmbedder } from "keepsake";
import { openAICompatibleEmbedder } from "keepsake/embedders/openai-compatible";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cutAfter,
  firstly,
  json,
  ModelServer,
  type Reply,
  raw,
  refusal,
  silence,
  stillWorld,
} from "../models/endpoints/model-server.js";
import { describeEmbedder } from "./embedder.contract.js";

const key = "sk-test-4711-0815-abcdef";
const passage = { kind: "passage" } as const;

/** Responds with the bundled table's vectors, so that similar texts have near vectors. */
const table = staticEmbedder({ dimensions: 64 });
const honest: Reply = async (asked, response) => {
  const vectors = await table.embed(asked.body.input as string[], passage);
  const data = vectors.map((vector, index) => ({ object: "embedding", index, embedding: [...vector] }));
  json({ object: "list", data, usage: { prompt_tokens: 3, total_tokens: 3 } })(asked, response);
};

/** The vector of the n-th text of each request has n in its first dimension and 2 in the second. */
const list = (count: number, over: (index: number) => object = () => ({})) =>
  json({
    data: Array.from({ length: count }, (_, index) => ({ index, embedding: [index, 2, 0], ...over(index) })),
  });

let wellBehaved: ModelServer;
beforeAll(async () => {
  wellBehaved = await ModelServer.start(honest);
});
afterAll(() => wellBehaved[Symbol.asyncDispose]());

describeEmbedder(
  "openAICompatibleEmbedder",
  () =>
    openAICompatibleEmbedder({
      baseUrl: wellBehaved.baseUrl,
      model: "table",
      dimensions: 64,
      batchSize: 512,
    }),
  { knows: "words", decimals: 6 },
);

type Options = Partial<Parameters<typeof openAICompatibleEmbedder>[0]>;

async function scripted(replies: Reply | readonly Reply[], options: Options = {}) {
  const server = await ModelServer.start(replies);
  const { waits, ...world } = stillWorld();
  const embedder = openAICompatibleEmbedder({
    baseUrl: server.baseUrl,
    model: "tiny",
    apiKey: key,
    dimensions: 3,
    ...world,
    ...options,
  });
  return { server, embedder, waits, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function failureOf(work: Promise<unknown>): Promise<MemoryError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!MemoryError.is(error)) throw new Error(`expected a MemoryError, got ${inspect(error)}`);
  expect(inspect(error, { depth: 10 })).not.toContain(key);
  return error;
}

describe("openAICompatibleEmbedder()", () => {
  it("sends model, texts and key, and normalizes the response", async () => {
    await using world = await scripted([list(1, () => ({ embedding: [3, 0, 4] }))]);
    expect(await world.embedder.embed(["a kite"], passage)).toEqual([Float32Array.of(0.6, 0, 0.8)]);
    const [asked] = world.server.asked;
    expect(asked).toMatchObject({
      path: "/v1/embeddings",
      body: { model: "tiny", input: ["a kite"], encoding_format: "float" },
    });
    expect(asked?.headers.authorization).toBe(`Bearer ${key}`);
    expect(asked?.body).not.toHaveProperty("dimensions");
  });

  it("requests dimensions if asked to, and sends the caller's headers", async () => {
    await using world = await scripted([list(1)], { sendDimensions: true, headers: { "x-team": "atlas" } });
    await world.embedder.embed(["a"], passage);
    expect(world.server.asked[0]?.body.dimensions).toBe(3);
    expect(world.server.asked[0]?.headers["x-team"]).toBe("atlas");
  });

  it("puts the prefix of the kind before each text", async () => {
    await using world = await scripted([list(2), list(1)], {
      queryPrefix: "query: ",
      passagePrefix: "passage: ",
    });
    await world.embedder.embed(["a", "b"], passage);
    await world.embedder.embed(["c"], { kind: "query" });
    expect(world.server.asked.map(({ body }) => body.input)).toEqual([
      ["passage: a", "passage: b"],
      ["query: c"],
    ]);
  });

  it("sends no white space, which has no vector", async () => {
    await using world = await scripted([list(1)]);
    const vectors = await world.embedder.embed(["", "a", " \n"], passage);
    expect(world.server.asked[0]?.body.input).toEqual(["a"]);
    expect(vectors.map((vector) => vector.some((value) => value !== 0))).toEqual([false, true, false]);
  });

  it("truncates long texts, and sends only valid UTF-8", async () => {
    await using world = await scripted([list(1)], { maxChars: 4 });
    await world.embedder.embed(["abc🪁def"], passage);
    expect(world.server.asked[0]?.body.input).toEqual(["abc\ufffd"]);
  });

  it("batches, keeps the order, and limits concurrent requests", async () => {
    // The first request is answered when a second one arrives, so one at a time would never end.
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    let requests = 0;
    const first: Reply = async (asked, response) => {
      requests += 1;
      if (requests === 2) meet();
      await met;
      const texts = asked.body.input as string[];
      json({ data: texts.map((text, index) => ({ index, embedding: [Number(text), 1, 0] })) })(
        asked,
        response,
      );
    };
    await using world = await scripted(first, { batchSize: 3, concurrency: 2 });
    const texts = Array.from({ length: 20 }, (_, number) => String(number));
    const vectors = await world.embedder.embed(texts, passage);
    expect(world.server.asked).toHaveLength(7);
    expect(world.server.atOnce).toBe(2);
    expect(vectors.map(([x, y]) => Math.round(x! / y!))).toEqual(texts.map(Number));
  });

  it("orders vectors by their index", async () => {
    await using world = await scripted([
      list(3, (index) => ({ index: 2 - index, embedding: [0, index, 1] })),
    ]);
    const vectors = await world.embedder.embed(["a", "b", "c"], passage);
    expect(vectors.map(([, y, z]) => Math.round(y! / z!))).toEqual([2, 1, 0]);
  });

  it("reads base64", async () => {
    const bytes = Buffer.from(Float32Array.of(0, -3, 4).buffer).toString("base64");
    await using world = await scripted([list(1, () => ({ embedding: bytes }))], { encoding: "base64" });
    const [vector] = await world.embedder.embed(["a"], passage);
    expect(world.server.asked[0]?.body.encoding_format).toBe("base64");
    expect(vector![1]).toBeCloseTo(-0.6, 6);
  });

  it("makes no request for no texts", async () => {
    await using world = await scripted([]);
    expect(await world.embedder.embed([], passage)).toEqual([]);
    expect(world.server.asked).toEqual([]);
  });

  it("has model, dimensions and prefixes in its id, but not the address", () => {
    const options = { model: "m", dimensions: 3 };
    const ids = [
      openAICompatibleEmbedder({ ...options, baseUrl: "http://a/v1" }).id,
      openAICompatibleEmbedder({ ...options, baseUrl: "http://b/v1/" }).id,
      openAICompatibleEmbedder({ ...options, baseUrl: "http://b/v1", queryPrefix: "q: " }).id,
      openAICompatibleEmbedder({ ...options, baseUrl: "http://b/v1", id: "mine@1" }).id,
    ];
    expect(ids).toEqual([
      "openai-compatible:m/3",
      "openai-compatible:m/3",
      'openai-compatible:m/3+["q: ",""]',
      "mine@1",
    ]);
  });

  it("works in a memory from end to end", async () => {
    const embedder = openAICompatibleEmbedder({
      baseUrl: wellBehaved.baseUrl,
      model: "table",
      dimensions: 64,
    });
    await using memory = new Memory({ embedder });
    await memory.remember("The lighthouse keeper's log is kept in pencil.");
    const { episodic_memory, semantic_memory } = await memory.recall(
      "What is the keeper's log written with?",
    );
    expect(episodic_memory + semantic_memory).toMatch(/pencil/);
  });
});

describe("openAICompatibleEmbedder() retries", () => {
  it.each([429, 500, 502, 503, 529])("after %d", async (status) => {
    await using world = await scripted([refusal(status), list(1)]);
    expect(await world.embedder.embed(["a"], passage)).toHaveLength(1);
    expect(world.waits).toEqual([250]);
  });

  it("after the time that the endpoint asks for", async () => {
    await using world = await scripted([refusal(429, "slow down", { "retry-after": "7" }), list(1)]);
    await world.embedder.embed(["a"], passage);
    expect(world.waits).toEqual([7250]);
  });

  it("not if the endpoint asks for a longer wait than allowed", async () => {
    await using world = await scripted([refusal(429, "tomorrow", { "retry-after": "86400" })]);
    const { code, message } = await failureOf(world.embedder.embed(["a"], passage));
    expect(code).toBe("embedder_failed");
    expect(message).toMatch(/HTTP 429: tomorrow/);
    expect(world.waits).toEqual([]);
  });

  it("after a closed connection, and after silence", async () => {
    const replies = firstly([cutAfter(['{"data":[']), silence], list(1));
    await using world = await scripted(replies, { timeoutMs: 100, retries: 20 });
    expect(await world.embedder.embed(["a"], passage)).toHaveLength(1);
    expect(world.waits.slice(0, 2)).toEqual([250, 500]);
  });

  it("up to a limit, and reports the last failure", async () => {
    await using world = await scripted(refusal(500, "out of memory"), { retries: 2 });
    const { code, message } = await failureOf(world.embedder.embed(["a"], passage));
    expect(code).toBe("embedder_failed");
    expect(message).toBe(
      `Cannot embed: tiny at ${world.server.baseUrl} must answer with vectors, got: HTTP 500: out of memory`,
    );
    expect(world.waits).toEqual([250, 500]);
  });

  it("not if a retry cannot help", async () => {
    for (const status of [400, 401, 404, 422]) {
      await using world = await scripted([refusal(status, `bad ${key}`), list(1)]);
      const { message } = await failureOf(world.embedder.embed(["a"], passage));
      expect(message).toMatch(new RegExp(`HTTP ${status}: bad \\[key\\]`));
      expect(world.server.asked).toHaveLength(1);
    }
  });
});

describe("openAICompatibleEmbedder() refuses", () => {
  const wrong: readonly (readonly [string, Reply, RegExp])[] = [
    [
      "vectors of another length, naming both lengths",
      list(2, () => ({ embedding: [1, 2, 3, 4] })),
      /3 dimensions, got 4/,
    ],
    ["too few vectors", list(1), /one vector per text, got 1 for 2 texts/],
    ["too many vectors", list(3), /got 3 for 2 texts/],
    ["an index twice", list(2, () => ({ index: 0 })), /each index once, got 0, 0/],
    ["an index that was not asked", list(2, (index) => ({ index: index * 7 })), /each index once, got 0, 7/],
    [
      "words for numbers",
      list(2, () => ({ embedding: ["x", "y", "z"] })),
      /not a list of embeddings: data\.0\.embedding/,
    ],
    ["null for numbers", list(2, () => ({ embedding: [null, 1, 2] })), /not a list of embeddings/],
    ["an object of another shape", json({ embeddings: [[1, 2, 3]] }), /not a list of embeddings: data/],
    ["broken JSON", raw('{"data":[{"index":0,'), /not a list of embeddings: the whole/],
    ["a web page", raw("<html>", "text/html"), /not a list of embeddings/],
    [
      "numbers that are none",
      list(2, () => ({
        embedding: Buffer.from(Float32Array.of(Number.NaN, 1, 2).buffer).toString("base64"),
      })),
      /finite numbers/,
    ],
    ["an answer without end", raw(`{"data":[${"[".repeat(100_000)}`), /not a list of embeddings/],
    ["a redirect", json({}, { status: 302, headers: { location: "http://127.0.0.1:1/" } }), /HTTP 302/],
  ];

  it.each(wrong)("%s", async (_, reply, observed) => {
    await using world = await scripted([reply]);
    const error = await failureOf(world.embedder.embed(["a", "b"], passage));
    expect(error.code).toBe("embedder_failed");
    expect(error.message).toMatch(observed);
    expect(world.server.asked).toHaveLength(1);
  });

  it("invalid options", () => {
    const options = { baseUrl: "http://localhost:11434/v1", model: "m", dimensions: 3 };
    for (const bad of [
      { baseUrl: "localhost:11434" },
      { baseUrl: "http://user:secret@localhost/v1" },
      { baseUrl: "http://localhost/v1?key=secret" },
      { apiKey: "two\r\nlines" },
      { headers: { "x-key": "two\nlines" } },
      { dimensions: 0 },
      { batchSize: 0 },
      { dimension: 3 },
    ])
      expect(() => openAICompatibleEmbedder({ ...options, ...bad } as typeof options)).toThrow(
        expect.objectContaining({ code: "invalid_input" }),
      );
  });
});

describe("openAICompatibleEmbedder() stops", () => {
  it("a request in progress, and those that wait", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    await using world = await scripted(() => controller.abort(reason), { batchSize: 1, concurrency: 1 });
    await expect(
      world.embedder.embed(["a", "b", "c"], { ...passage, signal: controller.signal }),
    ).rejects.toBe(reason);
    expect(world.server.asked).toHaveLength(1);
  });

  it("while it waits for its next try", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    await using world = await scripted([refusal(503)], {
      sleep: (_, signal) => {
        controller.abort(reason);
        return Promise.reject(signal?.reason);
      },
    });
    await expect(world.embedder.embed(["a"], { ...passage, signal: controller.signal })).rejects.toBe(reason);
    expect(world.server.asked).toHaveLength(1);
  });

  it("its other requests if one failed", async () => {
    let asked = 0;
    await using world = await scripted(
      (one, response) => {
        asked += 1;
        if (asked === 2) refusal(400)(one, response);
      },
      { batchSize: 1, concurrency: 2 },
    );
    const error = await failureOf(world.embedder.embed(["a", "b", "c", "d"], passage));
    expect(error.message).toMatch(/HTTP 400/);
    expect(world.server.asked).toHaveLength(2);
  });
});
