/**
 * Inputs from one grammar for every interface: the library, HTTP, MCP and the command line. Each
 * must be answered, or refused with an error that has a code. Of each verb at each interface some
 * inputs must be answered: a campaign whose inputs are all refused tries nothing.
 */
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Call, callsOf, type FuzzedVerb, withIds } from "./grammar.js";
import type { Campaign } from "./kills.js";

const from = (path: string): Promise<object> => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { Memory } = (await from("index.js")) as typeof import("../../src/index.js");
const { createHandler, singleKey } = (await from(
  "server/index.js",
)) as typeof import("../../src/server/index.js");
const { mcpHandler } = (await from("mcp/index.js")) as typeof import("../../src/mcp/index.js");
const { run } = (await from("cli/run.js")) as typeof import("../../src/cli/run.js");

type AMemory = InstanceType<typeof Memory>;

/** What became of an input: it was answered or refused; `wrong` says what may not happen. */
interface Outcome {
  readonly isAnswered: boolean;
  readonly wrong?: string;
}

const key = "a key of sixteen characters".replaceAll(" ", "-");
const perStore = 2000;
/** Inputs between two looks at the ids of the store. */
const perLook = 50;
/** Of so many inputs of a verb at an interface, at least one must be answered. */
const enough = 50;

/** Tries a number of inputs. @param seed The seed of fast-check, for the same inputs again */
export async function fuzz(count: number, seed: number): Promise<Campaign> {
  let memory = new Memory({ busyTimeoutMs: 50 });
  let ids: readonly string[] = [];
  const failed: string[] = [];
  const answered = new Map<string, { tried: number; answered: number }>();
  let tried = 0;
  for (const { at, verb, input } of callsOf(count, seed)) {
    if (tried % perLook === 0) ids = await idsIn(memory);
    const one = { at, verb, input: withIds(input, ids) };
    const outcome = await attempts[at](one, memory).catch((error: unknown) => ({
      isAnswered: false,
      wrong: `threw ${String(error)}`,
    }));
    if (outcome.wrong !== undefined) failed.push(`${at} ${verb} ${shown(one.input)}: ${outcome.wrong}`);
    const sum = answered.get(`${at} ${verb}`) ?? { tried: 0, answered: 0 };
    answered.set(`${at} ${verb}`, {
      tried: sum.tried + 1,
      answered: sum.answered + (outcome.isAnswered ? 1 : 0),
    });
    tried += 1;
    if (tried % perStore === 0) {
      failed.push(...(await wrongIn(memory)).map((what) => `after ${tried} inputs: ${what}`));
      await memory.close();
      memory = new Memory({ busyTimeoutMs: 50 });
    }
  }
  failed.push(...(await wrongIn(memory)));
  await memory.close();
  for (const [where, sum] of answered)
    if (sum.tried >= enough && sum.answered === 0) failed.push(`${where}: none of ${sum.tried} was answered`);
  return { tried, failed };
}

async function idsIn(memory: AMemory): Promise<string[]> {
  const { items } = await memory.records({ limit: 100, include_superseded: true });
  return items.map(({ id }) => id);
}

/** What `check` finds wrong with a store. */
async function wrongIn(memory: AMemory): Promise<string[]> {
  const { checks } = await memory.check();
  return checks.filter(({ ok }) => !ok).map(({ check, examples }) => `${check}: ${examples.join("; ")}`);
}

const attempts: Readonly<Record<Call["at"], (one: Call, memory: AMemory) => Promise<Outcome>>> = {
  library,
  http,
  mcp,
  cli,
};

async function library({ verb, input }: Call, memory: AMemory): Promise<Outcome> {
  try {
    if (verb === "export") for await (const _ of memory.export(exported(input) as never));
    else if (verb === "import") await memory.import(linesOf(input));
    else if (verb === "verifyAudit" || verb === "details") await memory[verb]();
    else
      await Reflect.apply(Reflect.get(memory, verb), memory, [verb === "rememberFile" ? file(input) : input]);
    return { isAnswered: true };
  } catch (error) {
    const isNamed = error instanceof Error && error.name === "MemoryError";
    return { isAnswered: false, ...(isNamed ? {} : { wrong: `no named error: ${String(error)}` }) };
  }
}

const exported = (input: unknown) =>
  isFields(input) && "source_id" in input ? { sourceId: input.source_id } : {};
const isFields = (input: unknown): input is Record<string, unknown> =>
  typeof input === "object" && input !== null && !Array.isArray(input);
const jsonOf = (value: unknown) => JSON.stringify(value) ?? String(value);
const linesOf = (input: unknown) => (Array.isArray(input) ? input : [input]).map(jsonOf);

/** A file's input, with its text as bytes. */
function file(input: unknown): unknown {
  if (!isFields(input) || typeof input.data !== "string") return input;
  return { ...input, data: Buffer.from(input.data) };
}

/** The path and the body of an endpoint. */
function requestOf(verb: FuzzedVerb, input: unknown): readonly [path: string, body: string] {
  if (verb === "import") return ["import", linesOf(input).join("\n")];
  if (verb === "history") return ["history", jsonOf({ id: input })];
  if (verb === "rememberFile" && isFields(input) && typeof input.data === "string")
    return ["file", jsonOf({ ...input, data: Buffer.from(input.data).toString("base64") })];
  const paths: Partial<Record<FuzzedVerb, string>> = {
    remember: "add",
    rememberFile: "file",
    recall: "search",
    verifyAudit: "verify_audit",
  };
  return [paths[verb] ?? verb, typeof input === "string" ? input : jsonOf(input)];
}

