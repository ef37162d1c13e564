import { inspect } from "node:util";
import { MemoryError } from "keepsake";
import { llmExtractor } from "keepsake/extractors/llm";
import { describe, expect, it } from "vitest";
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
} from "../../models/endpoints/model-server.js";
import { completing, completingAtOnce, eventsOf, inPieces } from "./chat-server.js";
import { answering } from "./models.js";

const key = "sk-test-4711-0815-abcdef";
const good = answering([
  {
    passage: 1,
    quote: "moved to Porto",
    about: "Ana",
    property: "home",
    value: "Porto",
    reason: "by the model",
  },
]);
const saidAt = "2026-03-10T15:00:00.000Z";
const passages = [
  { text: "I moved to Porto.", message: 0, speaker: "Ana", role: "user", saidAt, prompt: null },
] as const;

type Options = Partial<Parameters<typeof llmExtractor>[0]> & { readonly body?: { temperature: number } };

async function asked(replies: Reply | readonly Reply[], { body, ...options }: Options = {}) {
  await using server = await ModelServer.start(replies);
  const { waits, ...world } = stillWorld();
  const model = {
    baseUrl: server.baseUrl,
    model: "tiny",
    apiKey: key,
    ...(body === undefined ? {} : { body }),
  };
  const extractor = llmExtractor({ model, ...world, ...options });
  const outcome = await extractor.extract({ passages, previousContext: null }).then(
    ({ decisions, success, tokens }) => {
      const [decision] = decisions;
      const [draft] = decision?.keep === true ? decision.drafts : [];
      return { by: draft?.reason === "by the model" ? "model" : "rules", success, tokens };
    },
    (error: unknown) => ({ error }),
  );
  return { ...outcome, waits, bodies: server.asked.map((one) => one.body), asked: server.asked };
}

const byModel = { by: "model", success: true, tokens: 120 };
const byRules = { by: "rules", success: false };

