/**
 * Inputs from one grammar for every interface: the library, HTTP, MCP and the command line. Each
 * must be answered, or refused with an error that has a code.
 */
import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { Memory } from "../built.js";
import type { Campaign } from "./kills.js";

const from = (path: string): Promise<object> => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { createHandler, singleKey } = (await from(
  "server/index.js",
)) as typeof import("../../src/server/index.js");
const { mcpHandler } = (await from("mcp/index.js")) as typeof import("../../src/mcp/index.js");
const { run } = (await from("cli/run.js")) as typeof import("../../src/cli/run.js");

const words = fc.constantFrom(
  "Ana",
  "lives",
  "in",
  "Porto",
  "I",
  "like",
  "plums",
  "always",
  "never",
  "on Monday",
  "2026-05-04",
  "?",
  "not",
  "my",
  "name",
);
const hostile = fc.constantFrom(
  "\u0000",
  "\ud800",
  "\u202e",
  "e\u0301".repeat(50),
  "'; drop table records; --",
  "<memory>",
  "%s%n",
  "../../etc",
  "\r\n".repeat(40),
  "NaN",
  "𝒜",
  "",
);
const text = fc.oneof(
  { weight: 5, arbitrary: fc.array(words, { minLength: 1, maxLength: 12 }).map((some) => some.join(" ")) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.oneof(words, hostile, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 12 })
      .map((some) => some.join(" ")),
  },
);
const anything = fc.oneof(
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2, withBigInt: false }) },
  { weight: 1, arbitrary: hostile },
  { weight: 1, arbitrary: fc.double() },
);
const orAnything = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: anything });
const scope = fc.record({ user: orAnything(fc.constantFrom("alice", "bob")) });
const time = fc.constantFrom("2026-05-04", "2026-05-04T09:00:00Z", "9999-12-31", "0000-01-01", "tomorrow");
const fields = {
  content: orAnything(
    fc.oneof(
      text,
      fc.array(
        fc.record({
          role: orAnything(fc.constantFrom("user", "assistant", "tool")),
          content: orAnything(text),
        }),
        { maxLength: 3 },
      ),
    ),
  ),
  query: orAnything(text),
  speaker: orAnything(text),
  entity: orAnything(text),
  scope: orAnything(scope),
  occurred_at: orAnything(time),
  expires_at: orAnything(time),
  metadata: orAnything(fc.dictionary(text, fc.oneof(text, fc.double(), fc.boolean()), { maxKeys: 3 })),
  filter: orAnything(fc.dictionary(text, anything, { maxKeys: 3 })),
  token_budget: orAnything(fc.integer({ min: -5, max: 5000 })),
  limit: orAnything(fc.integer({ min: -5, max: 500 })),
  ids: orAnything(fc.array(text, { maxLength: 3 })),
  types: orAnything(fc.array(fc.constantFrom("semantic", "episodic", "procedural"), { maxLength: 3 })),
  confirm: orAnything(fc.boolean()),
  all: orAnything(fc.boolean()),
  cursor: orAnything(text),
  idempotency_key: orAnything(text),
  include_superseded: orAnything(fc.boolean()),
};
const input = orAnything(fc.oneof(text, fc.record(fields, { requiredKeys: [] })));
const verb = fc.constantFrom(
  "remember",
  "recall",
  "profile",
  "forget",
  "records",
  "history",
  "audit",
  "import",
  "add",
  "search",
  "details",
);
const interfaces = ["library", "http", "mcp", "cli"] as const;
const call = fc.record({ at: fc.constantFrom(...interfaces), verb, input });
type Call = typeof call extends fc.Arbitrary<infer One> ? One : never;

const key = "a key of sixteen characters".replaceAll(" ", "-");

/** Tries a number of inputs. @param seed The seed of fast-check, for the same inputs again */
export async function fuzz(count: number, seed: number): Promise<Campaign> {
  let memory = new Memory({ busyTimeoutMs: 50 });
  const failed: string[] = [];
  const perStore = 2000;
  let tried = 0;
  for (const one of batches(count, seed)) {
    const what = await attempt(one, memory).catch((error: unknown) => `threw ${String(error)}`);
    if (what !== undefined) failed.push(`${one.at} ${one.verb} ${shown(one.input)}: ${what}`);
    tried += 1;
    if (tried % perStore === 0) {
      failed.push(...(await wrongIn(memory)).map((what) => `after ${tried} inputs: ${what}`));
      await memory.close();
      memory = new Memory({ busyTimeoutMs: 50 });
    }
  }
  failed.push(...(await wrongIn(memory)));
  await memory.close();
  return { tried, failed };
}

