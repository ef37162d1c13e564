/**
 * The tarball that is published: what is in it, and that it works and type-checks in a project that
 * has nothing else of ours.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localLinks, projectRoot, readDocuments } from "../documents.js";
import { TinyModels } from "../models/local/fixture.js";
import { ConsumerProject } from "./consumer-project.js";

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

/** What npm's lock file says of one installed package. */
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const maxTarballBytes = 13_000_000;
const shipped = [
  /^(?:package\.json|LICENSE|(?:README|ARCHITECTURE|CHANGELOG|CONTRIBUTING|SECURITY)\.md|python\/README\.md)$/,
  /^dist\/[\w/-]+\.(?:js|d\.ts)(?:\.map)?$/,
  /^dist\/console\/app\/(?:index\.html|assets\/[\w-]+\.(?:js|css|svg))$/,
  /^dist\/bundled\/licenses\.txt$/,
  /^assets\/(?:README\.md|model\.bin|rules\.bin|tagger\.bin|vocab\.txt)$/,
  /^docs\/[\w-]+\.md$/,
  /^examples\/(?:frameworks\/(?:newest\/)?)?[\w-]+\.(?:json|ts)$/,
  /^plugins\/.+\.(?:json|md)$/,
];

const program = `
import { Memory } from "keepsake";
import { testMemory } from "keepsake/testing";

const first = new Memory({ path: "agent.db" });
await first.remember({ content: "I live in Groningen.", speaker: "Wubbo" });
await first.close();

const memory = new Memory({ path: "agent.db" });
const known = await memory.recall("Where does Wubbo live?");
const gone = await memory.forget({ entity: "Wubbo" });
const after = await memory.recall("Where does Wubbo live?");
await memory.close();

const seeded = await testMemory({ seed: ["The boiler is serviced in March."] });
const { items } = await seeded.memory.records();
await seeded.memory.close();
console.log(JSON.stringify({ known: known.semantic_memory, verified: gone.verified, after: after.semantic_memory, seeded: items.some(({ text }) => text === "The boiler is serviced in March.") }));
`;

const entries = `
import { MemoryClient } from "keepsake/client";
import { memoryTools } from "keepsake/ai-sdk";
import { createHandler } from "keepsake/server";
import { openAICompatibleEmbedder } from "keepsake/embedders/openai-compatible";
import { aiSdkEmbedder } from "keepsake/embedders/ai-sdk";
import { llmExtractor } from "keepsake/extractors/llm";

const lacking = await aiSdkEmbedder({ model: "a/b", dimensions: 2 }).embed(["x"], { kind: "query" }).catch((error) => error);
if (lacking.code !== "missing_dependency" || lacking.data.package !== "ai") throw lacking;
console.log([MemoryClient, memoryTools, createHandler, openAICompatibleEmbedder, aiSdkEmbedder, llmExtractor].map(({ name }) => name).join(" "));
`;

/** Remembers a file of each format whose parser is bundled, and prints those that were stored. */
const files = `
import { Memory } from "keepsake";

const contents = {
  "fees.md": "# Fees\\n\\nThe fee is **ten** euros.",
  "fees.html": "<html><body><p>The fee is ten euros.</p></body></html>",
  "fees.csv": "what,fee\\nentry,ten euros\\n",
  "fees.json": '[{"what":"entry","fee":"ten euros"}]',
  "fees.eml": "From: a@example.org\\nTo: b@example.org\\nSubject: Fees\\n\\nThe fee is ten euros.\\n",
};
const memory = new Memory();
const stored = [];
for (const [name, text] of Object.entries(contents))
  if ((await memory.rememberFile({ name, data: new TextEncoder().encode(text) })).stored) stored.push(name);
await memory.close();
console.log(stored.join(" "));
`;

const serving = `
import { serve } from "keepsake/server";

const running = await serve({ folder: "service", create: true, port: 0 });
console.log((await fetch(running.url + "/healthz")).status);
await running.close();
`;

/**
 * Says how each optional adapter fares with a model that is there, and with numbers that the first
 * generation does not know.
 */
