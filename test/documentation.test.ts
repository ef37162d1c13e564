/**
 * The documents name everything that can be asked of keepsake, and everything that they show runs.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import * as aiSdk from "../src/ai-sdk/index.js";
import * as client from "../src/client/index.js";
import { detailsPayload } from "../src/contract/details.js";
import { errorCodes } from "../src/contract/errors.js";
import { forgetInput, forgetResult } from "../src/contract/forget.js";
import { auditInput, auditOperations, auditRow, auditVerdict } from "../src/contract/maintenance/audit.js";
import { profileInput, profilePayload } from "../src/contract/profile.js";
import { recallInput, searchPayload } from "../src/contract/recall.js";
import { memoryRecord, recordsInput, recordTypes } from "../src/contract/record.js";
import { addPayload, rememberInput } from "../src/contract/remember.js";
import * as aiSdkEmbedding from "../src/embedders/ai-sdk-embedder.js";
import * as openAIEmbedding from "../src/embedders/openai-compatible-embedder.js";
import * as embedders from "../src/embedders/transformers/index.js";
import * as llm from "../src/extractors/llm-extractor.js";
import * as adk from "../src/frameworks/adk.js";
import * as anthropic from "../src/frameworks/anthropic.js";
import * as langchain from "../src/frameworks/langchain.js";
import * as langgraph from "../src/frameworks/langgraph.js";
import * as llamaindex from "../src/frameworks/llamaindex.js";
import * as mastra from "../src/frameworks/mastra.js";
import * as openAIAgents from "../src/frameworks/openai-agents.js";
import * as frontDoor from "../src/index.js";
import { Memory, type MemoryOptions } from "../src/index.js";
import * as mcp from "../src/mcp/index.js";
import { MemoryVerbs } from "../src/memory-verbs.js";
import * as migration from "../src/migrate/index.js";
import * as rerankers from "../src/rerankers/transformers/index.js";
import type { PostgresStoreOptions } from "../src/stores/postgres/index.js";
import * as testing from "../src/testing/index.js";
import { cli } from "./cli/cli-fixture.js";
import { anchorsOf, codeOf, localLinks, projectRoot, readDocuments } from "./documents.js";
import { ConsumerProject } from "./package/consumer-project.js";

const documents = readDocuments();
const api = documents.find(({ name }) => name === "docs/api.md")!;
const readme = documents.find(({ name }) => name === "README.md")!;
const commandLine = documents.find(({ name }) => name === "docs/cli.md")!;
const named = [api, readme, commandLine].map(codeOf).join("\n");

/** Complete by the compiler: a new option that is not listed here does not type-check. */
const options = {
  path: true,
  encryption: true,
  driver: true,
  store: true,
  name: true,
  actor: true,
  embedder: true,
  extractor: true,
  rerank: true,
  readerFor: true,
  clock: true,
  ids: true,
  durability: true,
  busyTimeoutMs: true,
  plan: true,
  prices: true,
  wallet: true,
  meter: true,
} satisfies Record<keyof MemoryOptions, true>;

