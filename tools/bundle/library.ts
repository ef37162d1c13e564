/**
 * Joins the built modules, and the packages that no app needs to install, to some larger ones in
 * `dist/chunks`, which entries and dynamic imports share. Without them a process opens some 300
 * files for its first recall and 750 for its first remember; with them, 12 and 20. The declarations
 * stay as they are.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { chunkGroups, type GroupRoots, groupsOf } from "./chunk-groups.js";
import { expandedGrammar } from "./expanded-grammar.js";

/** Modules that no entry of the package is, and that benchmarks time. */
const measured = [
  "cli/run.js",
  "contract/recall.js",
  "memory-parts.js",
  "recall/recall.js",
  "remember/remember.js",
  "stores/sqlite/sqlite-store.js",
];

/** Programs for processes and threads, which are started from files beside the chunks. */
const programs = {
  "reading-program": "readers/apart/reading-program.js",
  "extraction-program": "extractors/threads/extraction-program.js",
};

/** Interfaces that need little of the library: they do not load what they do not use. */
const adapters = ["anthropic", "langgraph", "langchain", "openai-agents"].map(
  (name) => `frameworks/${name}.js`,
);
const light = [
  ...adapters,
  ...["adk", "llamaindex", "mastra"].map((name) => `frameworks/${name}.js`),
  "ai-sdk/index.js",
  "embedders/ai-sdk-embedder.js",
  "embedders/openai-compatible-embedder.js",
  "embedders/transformers/index.js",
  "extractors/llm-extractor.js",
  "mcp/index.js",
  "migrate/index.js",
  "rerankers/transformers/index.js",
];
const store = ["stores/sqlite/sqlite-store.js", "stores/sqlite/database/driver.js"];
const recall = ["recall/recall.js"];
const remember = ["remember/remember.js", "remember/ahead.js", "extractors/rules/extract.js"];

const first = ["index.js"];
const later = [...store, ...recall, ...remember];

/**
 * What a process loads together: by an import, by opening a store, by its first recall, by its
 * first remember; before each, the part that others share.
 */
const groups: readonly GroupRoots[] = [
  { roots: [...first, ...later], alsoOf: ["client/index.js"] },
  { roots: [...first, ...later], alsoOf: adapters },
  { roots: first, alsoOf: light },
  { roots: first },
  { roots: store, alsoOf: light },
  { roots: store, alsoOf: ["stores/postgres/index.js"] },
  { roots: store },
  { roots: recall, alsoOf: remember },
  { roots: recall },
  { roots: remember, alsoOf: light },
  { roots: remember },
];

const firstLine = /^#!.*\n/;

/**
 * Replaces the modules of `dist` by chunks, and each entry by a module that exports its chunk. All
 * chunks are in one folder, as deep as `src/assets`, so that what a module finds by its own place
 * is found from a chunk too.
 *
 * @returns the files that are in the chunks
 */
export async function joinLibrary(root: string): Promise<string[]> {
  const dist = join(root, "dist");
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const entries = [...publicEntries(manifest), ...measured];
  const options = {
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries(entries.map((path) => [chunkOf(path), join(dist, path)])),
      ...Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(dist, path)])),
    },
    outdir: join(dist, "chunks"),
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    external: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    format: "esm",
    platform: "node",
    target: "node20",
    metafile: true,
    write: false,
  } satisfies BuildOptions;
  const { inputs } = (await build(options)).metafile;
  const { metafile, outputFiles } = await build({
    ...options,
    plugins: [chunkGroups(root, groupsOf(groups.map(inDist), inputs), inputs), expandedGrammar],
    // Names stay, so that a stack trace shows them; lines stay short, because Node prints the one
    // that has thrown.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
  });
  const stubs = entries.map((path) => ({ path, text: stubOf(path, readFileSync(join(dist, path), "utf8")) }));
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".js")) rmSync(join(dist, file));
  mkdirSync(join(dist, "chunks"));
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  for (const { path, text } of stubs) writeFileSync(join(dist, path), text);
  writeFileSync(join(dist, "chunks", "modules.json"), `${JSON.stringify(modulesOf(metafile), null, 1)}\n`);
  return Object.keys(metafile.inputs);
}

/** The modules in each chunk, for tests of what is loaded. They are not published. */
function modulesOf({ outputs }: Metafile): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { inputs }]) => [
      basename(path),
      Object.keys(inputs).filter((input) => !input.startsWith("group:")),
    ]),
  );
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** The modules that package.json names, relative to `dist`. */
function publicEntries({ exports, bin }: Manifest): string[] {
  const named = Object.values(exports).flatMap((one) => (typeof one === "string" ? [] : [one.default]));
  return [...named, ...Object.values(bin)].map((path) => relative("dist", path));
}

function inDist({ roots, alsoOf }: GroupRoots): GroupRoots {
  const placed = (paths: readonly string[]) => paths.map((path) => `dist/${path}`);
  return { roots: placed(roots), ...(alsoOf === undefined ? {} : { alsoOf: placed(alsoOf) }) };
}

/** `cli/main.js` is the chunk `cli-main`. */
function chunkOf(path: string): string {
  return path.slice(0, -".js".length).replaceAll("/", "-");
}

/** A program's first line names its interpreter. */
function stubOf(path: string, text: string): string {
  const chunk = relative(dirname(path), join("chunks", `${chunkOf(path)}.js`));
  const specifier = chunk.startsWith(".") ? chunk : `./${chunk}`;
  const [head] = firstLine.exec(text) ?? [];
  return head === undefined ? `export * from "${specifier}";\n` : `${head}import "${specifier}";\n`;
}
