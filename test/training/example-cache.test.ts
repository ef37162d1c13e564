import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ExampleCache } from "../../training/ranker/example-cache.js";
import type { Example } from "../../training/ranker/examples.js";

const example: Example = {
  corpus: "tea",
  conversation: "tea-1",
  kind: "fact",
  stranger: false,
  question: "Wer trinkt grünen Tee?",
  evidence: ["2"],
  units: ["1", undefined, "2"],
  rows: [Float32Array.of(0.5, 1), Float32Array.of(0, 0.25), Float32Array.of(1, 0)],
  pool: { named: 0, absent: 0.25, words: 3, passages: 12 },
};
const empty: Example = { ...example, units: [], rows: [], evidence: [] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "example-cache-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("ExampleCache", () => {
  it("makes examples once, and reads the same ones afterwards", async () => {
    let made = 0;
    const make = async () => {
      made += 1;
      return [example, empty, example];
    };
    await new ExampleCache(folder).through(["tea", 1], make);
    const read = await new ExampleCache(folder).through(["tea", 1], make);
    expect(made).toBe(1);
    expect(read).toStrictEqual([example, empty, example]);
  });

  it("makes examples of other data anew", async () => {
    const cache = new ExampleCache(folder);
    await cache.through(["tea", 1], async () => [example]);
    expect(await cache.through(["tea", 2], async () => [])).toEqual([]);
  });

  it("leaves no file of what failed", async () => {
    const failing = new ExampleCache(folder).through(["tea"], async () => {
      throw new Error("no tea");
    });
    await expect(failing).rejects.toThrow("no tea");
    expect(readdirSync(folder)).toEqual([]);
  });
});