async function http({ verb, input }: Call, memory: AMemory): Promise<Outcome> {
  const handler = createHandler({ resolve: singleKey(memory, key) });
  const [path, body] = requestOf(verb, input);
  const request = new Request(`http://127.0.0.1/api/memory/${path}`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "content-type": verb === "import" ? "application/x-ndjson" : "application/json",
    },
    body,
  });
  const response = await handler(request);
  await response.text();
  const { status } = response;
  if (status === 404 && path !== "history" && path !== "export")
    return { isAnswered: false, wrong: "no such endpoint" };
  return {
    isAnswered: status === 200,
    ...(status < 500 || status === 507 ? {} : { wrong: `status ${status}` }),
  };
}

/** The tools of the MCP server by verb. Others of its requests take the place of other verbs. */
function messageOf(verb: FuzzedVerb, input: unknown): { readonly method: string; readonly params: unknown } {
  const names: Partial<Record<FuzzedVerb, string>> = {
    remember: "remember",
    recall: "recall",
    profile: "profile",
    forget: "forget",
    records: "list",
    details: "details",
  };
  const name = names[verb];
  if (name !== undefined) return { method: "tools/call", params: { name, arguments: unscoped(input) } };
  if (verb === "history")
    return {
      method: "resources/read",
      params: { uri: `keepsake://records/${encodeURIComponent(wellFormed(input))}/source` },
    };
  if (verb === "rememberFile")
    return { method: "tools/call", params: { name: "memory_hook", arguments: hooked(input) } };
  return { method: verb === "export" ? "resources/templates/list" : "tools/list", params: {} };
}

/** What a plugin of an assistant sends, with the text of a file as the prompt. */
function hooked(input: unknown): unknown {
  if (!isFields(input)) return input;
  return { event: "UserPromptSubmit", prompt: input.data, source: "user", within_ms: input.within_ms };
}

/** A model sets no scope: the app does. */
function unscoped(input: unknown): unknown {
  if (!isFields(input)) return input;
  const { scope: _, ...rest } = input;
  return rest;
}

const wellFormed = (value: unknown) =>
  Buffer.from(String(jsonOf(value)))
    .toString()
    .replaceAll('"', "");

async function mcp({ verb, input }: Call, memory: AMemory): Promise<Outcome> {
  const defects: unknown[] = [];
  const mcp = mcpHandler({ version: "0", onDefect: (error) => defects.push(error) });
  const request = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: jsonOf({ jsonrpc: "2.0", id: 1, ...messageOf(verb, input) }),
  });
  const response = await mcp.answer(request, { service: memory });
  const answer = await response.text();
  await mcp.close();
  const isAnswered = response.status === 200 && !/"(?:isError":true|error":\{"code)/u.test(answer);
  if (defects.length > 0) return { isAnswered, wrong: `a defect: ${String(defects[0])}` };
  return { isAnswered, ...(response.status < 500 ? {} : { wrong: `status ${response.status}` }) };
}

/** The field of a verb that is an argument of its command, without a flag. */
const mainFields: Partial<Record<FuzzedVerb, string>> = { remember: "content", recall: "query" };
const commands: Partial<Record<FuzzedVerb, readonly string[]>> = {
  verifyAudit: ["audit", "--verify"],
  // Files are read by other interfaces: a path of random characters is none.
  rememberFile: ["check"],
};

function argumentsOf(verb: FuzzedVerb, input: unknown): readonly string[] {
  const command = commands[verb];
  if (command !== undefined) return command;
  if (verb === "import" || verb === "export" || verb === "details") return [verb];
  if (!isFields(input)) return [verb, wellFormed(input)];
  return [verb, ...Object.entries(input).flatMap(([field, value]) => flagsOf(verb, field, value))];
}

function flagsOf(verb: FuzzedVerb, field: string, value: unknown): string[] {
  if (field === mainFields[verb]) return typeof value === "string" ? [value] : ["--messages", jsonOf(value)];
  const flag = `--${field.replaceAll("_", "-")}`;
  if (value === true) return [flag];
  if (value === false) return [];
  if (isFields(value))
    return Object.entries(value).flatMap(([name, one]) => [flag, `${name}=${String(one)}`]);
  if (Array.isArray(value)) return [flag, value.map(String).join(",")];
  return [flag, typeof value === "string" ? value : jsonOf(value)];
}

/**
 * Runs a command. @returns also `wrong` if the exit code is unknown, or if a stack was printed
 */
async function cli({ verb, input }: Call, memory: AMemory): Promise<Outcome> {
  const errors: string[] = [];
  const [stdout, stderr] = [new PassThrough().resume(), new PassThrough()];
  stderr.on("data", (chunk: Buffer) => errors.push(String(chunk)));
  const refuse = async () => Promise.reject(new Error("not in this campaign"));
  const code = await run(argumentsOf(verb, input), {
    stdin: Readable.from([verb === "import" ? linesOf(input).join("\n") : "I live in Porto."]),
    stdout,
    stderr,
    // Commands that read refuse a file that is missing; the store itself is in memory.
    env: { KEEPSAKE_DB: fileURLToPath(import.meta.url) },
    signal: new AbortController().signal,
    now: () => performance.now(),
    open: () => keptOpen(memory),
    restore: refuse,
    rekey: refuse,
  });
  const isFine = code <= 3 && !errors.join("").includes("\n    at ");
  return {
    isAnswered: code === 0,
    ...(isFine ? {} : { wrong: `exit code ${code}: ${errors.join("").slice(0, 300)}` }),
  };
}

/** The same memory, for a command that would close it. */
function keptOpen(memory: AMemory): AMemory {
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
