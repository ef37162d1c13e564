/**
 * Joins the built modules, and the packages that no app needs to install, to some larger ones in
 * `dist/chunks`, which entries and dynamic imports share. A process opened some 300 files for its
 * first recall and 750 for its first remember. With the chunks these take 160 and 420 ms instead of
 * 220 and 610 (`npm run bench:latency`, on one machine). The declarations stay as they are.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

/** Modules that no entry of the package is, and that benchmarks time. */
const measured = [
  "cli/run.js",
  "contract/recall.js",
  "options.js",
  "recall/recall.js",
  "remember/remember.js",
  "stores/sqlite/sqlite-store.js",
];

/** A program for a process of its own, which is started from a file beside the chunks. */
const program = { name: "reading-program", path: "readers/apart/reading-program.js" };

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
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries(entries.map((path) => [chunkOf(path), join(dist, path)])),
      [program.name]: join(dist, program.path),
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
  });
  const stubs = entries.map((path) => ({ path, text: stubOf(path, readFileSync(join(dist, path), "utf8")) }));
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".js")) rmSync(join(dist, file));
  mkdirSync(join(dist, "chunks"));
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  for (const { path, text } of stubs) writeFileSync(join(dist, path), text);
  return Object.keys(metafile.inputs);
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
