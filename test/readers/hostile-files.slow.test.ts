/**
 * Small files that are expensive to read. Each is read or refused within its limits, and does not
 * block other calls of the process.
 */
import { describe, expect, it } from "vitest";
import { type HostileFile, hostileFiles } from "../../benchmarks/hostile/files.js";
import { MemoryError } from "../../src/contract/errors.js";
import { fileOf } from "../../src/readers/file-source.js";
import { readerFor } from "../../src/readers/reader-for.js";

/**
 * The refusal of each file that is refused before it costs anything. The other files belong to the
 * slow campaign.
 */
const refusals: Readonly<Record<string, RegExp>> = {
  "nested.docx": /more than 256 elements within each other/,
  "styles.docx": /unpacks to more than 4,194,304 bytes/,
  "ends.eml": /has no text/,
  "lines.eml": /more than 50,000 lines/,
  "headers.eml": /more than 50,000 lines/,
  "twice.pdf": /a part that unpacks to more than/,
  "deep.json": /deeper than 100 levels/,
};

describe("a hostile file", () => {
  const files = hostileFiles().filter(({ name }) => name in refusals);

  it.each(files)("of $what is refused early and does not block other calls", async ({ name, make }) => {
    const { error, longestMs, wallMs } = await readWatched({ name, make });
    expect(MemoryError.is(error, "unreadable_file"), String(error)).toBe(true);
    expect((error as Error).message).toMatch(refusals[name]!);
    expect(wallMs).toBeLessThan(10_000);
    expect(longestMs).toBeLessThan(500);
  });

  it("with a heading of 1 MB keeps its words and returns them once", async () => {
    const heading = "harbour ".repeat(1000);
    const text = `# ${heading}\n${"Ships leave in May.\n\n".repeat(2000)}`;
    const sections: string[] = [];
    const file = fileOf(new TextEncoder().encode(text), { name: "a.md" });
    for await (const section of (await readerFor(file)).read(file, {}))
      sections.push(`${section.heading ?? ""}${section.text}`);
    expect(sections.join("\n").match(/harbour/g)).toHaveLength(1000);
    expect(sections.every((section) => section.length < 40_000)).toBe(true);
  });
});

async function readWatched({ name, make }: Pick<HostileFile, "name" | "make">) {
  const file = fileOf(make(), { name });
  const start = performance.now();
  let last = start;
  let longestMs = 0;
  const ticks = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - last);
    last = performance.now();
  }, 5);
  const error = await read(file).catch((thrown: unknown) => thrown);
  clearInterval(ticks);
  return { error, longestMs, wallMs: performance.now() - start };
}

async function read(file: ReturnType<typeof fileOf>): Promise<void> {
  for await (const _ of (await readerFor(file)).read(file, {}));
}