/** As above, for the options of other entries. */
const entryOptions = {
  MemoryClient: {
    url: true,
    key: true,
    service: true,
    timeoutMs: true,
    retries: true,
    retryBaseMs: true,
    retryMaxMs: true,
    maxRetryAfterMs: true,
    fetch: true,
    clock: true,
    random: true,
    sleep: true,
    newKey: true,
  } satisfies Record<keyof client.MemoryClientOptions, true>,
  openAICompatibleEmbedder: {
    baseUrl: true,
    model: true,
    dimensions: true,
    apiKey: true,
    headers: true,
    sendDimensions: true,
    encoding: true,
    queryPrefix: true,
    passagePrefix: true,
    batchSize: true,
    concurrency: true,
    maxChars: true,
    timeoutMs: true,
    retries: true,
    retryBaseMs: true,
    retryMaxMs: true,
    maxRetryAfterMs: true,
    id: true,
    fetch: true,
    clock: true,
    random: true,
    sleep: true,
  } satisfies Record<keyof openAIEmbedding.OpenAICompatibleEmbedderOptions, true>,
  aiSdkEmbedder: {
    model: true,
    dimensions: true,
    queryPrefix: true,
    passagePrefix: true,
    maxChars: true,
    maxRetries: true,
    maxParallelCalls: true,
    timeoutMs: true,
    providerOptions: true,
    id: true,
  } satisfies Record<keyof aiSdkEmbedding.AiSdkEmbedderOptions, true>,
  llmExtractor: {
    model: true,
    instructions: true,
    schema: true,
    types: true,
    fallback: true,
    maxOutputTokens: true,
    windowChars: true,
    concurrency: true,
    timeoutMs: true,
    retries: true,
    retryBaseMs: true,
    retryMaxMs: true,
    maxRetryAfterMs: true,
    clock: true,
    random: true,
    sleep: true,
    newBoundary: true,
  } satisfies Record<keyof llm.LlmExtractorOptions, true>,
  memoryTools: {
    scope: true,
    metadata: true,
    filter: true,
    speaker: true,
    approveForget: true,
    clock: true,
    newBoundary: true,
  } satisfies Record<keyof aiSdk.MemoryToolsOptions, true>,
  memoryMiddleware: {
    scope: true,
    metadata: true,
    filter: true,
    speaker: true,
    tokenBudget: true,
    profileBudget: true,
    rememberAnswers: true,
    onError: true,
    clock: true,
    newBoundary: true,
  } satisfies Record<keyof aiSdk.MemoryMiddlewareOptions, true>,
  transformersEmbedder: {
    model: true,
    pooling: true,
    dimensions: true,
    truncateTo: true,
    layerNorm: true,
    centre: true,
    queryPrefix: true,
    passagePrefix: true,
    maxTokens: true,
    dtype: true,
    device: true,
    revision: true,
    localModelPath: true,
    allowRemote: true,
    cacheFolder: true,
    batchSize: true,
    onProgress: true,
    library: true,
  } satisfies Record<keyof embedders.TransformersEmbedderOptions, true>,
  crossEncoderRerank: {
    model: true,
    maxTokens: true,
    dtype: true,
    device: true,
    revision: true,
    localModelPath: true,
    allowRemote: true,
    cacheFolder: true,
    batchSize: true,
    onProgress: true,
    library: true,
  } satisfies Record<keyof rerankers.CrossEncoderRerankOptions, true>,
};

const inputs = { rememberInput, recallInput, forgetInput, recordsInput, auditInput };
const answers = {
  addPayload,
  searchPayload,
  profilePayload,
  forgetResult,
  detailsPayload,
  memoryRecord,
  auditRow,
  auditVerdict,
};

/** Names of a schema's fields, at any depth. */
function fieldsOf(schema: z.ZodType, io: "input" | "output"): string[] {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const properties: unknown = Reflect.get(node, "properties");
    if (typeof properties === "object" && properties !== null)
      for (const name of Object.keys(properties)) found.add(name);
    for (const value of Object.values(node)) walk(value);
  };
  walk(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
  return [...found];
}

function missing(names: readonly string[], text = named): string[] {
  return names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text));
}

