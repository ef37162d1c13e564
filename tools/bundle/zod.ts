/**
 * Puts what the built files use of zod into one of them, `dist/bundled/zod.js`, and makes them
 * import that. Every entry of the package loads 95 modules, 64 of them messages in as many
 * languages: half of the time that `import "keepsake"` took. The declarations still name the
 * package, so that they fit an app that uses it.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";

const importsZod = /^import \{ z \} from "zod";$/m;

/** Replaces the imports of `dist`. @returns the files that are in the bundle */
export async function bundleZod(root: string): Promise<string[]> {
  const dist = join(root, "dist");
  const bundle = join(dist, "bundled", "zod.js");
  const names = new Set<string>();
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const path = join(dist, file);
    if (!file.endsWith(".js") || path === bundle) continue;
    const text = readFileSync(path, "utf8");
    if (!importsZod.test(text)) {
      if (text.includes(' from "zod"')) throw new Error(`Cannot bundle zod: ${file} must import { z }`);
      continue;
    }
    for (const [, name] of text.matchAll(/(?<![\w$.])z\.([A-Za-z]\w*)/g)) names.add(name!);
    const from = relative(dirname(path), bundle).replaceAll("\\", "/");
    const specifier = from.startsWith(".") ? from : `./${from}`;
    writeFileSync(path, text.replace(importsZod, `import { z } from "${specifier}";`));
  }
  return writeBundle(bundle, { root, names: [...names].sort() });
}

interface Contents {
  readonly root: string;
  /** Members of zod's namespace. esbuild refuses a name that zod does not export. */
  readonly names: readonly string[];
}

async function writeBundle(bundle: string, { root, names }: Contents): Promise<string[]> {
  const imported = names.map((name) => `${name} as z_${name}`).join(", ");
  const members = names.map((name) => `${name}: z_${name}`).join(", ");
  const { metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `import { ${imported} } from "zod";\nexport const z = { ${members} };\n`,
      resolveDir: root,
    },
    outfile: bundle,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}
