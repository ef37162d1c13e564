/** The ranks of the house, held as data, and what is absent from it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { readSourceFiles, type SourceFacts } from "./source-files.js";

interface Room {
  readonly room: string;
  /** Files, or folders ending in `/`. The first room that fits a file is its room. */
  readonly holds: readonly string[];
  readonly mayImport: readonly string[];
  /** Packages and node built-ins. Their own room's alone: a library is used in one place. */
  readonly libraries: readonly string[];
}

const base = ["contract", "text", "async", "numbers", "hashing", "prompt safety", "rendering", "service"];
const road = { mayImport: [...base, "ports"], libraries: [] };
const adapters = [
  "sqlite driver",
  "sqlite store",
  "static embedder",
  "rule extractor",
  "plan meter",
  "file source",
  "readers",
];

const rooms: readonly Room[] = [
  // Rank 0
  { room: "contract", holds: ["contract/"], mayImport: [], libraries: ["zod"] },
  { room: "assets", holds: ["assets/"], mayImport: [], libraries: ["node:fs", "node:module", "node:url"] },
  { room: "text", holds: ["text/"], mayImport: [], libraries: ["stemmer"] },
  { room: "async", holds: ["async/"], mayImport: [], libraries: [] },
  { room: "numbers", holds: ["numbers/"], mayImport: [], libraries: [] },
  { room: "hashing", holds: ["hashing/"], mayImport: ["contract", "text"], libraries: ["node:crypto"] },
  { room: "prompt safety", holds: ["prompt-safety/"], mayImport: ["contract", "text"], libraries: [] },
  {
    room: "rendering",
    holds: ["rendering/"],
    mayImport: ["contract", "text", "prompt safety"],
    libraries: [],
  },
  {
    room: "service",
    holds: ["service/"],
    mayImport: ["contract", "async", "numbers"],
    libraries: [],
  },
  // Rank 1: types that roads are handed and adapters implement. They may name each other's types.
  {
    room: "ports",
    holds: [
      "stores/store.ts",
      "stores/change.ts",
      "stores/erasure.ts",
      "stores/file-change.ts",
      "stores/known.ts",
      "stores/maintenance.ts",
      "stores/search.ts",
      "stores/stored.ts",
      "stores/transfer.ts",
      "embedders/embedder.ts",
      "extractors/extractor.ts",
      "accounts/meter.ts",
      "recall/ranking/rerank.ts",
      "readers/reader.ts",
      "readers/unreadable.ts",
    ],
    mayImport: base,
    libraries: [],
  },
  // Between: what adapters to remote models share
  { room: "endpoints", holds: ["models/endpoints/"], mayImport: base, libraries: ["zod"] },
  // Rank 2: roads
  { room: "remember", holds: ["remember/"], ...road },
  {
    room: "sentences",
    holds: [
      "recall/prose/lines.ts",
      "recall/prose/past-tense.ts",
      "recall/prose/still-true.ts",
      "recall/question/ended-states.ts",
      "recall/rules/user-rules.ts",
    ],
    ...road,
  },
  { room: "recall", holds: ["recall/"], mayImport: [...road.mayImport, "sentences"], libraries: [] },
  { room: "profile", holds: ["profile/"], mayImport: [...road.mayImport, "sentences"], libraries: [] },
  { room: "forget", holds: ["forget/"], ...road },
  { room: "transfer", holds: ["transfer/"], ...road },
  // Rank 2: adapters, and what stores share
  { room: "store parts", holds: ["stores/shared/"], mayImport: [...base, "ports"], libraries: [] },
  {
    room: "memory store",
    holds: ["stores/memory/"],
    mayImport: [...base, "ports", "store parts"],
    libraries: [],
  },
  {
    room: "sqlite driver",
    holds: [
      "stores/sqlite/database/driver.ts",
      "stores/sqlite/database/file-use.ts",
      "stores/sqlite/database/private-file.ts",
      "stores/sqlite/database/failures.ts",
      "stores/sqlite/database/copy-bytes.ts",
      "stores/sqlite/database/whole-file.ts",
      "stores/sqlite/database/rekey.ts",
    ],
    mayImport: ["contract"],
    libraries: ["better-sqlite3", "better-sqlite3-multiple-ciphers", "node:fs", "node:path"],
  },
  {
    room: "sqlite store",
    holds: ["stores/sqlite/"],
    mayImport: [...base, "ports", "store parts", "sqlite driver"],
    libraries: [
      "better-sqlite3",
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
    room: "static embedder",
    holds: ["embedders/static-embedder.ts", "embedders/static-table.ts"],
    mayImport: [...base, "assets", "ports"],
    libraries: ["node:fs", "node:os"],
  },
  {
    room: "remote embedders",
    holds: [
      "embedders/openai-compatible-embedder.ts",
      "embedders/openai-compatible-options.ts",
      "embedders/ai-sdk-embedder.ts",
      "embedders/ai-sdk-options.ts",
      "embedders/remote-vectors.ts",
    ],
    mayImport: [...base, "ports", "endpoints"],
    libraries: ["ai", "zod"],
  },
  { room: "centring", holds: ["embedders/centring.ts"], mayImport: [...base, "ports"], libraries: [] },
  {
    room: "local models",
    holds: ["models/local/"],
    mayImport: base,
    libraries: ["@huggingface/transformers", "@xenova/transformers", "node:path", "zod"],
  },
  {
    room: "transformers embedder",
    holds: ["embedders/transformers/"],
    mayImport: [...base, "ports", "centring", "local models"],
    libraries: ["zod"],
  },
  {
    room: "transformers rerank",
    holds: ["rerankers/transformers/"],
    mayImport: [...base, "ports", "local models"],
    libraries: ["zod"],
  },
  // It knows no rules: the rules decide what becomes of what it finds.
  {
    room: "learnt tagger",
    holds: ["extractors/learnt/"],
    mayImport: [...base, "assets"],
    libraries: ["node:fs", "node:os", "zod"],
  },
  {
    room: "rule extractor",
    holds: ["extractors/rule-extractor.ts", "extractors/rules/"],
    mayImport: [...base, "ports", "learnt tagger"],
    libraries: ["chrono-node", "compromise"],
  },
  {
    room: "file source",
    holds: ["readers/file-source.ts"],
    mayImport: [...base, "ports"],
    libraries: ["node:fs", "node:fs/promises", "node:path"],
  },
  {
    room: "readers",
    holds: ["readers/"],
    mayImport: [...base, "ports"],
    libraries: [
      "@streamparser/json",
      "csv-parse",
      "htmlparser2",
      "markdown-it",
      "pdfjs-dist",
      "postal-mime",
      "node:stream",
      "node:worker_threads",
      "node:zlib",
    ],
  },
  // It stands on the rules: they decide where the model cannot, and their vocabulary is its own.
  {
    room: "llm extractor",
    holds: ["extractors/llm-extractor.ts", "extractors/llm/"],
    mayImport: [...base, "ports", "endpoints", "rule extractor"],
    libraries: ["ai", "jsonrepair", "uuid", "zod"],
  },
  { room: "plan meter", holds: ["accounts/plan-meter.ts"], mayImport: [...base, "ports"], libraries: [] },
  {
    room: "ledger",
    holds: ["accounts/ledger.ts"],
    mayImport: [...base, "ports", "sqlite driver"],
    libraries: ["better-sqlite3"],
  },
  {
    room: "registry",
    holds: [
      "accounts/api-key.ts",
      "accounts/folder-keys.ts",
      "accounts/open-registry.ts",
      "accounts/plans.ts",
      "accounts/registry-audit.ts",
      "accounts/registry-entries.ts",
      "accounts/registry-schema.ts",
      "accounts/registry.ts",
    ],
    mayImport: [...base, "sqlite driver"],
    libraries: ["better-sqlite3", "node:crypto", "node:fs", "node:path", "zod"],
  },
  // Rank 3: what wires them
  {
    room: "front",
    holds: ["memory.ts", "options.ts", "store-calls.ts", "visibility.ts"],
    mayImport: [...base, "ports", "remember", "recall", "profile", "forget", "transfer", ...adapters],
    libraries: ["uuid", "zod"],
  },
  {
    room: "account meter",
    holds: ["accounts/account-meter.ts"],
    mayImport: [...base, "ports", "plan meter"],
    libraries: [],
  },
  {
    room: "metered memory",
    holds: ["accounts/metered-memory.ts"],
    mayImport: [...base, "ports", "ledger"],
    libraries: ["node:crypto"],
  },
  // Rank 4: doors
  {
    room: "server",
    holds: ["server/"],
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
      "hono",
      "@hono/node-server",
      "uuid",
      "zod",
      "node:crypto",
      "node:fs",
      "node:http",
      "node:net",
      "node:path",
      "node:perf_hooks",
    ],
  },
  { room: "client", holds: ["client/"], mayImport: base, libraries: ["uuid", "zod"] },
  {
    room: "mcp",
    holds: ["mcp/"],
    mayImport: base,
    libraries: [
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
      "node:stream",
      "uuid",
      "zod",
    ],
  },
  { room: "ai-sdk", holds: ["ai-sdk/"], mayImport: base, libraries: ["ai", "uuid", "zod"] },
  {
    room: "migrate",
    holds: ["migrate/"],
    mayImport: base,
    libraries: [
      "@streamparser/json",
      "zod",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "node:stream/promises",
    ],
  },
  { room: "conformance", holds: ["conformance/"], mayImport: base, libraries: ["node:util"] },
  {
    room: "testing",
    holds: ["testing/"],
    mayImport: [...base, "ports", "front", "memory store"],
    libraries: [],
  },
  {
    room: "cli",
    holds: ["cli/"],
    mayImport: [
      ...base,
      "ports",
      "front",
      "registry",
      "server",
      "mcp",
      "conformance",
      "migrate",
      "static embedder",
      "remote embedders",
      "transformers embedder",
    ],
    libraries: [
      "commander",
      "picocolors",
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
    room: "front door",
    holds: ["index.ts"],
    mayImport: [...base, "ports", "front", "centring", "static embedder", "rule extractor"],
    libraries: [],
  },
];

function roomOf(path: string): Room | undefined {
  return rooms.find(({ holds }) =>
    holds.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place)),
  );
}

