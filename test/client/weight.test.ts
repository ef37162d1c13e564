/** What a page or an edge function loads with `keepsake/client`. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { projectRoot } from "../documents.js";

it("keepsake/client is at most 12 kB gzipped, without zod and without a built-in of Node", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(projectRoot, "src/client/index.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    metafile: true,
  });
  const bundled = Object.keys(metafile.inputs);
  expect(bundled.some((path) => path.endsWith("src/client/parser.ts"))).toBe(true);
  expect(bundled.filter((path) => path.includes("node_modules"))).toEqual([]);
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThanOrEqual(12_000);
  expect(outputFiles[0]!.text).not.toMatch(/setImmediate|process\.|Buffer/);
});
