/** The ranks of the source folders, as data, and what must be absent from them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { readSourceFiles, type SourceFacts } from "./source-files.js";

interface Part {
  readonly part: string;
  /** Files, or folders ending in `/`. A file belongs to the first part that lists it. */
  readonly files: readonly string[];
  readonly mayImport: readonly string[];
  /**
   * Packages and node built-ins that this part alone may import: a library is used in one place.
   */
  readonly libraries: readonly string[];
}

const base = ["contract", "text", "async", "numbers", "hashing", "prompt safety", "rendering", "service"];
const verb = { mayImport: [...base, "ports"], libraries: [] };
const adapters = [
  "sqlite driver",
  "sqlite store",
  "static embedder",
  "rule extractor",
  "plan meter",
  "file source",
  "readers",
];

const parts: readonly Part[] = [
  // Rank 0
  { part: "contract", files: ["contract/"], mayImport: [], libraries: ["zod"] },
  { part: "assets", files: ["assets/"], mayImport: [], libraries: ["node:fs", "node:module", "node:url"] },
  { part: "text", files: ["text/"], mayImport: [], libraries: ["stemmer"] },
  { part: "async", files: ["async/"], mayImport: [], libraries: [] },
  { part: "numbers", files: ["numbers/"], mayImport: [], libraries: [] },
  {
    part: "bundled",
    files: ["bundled/"],
    mayImport: [],
    libraries: [
      "@streamparser/json",
      "commander",
      "csv-parse",
      "htmlparser2",
      "jsonrepair",
      "markdown-it",
      "picocolors",
      "postal-mime",
    ],
  },
  { part: "hashing", files: ["hashing/"], mayImport: ["contract", "text"], libraries: ["node:crypto"] },
  { part: "prompt safety", files: ["prompt-safety/"], mayImport: ["contract", "text"], libraries: [] },
  {
    part: "rendering",
    files: ["rendering/"],
    mayImport: ["contract", "text", "prompt safety"],
    libraries: [],
  },
  {
    part: "service",
    files: ["service/"],
    mayImport: ["contract", "async", "numbers", "hashing"],
    libraries: [],
  },
  // Rank 1: interfaces that verbs use and adapters implement. They may import each other's types.
  {
    part: "ports",
    files: [
      "stores/store.ts",
      "stores/change.ts",
      "stores/copying.ts",
      "stores/erasure.ts",
      "stores/maintenance.ts",
      "stores/search.ts",
      "stores/stored.ts",
      "embedders/embedder.ts",
      "extractors/extractor.ts",
      "accounts/meter.ts",
      "recall/ranking/rerank.ts",
      "readers/reader.ts",
    ],
    mayImport: base,
    libraries: [],
  },
  // Between: what adapters to remote models share
  { part: "endpoints", files: ["models/endpoints/"], mayImport: base, libraries: ["zod"] },
  // Rank 2: verbs
  { part: "remember", files: ["remember/"], ...verb },
  {
    part: "sentences",
    files: [
      "recall/prose/lines.ts",
      "recall/prose/past-tense.ts",
      "recall/prose/still-true.ts",
      "recall/passages/by-passage.ts",
      "recall/passages/change-words.ts",
      "recall/passages/ended-states.ts",
      "recall/rules/user-rules.ts",
    ],
    ...verb,
  },
  { part: "recall", files: ["recall/"], mayImport: [...verb.mayImport, "sentences"], libraries: [] },
  { part: "profile", files: ["profile/"], mayImport: [...verb.mayImport, "sentences"], libraries: [] },
  { part: "forget", files: ["forget/"], ...verb },
  { part: "transfer", files: ["transfer/"], ...verb },
  // Rank 2: adapters, and what stores share
  { part: "store parts", files: ["stores/shared/"], mayImport: [...base, "ports"], libraries: [] },
  // How stores count bytes, write times, quantise vectors and name their tokenizer: the same in
  // every engine.
  {
    part: "store formats",
    files: ["stores/formats/"],
    mayImport: [...base, "ports"],
    libraries: ["node:crypto", "node:v8"],
  },
  // The arithmetic of vectors: both stores search with it.
  {
    part: "vector kernel",
    files: ["kernel", "kernel-module", "make-kernel", "plain-kernel"].map(
      (name) => `stores/sqlite/kernel/${name}.ts`,
    ),
    mayImport: [],
    libraries: [],
  },
  {
    part: "postgres store",
    files: ["stores/postgres/"],
    mayImport: [...base, "ports", "store parts", "store formats", "vector kernel"],
    libraries: ["node:crypto", "node:v8"],
  },
  {
    part: "memory store",
    files: ["stores/memory/"],
    mayImport: [...base, "ports", "store parts"],
    libraries: [],
  },
  {
    part: "sqlite driver",
    files: [
      "stores/sqlite/database/driver.ts",
      "stores/sqlite/database/node-sqlite.ts",
      "stores/sqlite/database/plain-drivers.ts",
      "stores/sqlite/database/sql-database.ts",
      "stores/sqlite/database-file/file-use.ts",
      "stores/sqlite/database-file/private-file.ts",
      "stores/sqlite/database/failures.ts",
      "stores/sqlite/database-file/copied-file.ts",
      "stores/sqlite/database-file/rekey.ts",
    ],
    mayImport: ["contract"],
    libraries: ["better-sqlite3", "better-sqlite3-multiple-ciphers", "node:fs", "node:module", "node:path"],
  },
  {
    part: "sqlite store",
    files: ["stores/sqlite/"],
    mayImport: [...base, "ports", "store parts", "store formats", "vector kernel", "sqlite driver"],
    libraries: [
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "node:timers/promises",
      "node:v8",
      "node:worker_threads",
      "sqlite-vec",
    ],
  },
  {
    part: "static embedder",
    files: ["embedders/static-embedder.ts", "embedders/static-table.ts"],
    mayImport: [...base, "assets", "ports"],
    libraries: ["node:fs", "node:os"],
  },
  {
    part: "remote embedders",
    files: [
      "embedders/openai-compatible-embedder.ts",
      "embedders/openai-compatible-options.ts",
      "embedders/ai-sdk-embedder.ts",
      "embedders/ai-sdk-options.ts",
      "embedders/remote-vectors.ts",
    ],
    mayImport: [...base, "ports", "endpoints"],
    libraries: ["ai", "zod"],
  },
  { part: "centring", files: ["embedders/centring.ts"], mayImport: [...base, "ports"], libraries: [] },
  {
    part: "local models",
    files: ["models/local/"],
    mayImport: base,
    libraries: ["@huggingface/transformers", "@xenova/transformers", "node:path", "zod"],
  },
  {
    part: "transformers embedder",
    files: ["embedders/transformers/"],
    mayImport: [...base, "ports", "centring", "local models"],
    libraries: ["zod"],
  },
  {
    part: "transformers rerank",
    files: ["rerankers/transformers/"],
    mayImport: [...base, "ports", "local models"],
    libraries: ["zod"],
  },
  // It imports no rules: the rules decide what happens with its results.
  {
    part: "learnt tagger",
    files: ["extractors/learnt/"],
    mayImport: [...base, "assets"],
    libraries: ["node:fs", "node:os", "zod"],
  },
  {
    part: "rule extractor",
    files: ["extractors/rule-extractor.ts", "extractors/rules/", "extractors/threads/"],
    mayImport: [...base, "ports", "learnt tagger"],
    libraries: [
      "chrono-node",
      "compromise",
      "node:fs",
      "node:os",
      "node:path",
      "node:url",
      "node:worker_threads",
    ],
  },
  {
    part: "file source",
    files: ["readers/file-source.ts"],
    mayImport: [...base, "ports"],
    libraries: ["node:fs", "node:fs/promises", "node:path"],
  },
  {
    part: "readers",
    files: ["readers/"],
    mayImport: [...base, "bundled", "ports"],
    libraries: [
      "pdfjs-dist",
      "node:child_process",
      "node:fs",
      "node:path",
      "node:stream",
      "node:url",
      "node:worker_threads",
      "node:zlib",
    ],
  },
  // It uses the rules: they decide where the model cannot, and it shares their vocabulary.
  {
    part: "llm extractor",
    files: ["extractors/llm-extractor.ts", "extractors/llm/"],
    mayImport: [...base, "bundled", "ports", "endpoints", "rule extractor"],
    libraries: ["ai", "zod"],
  },
  { part: "plan meter", files: ["accounts/plan-meter.ts"], mayImport: [...base, "ports"], libraries: [] },
  {
    part: "ledger",
    files: ["accounts/ledger.ts"],
    mayImport: [...base, "ports", "sqlite driver"],
    libraries: [],
  },
  {
    part: "registry",
    files: ["accounts/registry/"],
    mayImport: [...base, "sqlite driver"],
    libraries: ["node:crypto", "node:fs", "node:path", "zod"],
  },
  // Rank 3: what wires them
  {
    part: "front",
    files: [
      "copy-store.ts",
      "details-payload.ts",
      "leading-requests.ts",
      "maintained-memory.ts",
      "memory-parts.ts",
      "memory-verbs.ts",
      "memory.ts",
      "options.ts",
      "store-calls.ts",
      "store-files.ts",
      "visibility.ts",
    ],
    mayImport: [...base, "ports", "remember", "recall", "profile", "forget", "transfer", ...adapters],
    libraries: ["node:fs", "zod"],
  },
  {
    part: "account meter",
    files: ["accounts/account-meter.ts"],
    mayImport: [...base, "ports", "plan meter"],
    libraries: [],
  },
  {
    part: "metered memory",
    files: ["accounts/metered-memory.ts"],
    mayImport: [...base, "ports", "ledger"],
    libraries: ["node:crypto"],
  },
  // Rank 4: interfaces
  {
    part: "sign-in",
    files: ["sign-in/"],
    mayImport: [...base, "registry"],
    libraries: [
      "node:crypto",
      "node:dns",
      "node:fs",
      "node:http",
      "node:https",
      "node:net",
      "node:path",
      "oidc-provider",
      "zod",
    ],
  },
  {
    part: "server",
    files: ["server/"],
    mayImport: [
      ...base,
      "ports",
      "front",
      "registry",
      "sqlite driver",
      "plan meter",
      "account meter",
      "ledger",
      "metered memory",
    ],
    libraries: [
      "@hono/node-server",
      "zod",
      "node:async_hooks",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:http",
      "node:net",
      "node:os",
      "node:path",
      "node:perf_hooks",
      "node:timers/promises",
    ],
  },
  // It serves the endpoints of the server to a page with a session, in a service with that of
  // sign-in. The page itself, in console/app/, is built by itself and imports types only.
  {
    part: "console",
    files: ["console/"],
    mayImport: [...base, "migrate", "registry", "server", "sign-in"],
    libraries: ["node:crypto", "node:fs", "node:path", "node:url", "node:util", "node:zlib", "zod"],
  },
  { part: "client", files: ["client/"], mayImport: base, libraries: ["zod"] },
  {
    part: "mcp",
    files: ["mcp/"],
    mayImport: base,
    libraries: ["@modelcontextprotocol/server", "@modelcontextprotocol/server/stdio", "node:stream", "zod"],
  },
  { part: "turns", files: ["turns/"], mayImport: base, libraries: [] },
  { part: "ai-sdk", files: ["ai-sdk/"], mayImport: [...base, "turns"], libraries: ["ai", "zod"] },
  {
    part: "frameworks",
    files: ["frameworks/"],
    mayImport: [...base, "ports", "turns"],
    libraries: [
      "@anthropic-ai/sdk",
      "@langchain/core",
      "@langchain/langgraph-checkpoint",
      "@openai/agents-core",
      "node:path",
    ],
  },
  {
    part: "migrate",
    files: ["migrate/"],
    mayImport: [...base, "bundled"],
    libraries: ["zod", "node:crypto", "node:fs", "node:fs/promises", "node:path", "node:stream/promises"],
  },
  { part: "conformance", files: ["conformance/"], mayImport: base, libraries: ["node:util"] },
  {
    part: "testing",
    files: ["testing/"],
    mayImport: [...base, "ports", "front", "memory store"],
    libraries: [],
  },
  {
    part: "fleet",
    files: ["fleet/"],
    mayImport: [...base, "registry"],
    libraries: ["node:crypto", "node:http", "node:net", "node:path", "zod"],
  },
  {
    part: "cli",
    files: ["cli/"],
    mayImport: [
      "fleet",
      ...base,
      "bundled",
      "ports",
      "front",
      "registry",
      "sign-in",
      "console",
      "server",
      "mcp",
      "conformance",
      "migrate",
      "static embedder",
      "remote embedders",
      "transformers embedder",
      "rule extractor",
      "llm extractor",
      "postgres store",
    ],
    libraries: [
      "pg",
      "zod",
      "node:events",
      "node:fs",
      "node:fs/promises",
      "node:os",
      "node:path",
      "node:process",
      "node:readline",
      "node:stream",
    ],
  },
  // Rank 5
  {
    part: "main entry",
    files: ["index.ts"],
    mayImport: [...base, "ports", "front", "centring", "static embedder", "rule extractor"],
    libraries: [],
  },
];

