import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const source = fileURLToPath(new URL("../../src", import.meta.url));
const specifier = /^(?:import|export)\b(?!\s+type\b)(?:[^;"'=]*?\bfrom)?\s*"([^"]+)";/gms;

/** Every module that is loaded with `file`, except types: ours by path, others by name. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  for (const [, name = ""] of readFileSync(file, "utf8").matchAll(specifier)) {
    const found = name.startsWith(".") ? join(dirname(file), name.replace(/\.js$/, ".ts")) : name;
    if (seen.has(found)) continue;
    seen.add(found);
    if (name.startsWith(".")) loadedWith(found, seen);
  }
  return seen;
}

describe("keepsake/client", () => {
  const loaded = [...loadedWith(join(source, "client/index.ts"))];

  it("loads rank 0 only, so that it runs in a browser", () => {
    const folders = loaded
      .filter((name) => name.startsWith(source))
      .map((path) => relative(source, path).split("/")[0]);
    expect(new Set(folders)).toEqual(new Set(["async", "client", "contract", "hashing", "service"]));
  });

  it("loads no built-in of Node and no library", () => {
    const libraries = loaded.filter((name) => !name.startsWith(source));
    expect(new Set(libraries)).toEqual(new Set());
  });
});