describe("a model behind /v1/chat/completions", () => {
  it("is asked for JSON of a schema, streamed, with the key and what the app lays over it", async () => {
    const outcome = await asked([completing(good)], { body: { temperature: 0 }, maxOutputTokens: 500 });
    expect(outcome).toMatchObject(byModel);
    expect(outcome.asked[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: `Bearer ${key}` },
      body: {
        model: "tiny",
        stream: true,
        stream_options: { include_usage: true },
        max_tokens: 500,
        temperature: 0,
        response_format: { type: "json_schema", json_schema: { name: "memory", strict: true } },
      },
    });
    expect(outcome.bodies[0].messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user"]);
  });

  it.each([
    ["at once, where it does not stream", completingAtOnce(good)],
    [
      "in events whose lines end in CR LF, with comments between them",
      raw(`: hi\r\n\r\n${eventsOf(inPieces(good)).join("").replaceAll("\n", "\r\n")}`, "text/event-stream"),
    ],
    ["in events under another media type", raw(eventsOf(inPieces(good)).join(""), "text/plain")],
  ])("is read %s", async (_, reply) => {
    expect(await asked([reply])).toMatchObject(byModel);
  });

  it("has no known cost where its server counts nothing", async () => {
    expect(await asked([completing(good, { usage: false })])).toMatchObject({ ...byModel, tokens: 0 });
  });

  it("is asked less strictly where it refuses a schema, and so from then on", async () => {
    const replies = [refusal(400, "response_format.json_schema is not supported"), completing(good)];
    const { bodies, ...outcome } = await asked(replies);
    expect(outcome).toMatchObject(byModel);
    expect(bodies[1].response_format).toEqual({ type: "json_object" });
    await using server = await ModelServer.start([refusal(400), completing(good), completing(good)]);
    const extractor = llmExtractor({ model: { baseUrl: server.baseUrl, model: "tiny" } });
    await extractor.extract({ passages, previousContext: null });
    await extractor.extract({ passages, previousContext: null });
    expect(server.asked.map(({ body }) => body.response_format?.type)).toEqual([
      "json_schema",
      "json_object",
      "json_object",
    ]);
  });

  it("is asked for plain text where it refuses every format", async () => {
    const { bodies, ...outcome } = await asked([refusal(400), refusal(422), completing(`Here: ${good}`)]);
    expect(outcome).toMatchObject(byModel);
    expect(bodies[2]).not.toHaveProperty("response_format");
    expect(bodies[2]).not.toHaveProperty("stream_options");
  });

  it("is asked again after 429, as long as it asks to wait, and after 500", async () => {
    const replies = [refusal(429, "slow down", { "retry-after": "7" }), refusal(500), completing(good)];
    expect(await asked(replies)).toMatchObject({ ...byModel, waits: [7250, 500] });
  });

  it("is asked again where it is silent, at first or in the middle, and where it breaks off before a word", async () => {
    const stuck: Reply = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(eventsOf([])[0]);
    };
    const replies = firstly([silence, stuck, cutAfter([], "text/event-stream")], completing(good));
    const { waits, ...outcome } = await asked(replies, { timeoutMs: 100, retries: 20 });
    expect(outcome).toMatchObject(byModel);
    expect(waits.slice(0, 3)).toEqual([250, 500, 1000]);
  });

  it("keeps what it said where its stream breaks off in the middle: the rest is asked again", async () => {
    const events = eventsOf(inPieces(good));
    const half = cutAfter(events.slice(0, 12), "text/event-stream");
    const { bodies, ...outcome } = await asked([half, completing(good)]);
    expect(outcome).toMatchObject(byModel);
    const turns = bodies[1].messages as { role: string; content: string }[];
    expect(turns.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(good.startsWith(turns[2]!.content)).toBe(true);
    expect(turns[3]!.content).toMatch(/for these passages only: 1\./);
  });

  it("is read where events come letter by letter, without a reason to finish", async () => {
    const letters: Reply = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const letter of eventsOf(inPieces(good), { finish: "" }).join("")) response.write(letter);
      response.end();
    };
    const { bodies, ...outcome } = await asked([letters]);
    expect(outcome).toMatchObject(byModel);
    expect(bodies).toHaveLength(1);
  });

  it("is not listened to any longer once the caller has had enough, whatever it said so far", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const stuck: Reply = (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(eventsOf([good]).slice(0, 2).join(""), () => controller.abort(reason));
    };
    await using server = await ModelServer.start([stuck]);
    const extractor = llmExtractor({ model: { baseUrl: server.baseUrl, model: "tiny" } });
    const work = extractor.extract({ passages, previousContext: null }, { signal: controller.signal });
    await expect(work).rejects.toBe(reason);
    expect(server.asked).toHaveLength(1);
  });

  it("is believed as far as it came where it stopped at its bound of tokens", async () => {
    const { bodies, ...outcome } = await asked([
      completing(good.slice(0, 60), { finish: "length" }),
      completing(good),
    ]);
    expect(outcome).toMatchObject({ ...byModel, tokens: 240 });
    expect(bodies).toHaveLength(2);
  });

  it.each([
    [
      "an error in the middle of its stream",
      raw('data: {"error":{"message":"out of memory"}}\n\n', "text/event-stream"),
    ],
    ["an answer of another shape", json({ choices: "none" })],
    ["a web page", raw("<html>502</html>", "text/html")],
    ["nothing", raw("")],
    ["a stream of nothing", raw("data: [DONE]\n\n", "text/event-stream")],
    ["broken JSON in its stream", raw("data: {]\n\n", "text/event-stream")],
    [
      "an answer without end",
      raw(eventsOf(["x".repeat(500_000), "y".repeat(500_000)]).join(""), "text/event-stream"),
    ],
    ["401", refusal(401)],
    ["503, always", refusal(503)],
  ])("leaves it to the rules where it gives %s", async (_, reply) => {
    expect(await asked(reply)).toMatchObject(byRules);
  });

  it("shows no key where it fails", async () => {
    const { error } = (await asked([refusal(401, `Incorrect API key provided: ${key}`)], {
      fallback: false,
    })) as {
      error: unknown;
    };
    expect(MemoryError.is(error, "extractor_failed")).toBe(true);
    expect(inspect(error, { depth: 10 })).not.toContain(key);
    expect(String(error)).toMatch(
      /tiny at http:.* must decide what is worth keeping, got: HTTP 401: Incorrect API key/,
    );
  });
});