/** What `check` finds wrong with a store. */
async function wrongIn(memory: InstanceType<typeof Memory>): Promise<string[]> {
  const { checks } = await memory.check();
  return checks.filter(({ ok }) => !ok).map(({ check, examples }) => `${check}: ${examples.join("; ")}`);
}

function* batches(count: number, seed: number): Generator<Call> {
  const each = 1000;
  for (let made = 0; made < count; made += each)
    yield* fc.sample(call, { numRuns: Math.min(each, count - made), seed: seed + made });
}

function attempt(one: Call, memory: InstanceType<typeof Memory>): Promise<string | undefined> {
  if (one.at === "library") return library(one, memory);
  if (one.at === "http") return http(one, memory);
  return one.at === "mcp" ? mcp(one, memory) : cli(one, memory);
}

async function library(
  { verb: name, input: given }: Call,
  memory: InstanceType<typeof Memory>,
): Promise<string | undefined> {
  const method = Reflect.get(memory, name === "add" ? "remember" : name === "search" ? "recall" : name);
  try {
    const lines = [JSON.stringify(given) ?? ""];
    await Reflect.apply(method, memory, name === "details" ? [] : [name === "import" ? lines : given]);
    return undefined;
  } catch (error) {
    return error instanceof Error && error.name === "MemoryError"
      ? undefined
      : `no named error: ${String(error)}`;
  }
}

async function http(
  { verb: name, input: given }: Call,
  memory: InstanceType<typeof Memory>,
): Promise<string | undefined> {
  const handler = createHandler({ resolve: singleKey(memory, key) });
  const path = name === "remember" ? "add" : name === "recall" ? "search" : name;
  const body = typeof given === "string" ? given : (JSON.stringify(given) ?? "");
  const request = new Request(`http://127.0.0.1/api/memory/${path}`, {
    method: "POST",
    headers: { "x-api-key": key },
    body,
  });
  const response = await handler(request);
  await response.text();
  return response.status < 500 || response.status === 507 ? undefined : `status ${response.status}`;
}

async function mcp(
  { verb: name, input: given }: Call,
  memory: InstanceType<typeof Memory>,
): Promise<string | undefined> {
  const defects: unknown[] = [];
  const mcp = mcpHandler({ version: "0", onDefect: (error) => defects.push(error) });
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: `memory_${name}`, arguments: given },
  };
  const request = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(message) ?? "",
  });
  const response = await mcp.answer(request, {
    service: memory,
  });
  await response.text();
  await mcp.close();
  if (defects.length > 0) return `a defect: ${String(defects[0])}`;
  return response.status < 500 ? undefined : `status ${response.status}`;
}

async function cli(
  { verb: name, input: given }: Call,
  memory: InstanceType<typeof Memory>,
): Promise<string | undefined> {
  const values = typeof given === "object" && given !== null ? Object.entries(given) : [["", given]];
  const flags = values.flatMap(([field, value]) =>
    [field === "" ? [] : [`--${field}`], String(JSON.stringify(value) ?? value)].flat(),
  );
  const errors: string[] = [];
  const [stdout, stderr] = [new PassThrough().resume(), new PassThrough()];
  stderr.on("data", (chunk: Buffer) => errors.push(String(chunk)));
  const open = () => keptOpen(memory);
  const refuse = async () => Promise.reject(new Error("not in this campaign"));
  const code = await run(
    [name, ...flags.filter((flag) => !flag.includes("--file") && !flag.startsWith("--output"))],
    {
      stdin: Readable.from(["I live in Porto."]),
      stdout,
      stderr,
      env: {},
      signal: new AbortController().signal,
      now: () => performance.now(),
      open,
      restore: refuse,
      rekey: refuse,
    },
  );
  return code <= 3 && !errors.join("").includes("\n    at ")
    ? undefined
    : `exit code ${code}: ${errors.join("").slice(0, 300)}`;
}

/** The same memory, for a command that would close it. */
function keptOpen(memory: InstanceType<typeof Memory>): InstanceType<typeof Memory> {
  return new Proxy(memory, {
    get: (target, name) => {
      if (name === "close") return async () => {};
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 400);
}