const localModels = `
import { transformersEmbedder } from "keepsake/embedders/transformers";
import { crossEncoderRerank } from "keepsake/rerank/transformers";

const [localModelPath] = process.argv.slice(2);
const answer = async (call) => call.then(() => "works", ({ code, data, message }) => ({ code, ...data, message }));
const embedder = (dtype) => transformersEmbedder({ model: "tiny-static", pooling: "mean", dimensions: 64, dtype, localModelPath });
const rerank = crossEncoderRerank({ model: "tiny-rerank", localModelPath });
console.log(JSON.stringify({
  embedder: await answer(embedder("fp32").embed(["a boat"], { kind: "query" })),
  rerank: await answer(rerank("a boat", [{ record_id: "1", text: "a boat", score: 1 }], {})),
  q4: await answer(embedder("q4").embed(["a boat"], { kind: "query" })),
}));
`;

const typed = `
import { Memory, MemoryError, staticEmbedder } from "keepsake";
import type { AddPayload, Embedder, Extractor, MemoryOptions, MemoryService, Rerank, SearchPayload } from "keepsake";
import { MemoryClient, type MemoryClientOptions } from "keepsake/client";
import { openAICompatibleEmbedder } from "keepsake/embedders/openai-compatible";
import { llmExtractor } from "keepsake/extractors/llm";
import { testMemory } from "keepsake/testing";

// An endpoint needs no types of a package that is not installed.
const place = { baseUrl: "http://localhost:11434/v1", model: "m" };
export const remote: MemoryOptions = {
  embedder: openAICompatibleEmbedder({ ...place, dimensions: 3 }),
  extractor: llmExtractor({ model: place, schema: { diet: "x", "blood type": { description: "x", single: true } } }),
};
// @ts-expect-error: a model is one of the AI SDK, or has an address
llmExtractor({ model: { url: "http://localhost:11434/v1" } });
const elsewhere: MemoryClientOptions = { url: "http://127.0.0.1:8787", key: "k", retries: 0 };
export const services: MemoryService[] = [new MemoryClient(elsewhere)];
// @ts-expect-error: a client needs a key
new MemoryClient({ url: "http://127.0.0.1:8787" });
const options: MemoryOptions = { path: "agent.db", embedder: staticEmbedder({ dimensions: 128 }) };
const memory: MemoryService = new Memory(options);
const added: AddPayload = await memory.remember([{ role: "user", content: "Hello" }]);
const found: SearchPayload = await memory.recall({ query: "Where?", explain: true });
const signals: Record<string, number> | undefined = found.records?.[0]?.signals;
export const issues = (error: unknown) => (MemoryError.is(error, "invalid_input") ? error.data.issues.length : 0);
export type Parts = [Embedder, Extractor, Rerank];
// @ts-expect-error: an option that does not exist is refused
new Memory({ pathh: "agent.db" });
// @ts-expect-error: a selector is never a bare string
await memory.forget("Ana");
await using _seeded = (await testMemory({ seed: ["x"] })).memory;
console.log(added.data.data.memory_decisions.semantic.items[0]?.previous?.value, signals);
`;