describe("docs/api.md and README.md", () => {
  it("name every option of new Memory()", () => {
    expect(missing(Object.keys(options), codeOf(api))).toEqual([]);
  });

  it("name every verb", () => {
    const classes = [Memory.prototype, MemoryVerbs.prototype];
    const verbs = classes.flatMap(Object.getOwnPropertyNames).filter((name) => name !== "constructor");
    expect(verbs.length).toBeGreaterThan(10);
    expect(missing(verbs, codeOf(api))).toEqual([]);
  });

  it.each(Object.entries(inputs))("name every field of %s", (_name, schema) => {
    const fields = fieldsOf(schema, "input");
    expect(fields.length).toBeGreaterThan(4);
    expect(missing(fields)).toEqual([]);
  });

  it("name every field of profileInput", () => {
    expect(missing(fieldsOf(profileInput, "input"))).toEqual([]);
  });

  it.each(Object.entries(answers))("name every field of %s", (_name, schema) => {
    const fields = fieldsOf(schema, "output");
    expect(fields.length).toBeGreaterThan(2);
    expect(missing(fields)).toEqual([]);
  });

  it("name every error code, audit operation and record type", () => {
    expect(missing([...errorCodes, ...auditOperations, ...recordTypes], codeOf(api))).toEqual([]);
  });

  it("name everything that the main entry and keepsake/testing give at run time", () => {
    const exported = [...Object.keys(frontDoor), ...Object.keys(testing)];
    const internalTo = new Set(["errorCodes", "auditOperations", "recordTypes"]);
    expect(missing(exported.filter((name) => !internalTo.has(name)))).toEqual([]);
  });

  it.each(Object.entries(entryOptions))("name every option of %s", (_name, given) => {
    expect(missing(Object.keys(given), codeOf(api))).toEqual([]);
  });

  it("name everything that the other entries give at run time", () => {
    const exported = [client, aiSdk, mcp, openAIEmbedding, aiSdkEmbedding, embedders, rerankers, llm].flatMap(
      (entry) => Object.keys(entry),
    );
    expect(exported.length).toBeGreaterThan(5);
    const pages = documents.filter(({ name }) => ["docs/api.md", "docs/mcp.md"].includes(name));
    expect(missing(exported, pages.map(codeOf).join("\n"))).toEqual([]);
  });

  it("name everything that the adapters for frameworks give at run time", () => {
    const exported = [adk, anthropic, langchain, langgraph, llamaindex, mastra, openAIAgents].flatMap(
      (entry) => Object.keys(entry),
    );
    expect(exported.length).toBeGreaterThan(4);
    expect(missing(exported, codeOf(documents.find(({ name }) => name === "docs/frameworks.md")!))).toEqual(
      [],
    );
  });

  it("name every option and every function of keepsake/migrate, and every field of its report", () => {
    const options = {
      from: true,
      file: true,
      data: true,
      speaker: true,
      dryRun: true,
      clock: true,
      onProgress: true,
      signal: true,
    } satisfies Record<keyof migration.MigrateOptions, true>;
    const exporting = {
      folder: true,
      includeSuperseded: true,
      onProgress: true,
      signal: true,
    } satisfies Record<keyof (migration.ExportCogxOptions & migration.ExportMarkdownOptions), true>;
    const report = {
      from: true,
      dry_run: true,
      read: true,
      carried: true,
      imported: true,
      remembered: true,
      not_carried: true,
    } satisfies Record<keyof migration.MigrationReport, true>;
    const page = codeOf(documents.find(({ name }) => name === "docs/migrate.md")!);
    const names = [options, exporting, report, migration].flatMap((named) => Object.keys(named));
    expect(missing([...names, ...migration.migrationFormats], page)).toEqual([]);
  });

  it("name every option of postgresStore()", () => {
    const given = {
      pool: true,
      storeId: true,
      schema: true,
      partitions: true,
      busyTimeoutMs: true,
      preparedStatements: true,
    } satisfies Record<keyof PostgresStoreOptions, true>;
    const page = codeOf(documents.find(({ name }) => name === "docs/postgres.md")!);
    expect(missing(["postgresStore", ...Object.keys(given)], page)).toEqual([]);
  });

  it("name every command of the command line", async () => {
    const { stdout } = await cli(["--help"]);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+)(?: |$)(?=.* {2,})/gm)].map(([, name]) => name!);
    expect(commands).toEqual(expect.arrayContaining(["remember", "recall", "forget", "demo"]));
    expect(missing(commands, codeOf(commandLine))).toEqual([]);
  });

  it("would miss a name that is only in prose", () => {
    expect(missing(["path"], codeOf({ name: "x.md", text: "the path of a file", fences: [] }))).toEqual([
      "path",
    ]);
  });
});