/** A sentence for each import that the table does not allow. */
function offences(files: readonly Pick<SourceFacts, "path" | "files" | "packages">[]): string[] {
  return files.flatMap(({ path, files: imported, packages }) => {
    const room = roomOf(path);
    if (room === undefined) return [`${path} stands in no room of the table`];
    const strangers = imported.filter((target) => {
      const other = roomOf(target)?.room ?? target;
      return other !== room.room && !room.mayImport.includes(other);
    });
    const foreign = packages.filter((name) => !room.libraries.includes(name));
    return [...strangers, ...foreign].map(
      (target) =>
        `${path} imports ${target}: ${room.room} may import ${[...room.mayImport, ...room.libraries].join(", ")}`,
    );
  });
}

/**
 * The first chain of imports that comes back to where it began, or nothing. Type-only imports
 * count: a reader follows them too.
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
  it("hold: every file imports only what the table allows its room", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(offences(files)).toEqual([]);
  });

  it("have a room for each row of the table", () => {
    const lived = new Set(files.map(({ path }) => roomOf(path)?.room));
    expect(rooms.map(({ room }) => room).filter((room) => !lived.has(room))).toEqual([]);
  });

  it("have a file for each place of the table", () => {
    const isThere = (place: string) =>
      files.some(({ path }) => (place.endsWith("/") ? path.startsWith(place) : path === place));
    expect(rooms.flatMap(({ holds }) => holds).filter((place) => !isThere(place))).toEqual([]);
  });

  it("have no import cycle", () => {
    expect(cycle(files)).toBeUndefined();
  });

  it("would name an offender", () => {
    const road = {
      path: "recall/bad.ts",
      files: ["stores/sqlite/database/open.ts", "recall/search/fuse.ts"],
      packages: ["zod"],
    };
    expect(offences([road, { path: "attic/new.ts", files: [], packages: [] }])).toEqual([
      "recall/bad.ts imports stores/sqlite/database/open.ts: recall may import contract, text, async, numbers, hashing, prompt safety, rendering, service, ports, sentences",
      "recall/bad.ts imports zod: recall may import contract, text, async, numbers, hashing, prompt safety, rendering, service, ports, sentences",
      "attic/new.ts stands in no room of the table",
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
    // The figures of a service have the memory and the processor time of its process.
    expect(uses(/^(?:process|globalThis)\./, ["cli/", "server/metrics/"])).toEqual([]);
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
        "server/",
        "models/endpoints/",
      ]),
    ).toEqual([]);
    const network = /^node:(?:net|http|https|http2|tls|dgram|dns)$/;
    const importers = files.filter(({ packages }) => packages.some((name) => network.test(name)));
    expect(importers.map(({ path }) => path).filter((path) => !path.startsWith("server/"))).toEqual([]);
  });

  it("are the wall clock and chance, but for the default parts and the command line", () => {
    const chance = /^(?:new Date\(\)|Date\.now|Math\.random|crypto\.)/;
    expect(
      uses(chance, [
        "options.ts",
        "client/options.ts",
        "models/endpoints/options.ts",
        "mcp/options.ts",
        "ai-sdk/options.ts",
        "migrate/options.ts",
        "cli/",
        "server/",
        "accounts/",
      ]),
    ).toEqual([]);
  });
});

describe("importing the built front door", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const loaded: string[] = [];

  /**
   * Runs a program in a fresh process; every module that it loads is reported, built-in ones too.
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
    return run.stderr.split("\n").filter((line) => line.length > 0);
  }

  beforeAll(() => {
    const built = `${root}dist/index.js`;
    if (!existsSync(built))
      throw new Error(`Cannot test the front door: ${built} must be built; run npm run build`);
    loaded.push(...modulesOf(`await import(${JSON.stringify(`file://${built}`)});`));
  });

  it("loads the front door, as the report shows", () => {
    expect(loaded.some((name) => name.endsWith("/dist/memory.js"))).toBe(true);
    expect(loaded.some((name) => name.includes("/node_modules/zod/"))).toBe(true);
  });

  it("loads nothing that speaks to the network", () => {
    expect(
      loaded.filter((name) => /^NativeModule (?:net|http|https|http2|tls|dgram|dns|_http_.*)$/.test(name)),
    ).toEqual([]);
    expect(loaded.filter((name) => /^node:(?:net|http|https|http2|tls|dgram|dns)$/.test(name))).toEqual([]);
  });

  it("loads no door and none of a door's libraries", () => {
    const doors =
      /\/dist\/(?:cli|server|mcp|console|client|ai-sdk|conformance|testing|models\/endpoints|migrate)\/|\/node_modules\/(?:commander|picocolors|hono|@hono|@modelcontextprotocol|@streamparser|ai)\//;
    expect(loaded.filter((name) => doors.test(name))).toEqual([]);
  });

  it("loads no optional adapter and none of its libraries", () => {
    const adapters =
      /\/dist\/(?:models\/local|rerankers|embedders\/transformers)\/|\/node_modules\/(?:@huggingface|@xenova|onnxruntime-\w+|sharp)\//;
    expect(loaded.filter((name) => adapters.test(name))).toEqual([]);
  });

  it("loads no grammar: only remembering needs it, and it takes longest", () => {
    expect(loaded.filter((name) => /\/node_modules\/(?:compromise|chrono-node)\//.test(name))).toEqual([]);
  });

  it("loads only packages that are dependencies, or theirs", () => {
    const packages = new Set(
      loaded.flatMap((name) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.slice(1, 2) ?? []),
    );
    const expected = [
      "better-sqlite3",
      "bindings",
      "file-uri-to-path",
      "sqlite-vec",
      "stemmer",
      "uuid",
      "zod",
    ];
    expect([...packages].filter((name) => !expected.includes(name))).toEqual([]);
  });
});
