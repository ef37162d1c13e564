/**
 * Puts the packages of `src/bundled` into the built files: `npm run build`. They parse arguments
 * and file formats, have no native part, and would be 20 of an app's packages. Their licences go
 * into `dist/bundled/licenses.txt`, with those of the packages that vite puts into the console's
 * page.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { joinLibrary } from "./library.js";
import { bundleZod } from "./zod.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "dist", "bundled");

/**
 * CommonJS packages, which require modules of Node. An ES module has no function for that. Only the
 * command uses them, so that no bundler of an app finds such a function.
 */
const commonJs = new Set(["commander.js", "picocolors.js"]);
const needsRequire =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

const entries = readdirSync(folder).filter((name) => name.endsWith(".js"));
const files = [
  ...(await bundled(
    entries.filter((name) => !commonJs.has(name)),
    "",
  )),
  ...(await bundled([...commonJs], needsRequire)),
  ...(await inPage()),
  ...(await bundleZod(root)),
  ...(await joinLibrary(root)),
];
writeFileSync(join(folder, "licenses.txt"), licences(files));

/** Replaces built files by bundles. @returns the files that are in them */
async function bundled(names: readonly string[], banner: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => join(folder, name)),
    outdir: folder,
    allowOverwrite: true,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    metafile: true,
    banner: { js: banner },
  });
  return Object.keys(metafile.inputs);
}

/** The files that the console's page is made of. Writes nothing. */
async function inPage(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["src/console/app/main.tsx"],
    outdir: folder,
    write: false,
    bundle: true,
    format: "esm",
    metafile: true,
    loader: { ".svg": "empty" },
  });
  return Object.keys(metafile.inputs);
}

/** The licences of the packages that files are of. @throws {Error} if one has none */
function licences(files: readonly string[]): string {
  const packages = new Set(
    files.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  );
  return [...packages]
    .sort()
    .map(licence)
    .join(`\n${"-".repeat(80)}\n\n`);
}

function licence(place: string): string {
  const path = join(root, place);
  const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
  const file = readdirSync(path).find((name) => /^licen[sc]e\b/i.test(name));
  if (file === undefined) throw new Error(`Cannot bundle ${name}: it has no licence`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(path, file), "utf8").trim()}\n`;
}
