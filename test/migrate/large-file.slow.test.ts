/**
 * A large export in a small heap. The heap of the child process is smaller than the file, so it
 * fails if anything keeps all of it in memory.
 */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "./migrate-fixture.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const records = 50_000;
const heapMb = 64;
/** Added to each memory: it makes the file larger than the heap. */
const padding = "every sparrow counts the bricks of the wall ".repeat(30);

beforeAll(() => {
  if (!existsSync(join(root, "dist", "migrate", "index.js")))
    throw new Error("Cannot test a large file: dist/ must be built; run npm run build");
});

function writeExport(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, '{"results":[');
  for (let index = 0; index < records; index += 1) {
    const memory = {
      id: `m${index}`,
      memory: `Sparrow ${index} nests in brick ${index % 977}`,
      hash: padding,
    };
    writeSync(file, `${index === 0 ? "" : ","}${JSON.stringify(memory)}`);
  }
  writeSync(file, "]}");
  closeSync(file);
}

/** Embeds by counting: this test does not need a real embedder. */
const program = `
  import { Memory } from "keepsake";
  import { migrate } from "keepsake/migrate";
  const embedder = {
    id: "counting", dimensions: 8, maxTokens: 512,
    embed: async (texts) => texts.map((text) => Float32Array.from({ length: 8 }, (_, at) => (text.charCodeAt(at) || 1) / 400)),
    countTokens: (text) => Math.ceil(text.length / 4),
  };
  const memory = new Memory({ path: process.argv[2], embedder, durability: "normal" });
  const report = await migrate(memory, { from: "mem0", file: process.argv[1] });
  await memory.close();
  console.log(JSON.stringify({ ...report.imported, read: report.read, left: report.not_carried.length }));`;

describe("migrate()", () => {
  it("imports fifty thousand records in a heap that is smaller than their file", () => {
    const folder = newFolder();
    const file = join(folder, "mem0.json");
    writeExport(file);
    expect(statSync(file).size).toBeGreaterThan(heapMb * 1024 * 1024);
    const run = spawnSync(
      process.execPath,
      [
        `--max-old-space-size=${heapMb}`,
        "--input-type=module",
        "--eval",
        program,
        file,
        join(folder, "memory.db"),
      ],
      { cwd: root, encoding: "utf8" },
    );
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toEqual({
      sources: records,
      records,
      known: 0,
      read: records,
      left: 0,
    });
  }, 300_000);
});
