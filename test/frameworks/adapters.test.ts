/** The adapters as files: a reader of one framework reads one of them, and little. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../documents.js";

const folder = join(projectRoot, "src/frameworks");
const manifest = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));

it("has adapters of at most 200 lines each", () => {
  const lengths = readdirSync(folder).map((name) => [
    name,
    readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length,
  ]);
  expect(lengths.length).toBeGreaterThan(6);
  expect(lengths.filter(([, lines]) => Number(lines) > 200)).toEqual([]);
});

it("has an entry point for each adapter", () => {
  const exported = Object.values(manifest.exports as Record<string, { readonly default?: string }>).flatMap(
    (one) => /frameworks\/([\w-]+)\.js$/.exec(one.default ?? "")?.[1] ?? [],
  );
  const parts = ["anthropic-files"];
  expect(exported.concat(parts).sort()).toEqual(
    readdirSync(folder)
      .map((name) => name.replace(/\.ts$/, ""))
      .sort(),
  );
});
