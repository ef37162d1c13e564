/** Modules of a made-up package, joined to chunks by groups. */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { chunkGroups, groupsOf, groupsReached } from "../../tools/bundle/chunk-groups.js";
import { temporaryFile } from "../temporary-file.js";

/** `index` imports `a` and `b`, and `late` when it is called. `small` needs only `b`. */
const modules = {
  "index.js": `import { a } from "./a.js"; import { order } from "./order.js"; export { order }; export const sum = a + 1; export const late = () => import("./late.js");`,
  "a.js": `import { b } from "./b.js"; export const a = b + 1;`,
  "b.js": `import { order } from "./order.js"; order.push("b"); export const b = 1;`,
  "order.js": `export const order = [];`,
  "late.js": `import { b } from "./b.js"; import { c } from "./c.js"; export const d = b + c;`,
  "c.js": `import { a } from "./a.js"; import { order } from "./order.js"; order.push("c"); export const c = a + 10;`,
  "small.js": `export { b } from "./b.js";`,
};

function project(): string {
  const root = `${temporaryFile()}-project`;
  mkdirSync(root);
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(root, name), text);
  return root;
}

const options = (root: string) => ({
  absWorkingDir: root,
  entryPoints: [join(root, "index.js"), join(root, "small.js")],
  outdir: join(root, "out"),
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm" as const,
  metafile: true as const,
});

describe("groups of modules", () => {
  it("contain what their roots import, each module once, and what another root imports too", async () => {
    const { inputs } = (await build({ ...options(project()), write: false })).metafile;
    const groups = groupsOf(
      [{ roots: ["index.js"], alsoOf: ["small.js"] }, { roots: ["index.js"] }, { roots: ["late.js"] }],
      inputs,
    );
    expect(groups.map((group) => [...group].sort())).toEqual([
      ["b.js", "order.js"],
      ["a.js", "index.js"],
      ["c.js", "late.js"],
    ]);
    expect(groupsReached("small.js", groups, inputs)).toEqual([0]);
    expect(groupsReached("index.js", groups, inputs)).toEqual([1, 0]);
    expect(groupsReached("late.js", groups, inputs)).toEqual([2, 1, 0]);
  });

  it("are a chunk each, evaluated in the order in which modules need each other", async () => {
    const root = project();
    const { inputs } = (await build({ ...options(root), write: false })).metafile;
    const groups = groupsOf([{ roots: ["index.js"] }, { roots: ["late.js"] }], inputs);
    const { metafile } = await build({ ...options(root), plugins: [chunkGroups(root, groups, inputs)] });
    const chunks = Object.values(metafile.outputs).map(({ inputs }) =>
      Object.keys(inputs)
        .filter((path) => !path.startsWith("group:"))
        .map((path) => basename(path))
        .sort(),
    );
    expect(chunks.filter((chunk) => chunk.length > 0).sort()).toEqual([
      ["a.js", "b.js", "index.js", "order.js"],
      ["c.js", "late.js"],
      ["small.js"],
    ]);
    const { sum, late, order } = await import(join(root, "out", "index.mjs"));
    expect([sum, (await late()).d]).toEqual([3, 13]);
    expect(order).toEqual(["b", "c"]);
  });
});