describe("the packed tarball", () => {
  const project = new ConsumerProject();
  const installed = join(project.folder, "node_modules", "keepsake");
  let packed: Packed;

  beforeAll(() => {
    // Scripts are left out: prepack would build dist/ anew under the feet of tests that run beside
    // this one.
    const npm = ["pack", "--json", "--ignore-scripts", "--pack-destination", project.folder];
    [packed] = JSON.parse(
      execFileSync("npm", npm, { cwd: projectRoot, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    ) as [Packed];
    mkdirSync(installed);
    execFileSync("tar", [
      "-xzf",
      join(project.folder, packed.filename),
      "--strip-components=1",
      "-C",
      installed,
    ]);
    linkDependencies();
  });
  afterAll(() => project.remove());

  /**
   * Installing would compile better-sqlite3 for a minute, or need the network; only what the
   * manifest names is linked.
   */
  function linkDependencies(): void {
    for (const name of Object.keys(manifestOf().dependencies)) link(name);
  }

  function link(name: string): void {
    const place = join(project.folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(projectRoot, "node_modules", name), place);
  }

  function manifestOf(): Manifest {
    return JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Manifest;
  }

  it("is below 13 MB", () => {
    expect(packed.size).toBe(statSync(join(project.folder, packed.filename)).size);
    expect(packed.size).toBeLessThan(maxTarballBytes);
  });

  it("contains what is meant to ship and nothing else", () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths.filter((path) => !shipped.some((pattern) => pattern.test(path)))).toEqual([]);
    const needed = [
      "dist/index.js",
      "dist/index.d.ts",
      "dist/testing/index.d.ts",
      "dist/cli/main.js",
      "assets/model.bin",
      "assets/rules.bin",
      "assets/tagger.bin",
      "plugins/claude-code/.claude-plugin/marketplace.json",
      "plugins/codex/.agents/plugins/marketplace.json",
      "dist/console/app/index.html",
    ];
    expect(needed.filter((path) => !paths.includes(path))).toEqual([]);
    const readme = readDocuments().find(({ name }) => name === "README.md")!;
    const linked = localLinks(readme).map((target) => target.replace(/#.*$/, ""));
    expect(linked.length).toBeGreaterThan(20);
    const inTarball = (target: string) => paths.some((path) => path === target || path.startsWith(target));
    expect(linked.filter((target) => !inTarball(target))).toEqual([]);
  });

  it("remembers, recalls and forgets when it is installed", () => {
    project.write("program.mjs", program);
    const { status, output } = project.runPlain("program.mjs");
    expect({ status, output: status === 0 ? "" : output }).toEqual({ status: 0, output: "" });
    const answer = JSON.parse(output) as Record<string, unknown>;
    expect(answer.known).toMatch(/Groningen/);
    expect(answer).toMatchObject({ verified: true, after: "", seeded: true });
  });

  it("opens its entries, and needs no optional peer for it", () => {
    project.write("entries.mjs", entries);
    const { status, output } = project.runPlain("entries.mjs");
    expect({ status, output: output.trim() }).toEqual({
      status: 0,
      output: "MemoryClient memoryTools createHandler openAICompatibleEmbedder aiSdkEmbedder llmExtractor",
    });
  });

  it("brings no optional peer with it, nor anything that one of them needs alone", () => {
    const manifest = manifestOf();
    const peers = Object.keys(manifest.peerDependencies);
    expect(peers).toEqual(
      expect.arrayContaining(["@huggingface/transformers", "@xenova/transformers", "ai"]),
    );
    expect(peers.filter((name) => manifest.peerDependenciesMeta[name]?.optional !== true)).toEqual([]);
    const brought = packagesBroughtBy(Object.keys(manifest.dependencies));
    expect(brought).toContain("bindings");
    const heavy = /^(?:ai|sharp|onnxruntime-.*|@huggingface\/.*|@xenova\/.*|@ai-sdk\/.*|protobufjs)$/;
    expect(brought.filter((name) => heavy.test(name))).toEqual([]);
  });

  it("has the licences of the packages that its files contain", () => {
    const licences = readFileSync(join(installed, "dist/bundled/licenses.txt"), "utf8");
    const named = [...licences.matchAll(/^(\S+) [\d.]+ \(([\w-]+)\)$/gm)].map(([, name]) => name);
    const some = ["commander", "entities", "markdown-it", "postal-mime", "preact"];
    expect(named).toEqual(expect.arrayContaining(some));
    expect(licences.match(/permission|copyright/gi)?.length).toBeGreaterThan(named.length);
  });

  it("has a bill of materials with the packages that its files contain", () => {
    const program = join(projectRoot, "tools/sbom/main.ts");
    const tsx = join(projectRoot, "node_modules/tsx/dist/loader.mjs");
    const printed = execFileSync(process.execPath, ["--import", tsx, program], { encoding: "utf8" });
    const { components } = JSON.parse(printed) as { components: { "bom-ref": string; purl: string }[] };
    const refs = components.map((component) => component["bom-ref"]);
    const licences = readFileSync(join(installed, "dist/bundled/licenses.txt"), "utf8");
    const contained = [...licences.matchAll(/^(\S+) ([\d.]+) \([\w-]+\)$/gm)];
    expect(contained.length).toBeGreaterThan(10);
    const bundled = contained.map(([, name, version]) => `bundled:${name}@${version}`);
    expect(refs).toEqual(expect.arrayContaining(bundled));
    expect(refs).toEqual(expect.arrayContaining([expect.stringMatching(/^zod@/)]));
  });

  it("reads files with parsers that it contains", () => {
    project.write("files.mjs", files);
    expect(project.runPlain("files.mjs")).toEqual({
      status: 0,
      output: "fees.md fees.html fees.csv fees.json fees.eml\n",
    });
  });

  it("says what its servers need, and serves where that is there", () => {
    const main = "node_modules/keepsake/dist/cli/main.js";
    const needs = (command: string, name: string) => {
      const { status, output } = project.runPlain(main, [command]);
      expect({ command, status, output }).toEqual({
        command,
        status: 1,
        output: expect.stringContaining(
          `${name} must be installed; run npm install ${name}, or install keepsake-server`,
        ),
      });
    };
    needs("mcp", "@modelcontextprotocol/server");
    needs("serve", "@modelcontextprotocol/server");
    project.write("serve.mjs", serving);
    expect(project.runPlain("serve.mjs").output).toMatch(
      /@hono\/node-server must be installed; run npm install @hono\/node-server hono, or install keepsake-server/,
    );
    project.write("mcp.mjs", `import "keepsake/mcp";`);
    expect(project.runPlain("mcp.mjs").output).toMatch(/Cannot find package '@modelcontextprotocol\/server'/);
    for (const name of ["@modelcontextprotocol/server", "@hono/node-server", "hono"]) link(name);
    expect(project.runPlain("mcp.mjs")).toEqual({ status: 0, output: "" });
    expect(project.runPlain("serve.mjs")).toEqual({ status: 0, output: "200\n" });
  }, 120_000);

  it("says what a local model needs, and takes whichever of the two packages is there", () => {
    const models = new TinyModels();
    project.write("local-models.mjs", localModels);
    const outcome = () => JSON.parse(project.runPlain("local-models.mjs", [models.folder]).output);
    const missing = { code: "missing_dependency", package: "@huggingface/transformers" };
    expect(outcome()).toMatchObject({
      embedder: {
        ...missing,
        message: expect.stringMatching(/must be installed.*npm install @huggingface\/transformers/),
      },
      rerank: missing,
    });
    link("@xenova/transformers");
    expect(outcome()).toMatchObject({
      embedder: "works",
      rerank: "works",
      q4: { message: expect.stringMatching(/@xenova\/transformers takes dtype fp32 or q8/) },
    });
    link("@huggingface/transformers");
    expect(outcome()).toMatchObject({
      embedder: "works",
      rerank: "works",
      q4: { message: expect.stringMatching(/its files must be in/) },
    });
    models.remove();
  });

  it("brings a command", () => {
    const main = "node_modules/keepsake/dist/cli/main.js";
    expect(project.runPlain(main, ["remember", "The ladder hangs in the shed."]).status).toBe(0);
    expect(project.runPlain(main, ["recall", "Where does the ladder hang?"]).output).toMatch(/shed/);
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
      version: string;
    };
    expect(project.runPlain(main, ["--version"]).output.trim()).toBe(version);
  });

  it("type-checks in a strict project, its own declarations included", () => {
    project.write("typed.ts", typed);
    const { status, output } = project.checkTypes({ skipLibCheck: false });
    expect({ status, output }).toEqual({ status: 0, output: "" });
  });
});

/**
 * Names of the packages that npm installs for these, by the project's own lock file: their
 * dependencies, and theirs, and peers that are not optional.
 */
function packagesBroughtBy(names: readonly string[]): string[] {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")) as {
    packages: Record<string, Locked>;
  };
  const found = new Set<string>();
  const walk = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const locked = packages[`node_modules/${name}`] ?? {};
    const peers = Object.keys(locked.peerDependencies ?? {}).filter(
      (peer) => locked.peerDependenciesMeta?.[peer]?.optional !== true,
    );
    for (const next of [...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }), ...peers])
      walk(next);
  };
  for (const name of names) walk(name);
  return [...found];
}