function partOf(path: string): Part | undefined {
  return parts.find(({ files }) =>
    files.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place)),
  );
}

/** A sentence for each import that the table does not allow. */
function violations(files: readonly Pick<SourceFacts, "path" | "files" | "packages">[]): string[] {
  return files.flatMap(({ path, files: imported, packages }) => {
    const part = partOf(path);
    if (part === undefined) return [`${path} is in no part of the table`];
    const others = imported.filter((target) => {
      const other = partOf(target)?.part ?? target;
      return other !== part.part && !part.mayImport.includes(other);
    });
    const foreign = packages.filter((name) => !part.libraries.includes(name));
    return [...others, ...foreign].map(
      (target) =>
        `${path} imports ${target}: ${part.part} may import ${[...part.mayImport, ...part.libraries].join(", ")}`,
    );
  });
}

/**
 * Returns the first cycle of imports; `undefined` if there is none. Type-only imports count: a
 * reader follows them too.
 */
function cycle(files: readonly Pick<SourceFacts, "path" | "files">[]): readonly string[] | undefined {
  const imports = new Map(files.map(({ path, files: imported }) => [path, imported]));
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of imports.get(path) ?? []) {
      const found = walk(next, [...trail, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const { path } of files) {
    const found = walk(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

let files: SourceFacts[];
beforeAll(() => {
  files = readSourceFiles();
});

/** `file: use` for each use of a global outside the places that may have it. */
function uses(pattern: RegExp, allowed: readonly string[]): string[] {
  return files
    .filter(({ path }) => !allowed.some((place) => path.startsWith(place)))
    .flatMap(({ path, globals }) =>
      globals.filter((use) => pattern.test(use)).map((use) => `${path}: ${use}`),
    );
}

describe("the ranks", () => {
  it("are kept: every file imports only what the table allows", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(violations(files)).toEqual([]);
  });

  it("have a file for each part of the table", () => {
    const present = new Set(files.map(({ path }) => partOf(path)?.part));
    expect(parts.map(({ part }) => part).filter((part) => !present.has(part))).toEqual([]);
  });

  it("have a file for each place of the table", () => {
    const isThere = (place: string) =>
      files.some(({ path }) => (place.endsWith("/") ? path.startsWith(place) : path === place));
    expect(parts.flatMap(({ files }) => files).filter((place) => !isThere(place))).toEqual([]);
  });

  it("have no import cycle", () => {
    expect(cycle(files)).toBeUndefined();
  });

  it("would name a violation", () => {
    const verb = {
      path: "recall/bad.ts",
      files: ["stores/sqlite/database/open.ts", "recall/search/fuse.ts"],
      packages: ["zod"],
    };
    expect(violations([verb, { path: "attic/new.ts", files: [], packages: [] }])).toEqual([
      "recall/bad.ts imports stores/sqlite/database/open.ts: recall may import contract, text, async, numbers, hashing, prompt safety, rendering, service, ports, sentences",
      "recall/bad.ts imports zod: recall may import contract, text, async, numbers, hashing, prompt safety, rendering, service, ports, sentences",
      "attic/new.ts is in no part of the table",
    ]);
  });

  it("would name a cycle", () => {
    const chain = [
      { path: "a.ts", files: ["b.ts"] },
      { path: "b.ts", files: ["c.ts"] },
      { path: "c.ts", files: ["b.ts"] },
    ];
    expect(cycle(chain)).toEqual(["b.ts", "c.ts", "b.ts"]);
  });

  it("are read from dynamic and type-only imports as well", () => {
    const dates = files.find(({ path }) => path === "extractors/rules/events/dates.ts")!;
    expect(dates.packages).toContain("chrono-node");
    const store = files.find(({ path }) => path === "stores/store.ts")!;
    expect(store.files).toContain("accounts/meter.ts");
  });
});

describe("absent from src/", () => {
  it("is the process and its environment, but for cli/", () => {
    // The figures of a service have the memory and the processor time of its process; a reading
    // process is one, and its starter asks which program to start. A driver asks which runtime can
    // load it.
    const allowed = ["cli/", "server/metrics/", "readers/apart/", "stores/sqlite/database/plain-drivers.ts"];
    expect(uses(/^(?:process|globalThis)\./, allowed)).toEqual([]);
    expect(
      uses(/^process\.(?:env|argv|stdout|stderr|stdin)/, []).every((use) => use.startsWith("cli/")),
    ).toBe(true);
  });

  it("is console", () => {
    expect(uses(/^console\./, ["cli/"])).toEqual([]);
  });

  it("is the network", () => {
    expect(
      uses(/^fetch\(\)|^new (?:WebSocket|XMLHttpRequest|EventSource)/, [
        "client/",
        "conformance/",
        "fleet/",
        "server/",
        "models/endpoints/",
      ]),
    ).toEqual([]);
    const network = /^node:(?:net|http|https|http2|tls|dgram|dns)$/;
    const importers = files.filter(({ packages }) => packages.some((name) => network.test(name)));
    expect(
      importers
        .map(({ path }) => path)
        .filter((path) => !["fleet/", "server/", "sign-in/"].some((folder) => path.startsWith(folder))),
    ).toEqual([]);
  });

  it("are the wall clock and randomness, but for the default parts and the command line", () => {
    const impure = /^(?:new Date\(\)|Date\.now|Math\.random|crypto\.)/;
    expect(
      uses(impure, [
        "memory-parts.ts",
        // Makes the ids that `memory-parts.ts` hands out.
        "hashing/time-id.ts",
        "client/inputs.ts",
        "models/endpoints/options.ts",
        "extractors/llm/options.ts",
        "mcp/options.ts",
        "turns/options.ts",
        "frameworks/langgraph.ts",
        "migrate/options.ts",
        "cli/",
        "server/",
        "accounts/",
        "sign-in/",
      ]),
    ).toEqual([]);
  });
});

describe("importing the built main entry", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  /** What the import loads. */
  const loaded: string[] = [];
  /** What the import and each verb load. */
  const used: string[] = [];

  /**
   * Runs a program in a fresh process; every module that it loads is reported, built-in ones too,
   * and the modules that the build has joined to a chunk.
   */
  function modulesOf(program: string): string[] {
    const hooks = `
      import { writeSync } from "node:fs";
      export async function load(url, context, next) { writeSync(2, url + "\\n"); return next(url, context); }`;
    const script = `
      import { register, createRequire } from "node:module";
      register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
      const before = new Set(process.moduleLoadList);
      ${program}
      const require = createRequire(import.meta.url);
      const builtIns = process.moduleLoadList.filter((name) => name.startsWith("NativeModule ") && !before.has(name));
      for (const name of [...builtIns, ...Object.keys(require.cache)]) console.error(name);`;
    const run = spawnSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
    if (run.status !== 0) throw new Error(run.stderr);
    const names = run.stderr.split("\n").filter((line) => line.length > 0);
    return [...names, ...names.filter((name) => name.includes("/dist/chunks/")).flatMap(modulesIn)];
  }

  /** The build lists the modules of each chunk. */
  function modulesIn(chunk: string): string[] {
    const modules = JSON.parse(readFileSync(`${root}dist/chunks/modules.json`, "utf8"));
    return modules[basename(chunk)].map((path: string) => `${root}${path}`);
  }

  beforeAll(() => {
    const built = `${root}dist/index.js`;
    if (!existsSync(built))
      throw new Error(`Cannot test the main entry: ${built} must be built; run npm run build`);
    const entry = `await import(${JSON.stringify(`file://${built}`)})`;
    loaded.push(...modulesOf(entry));
    used.push(
      ...modulesOf(`
        const { Memory } = ${entry};
        const memory = new Memory();
        await memory.remember("Ana lives in Lisbon.");
        await memory.rememberFile({ name: "fees.md", data: new TextEncoder().encode("Ten euros a night.") });
        await memory.recall("Where does Ana live?");
        await memory.profile();
        const lines = [];
        for await (const line of memory.export()) lines.push(line);
        await memory.forget({ query: "Where does Ana live?", confirm: true });
        await memory.import(lines);
        await memory.check();
        await memory.reembed();
        await memory.close();`),
    );
  });

  it("loads the main entry, as the report shows", () => {
    expect(loaded.some((name) => name.endsWith("/dist/memory.js"))).toBe(true);
    expect(loaded.some((name) => name.includes("/node_modules/stemmer/"))).toBe(true);
    expect(used.some((name) => name.endsWith("/dist/recall/recall.js"))).toBe(true);
  });

  it("loads of zod the part that is used, which the build has made one module", () => {
    expect(loaded.some((name) => name.endsWith("/dist/bundled/zod.js"))).toBe(true);
    expect(used.filter((name) => name.includes("/node_modules/zod/"))).toEqual([]);
  });

  it("loads no verb, no store and no rules: each is loaded when it is first needed", () => {
    const needed =
      /\/dist\/(?:remember|recall|profile|transfer|stores|readers|extractors\/(?:rules|learnt))\/|\/dist\/forget\/forget\.js/;
    expect(loaded.filter((name) => needed.test(name))).toEqual([]);
    expect(loaded.filter((name) => name.startsWith("file:")).length).toBeLessThan(10);
    expect(used.filter((name) => name.startsWith("file:")).length).toBeLessThan(70);
  });

  it("loads nothing that uses the network", () => {
    expect(
      loaded.filter((name) => /^NativeModule (?:net|http|https|http2|tls|dgram|dns|_http_.*)$/.test(name)),
    ).toEqual([]);
    // Threads that read files are Node's, which loads modules of its own for them.
    expect(used.filter((name) => /^node:(?:net|http|https|http2|tls|dgram|dns)$/.test(name))).toEqual([]);
  });

  it("loads no interface and none of an interface's libraries", () => {
    const interfaces =
      /\/dist\/(?:cli|server|sign-in|mcp|console|client|ai-sdk|frameworks|conformance|testing|models\/endpoints|migrate)\/|\/dist\/bundled\/(?:commander|picocolors|streamparser-json)\.js|\/node_modules\/(?:hono|@hono|oidc-provider|@modelcontextprotocol|ai)\//;
    expect(used.filter((name) => interfaces.test(name))).toEqual([]);
  });

  it("loads no optional adapter and none of its libraries", () => {
    const adapters =
      /\/dist\/(?:models\/local|rerankers|embedders\/transformers)\/|\/node_modules\/(?:@huggingface|@xenova|onnxruntime-\w+|sharp)\//;
    expect(used.filter((name) => adapters.test(name))).toEqual([]);
  });

  it("loads no grammar: only remembering needs it, and it takes longest", () => {
    expect(loaded.filter((name) => /\/node_modules\/(?:compromise|chrono-node)\//.test(name))).toEqual([]);
  });

  it("loads only packages that are dependencies, or theirs", () => {
    const packages = new Set(
      used.flatMap((name) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.slice(1, 2) ?? []),
    );
    const expected = [
      "better-sqlite3",
      "bindings",
      "chrono-node",
      "compromise",
      "efrt",
      "file-uri-to-path",
      "grad-school",
      "sqlite-vec",
      "stemmer",
      "suffix-thumb",
      "zod",
    ];
    expect([...packages].filter((name) => !expected.includes(name))).toEqual([]);
  });
});
