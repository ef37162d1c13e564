/** A file that was sent is read as the same file on the disk. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Input, inputOfBytes, inputOfFile } from "../../src/migrate/input.js";

async function recordsOf(input: Input): Promise<unknown> {
  const records: unknown[] = [];
  try {
    for await (const record of input.records(["results"])) records.push(record);
  } catch (error) {
    records.push((error as Error).message);
  }
  return records;
}

/** More than a piece of 64 kB, with characters of several bytes at every offset. */
const long = Array.from({ length: 3000 }, (_, id) => ({
  id,
  memory: `Zoë keeps ${"ü".repeat(id % 40)} bees`,
}));

describe("inputOfBytes()", () => {
  it.each([
    ["a list", JSON.stringify(long)],
    ["an object of lists", JSON.stringify({ results: long, other: [1] }, null, 2)],
    ["JSON Lines", long.map((one) => JSON.stringify(one)).join("\n")],
    ["JSON Lines of Windows", `\u{feff}${long.map((one) => JSON.stringify(one)).join("\r\n")}\r\n`],
    ["blank lines", '{"a":1}\n\n\r\n{"a":2}\n'],
    ["a cut list", JSON.stringify(long).slice(0, -30)],
    ["a wrong line", '{"a":1}\n{"a":\n{"a":3}'],
    ["nothing", ""],
  ])("reads %s as inputOfFile() does", async (_, text) => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-input-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "export.json");
    writeFileSync(path, text);
    expect(await recordsOf(inputOfBytes("export.json", Buffer.from(text)))).toEqual(
      await recordsOf(await inputOfFile(path)),
    );
  });
});