describe("links between documents", () => {
  const links = documents.flatMap((document) =>
    localLinks(document).map((link) => [document.name, link] as const),
  );

  it.each(links)("of %s lead somewhere: %s", (from, link) => {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? from : normalize(join(dirname(from), path));
    expect(existsSync(join(projectRoot, target))).toBe(true);
    if (anchor === undefined) return;
    const document = documents.find(({ name }) => name === target)!;
    expect(anchorsOf(document)).toContain(anchor);
  });
});

const fences = documents.flatMap((document) => document.fences);

describe("TypeScript in the documents", () => {
  const snippets = fences.filter(({ info }) => /^ts\b/.test(info));
  const project = new ConsumerProject();
  const fileOf = new Map(snippets.map(({ at }) => [at, `${at.replaceAll(/\W+/g, "-")}.ts`]));
  let types: string;
  let outcomes: Record<string, string>;

  beforeAll(() => {
    project.linkBuild();
    for (const { at, code } of snippets) project.write(fileOf.get(at)!, code);
    types = project.checkTypes().output;
    project.write("run-all.mjs", runAll);
    const files = snippets.filter(({ info }) => !info.includes("no-run")).map(({ at }) => fileOf.get(at)!);
    const { output } = project.run("run-all.mjs", files);
    outcomes = JSON.parse(output.slice(output.lastIndexOf("\n{") + 1));
  });
  afterAll(() => project.remove());

  it("is there", () => {
    expect(snippets.length).toBeGreaterThan(0);
  });

  it.each(snippets)("$at opens with an import, so that it can be copied whole", ({ code }) => {
    expect(code).toMatch(/^import /);
  });

  it.each(snippets)("$at type-checks in a project that uses keepsake", ({ at }) => {
    expect(types.split("\n").filter((line) => line.startsWith(fileOf.get(at)!))).toEqual([]);
  });

  it.each(snippets.filter(({ info }) => !info.includes("no-run")))("$at runs to its end", ({ at }) => {
    expect(outcomes[fileOf.get(at)!]).toBe("ran");
  });
});

/**
 * Imports each file in turn, each in a working directory of its own; one process, so that the
 * library loads once.
 */
const runAll = `
import { mkdtempSync } from "node:fs";
const here = process.cwd();
const outcomes = {};
for (const file of process.argv.slice(2)) {
  process.chdir(mkdtempSync(here + "/cwd-"));
  try {
    await import("file://" + here + "/" + file);
    outcomes[file] = "ran";
  } catch (error) {
    outcomes[file] = String(error?.stack ?? error);
  }
}
console.log("\\n" + JSON.stringify(outcomes));
`;

describe("shell in the documents", () => {
  const scripts = fences.filter(({ info }) => info === "sh");
  const { scripts: ours } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };

  it("calls npm scripts that exist", () => {
    const called = scripts.flatMap(({ code }) => [...code.matchAll(/\bnpm (?:run )?([a-z][\w:]*)/g)]);
    const names = called
      .map(([, name]) => name!)
      .filter((name) => !["install", "ci", "pack", "link"].includes(name));
    expect(names).toContain("test");
    expect(names.filter((name) => ours[name] === undefined)).toEqual([]);
  });

  const commandLines = scripts.filter(({ code }) => /^(?:npx )?keepsake /m.test(code));

  it.each(commandLines)("$at runs on the command line, line by line", ({ code }) => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-shell-"));
    const lines = code
      .replaceAll("\\\n", " ")
      .split("\n")
      .filter((line) => /^(?:npx )?keepsake /.test(line))
      .map((line) => line.replace(/^npx /, ""));
    const program = join(projectRoot, "dist", "cli", "main.js");
    const script = ["set -e", `keepsake() { "${process.execPath}" "${program}" "$@"; }`, ...lines].join("\n");
    const { status, stderr } = spawnSync("/bin/sh", ["-c", script], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true, force: true });
    expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  });
});
