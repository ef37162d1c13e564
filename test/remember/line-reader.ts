/**
 * A reader for tests: a file of JSON Lines with one section in each line. It streams, so that a
 * file can be damaged anywhere.
 */
import { MemoryError } from "../../src/contract/errors.js";
import type { FileSource, Reader, Section } from "../../src/readers/reader.js";

export type Line = Omit<Section, "readBytes"> & { readonly fails?: string };

export const lineReader: Reader = {
  mediaType: "application/x-ndjson",
  async *read(file: FileSource): AsyncGenerator<Section> {
    let readBytes = 0;
    for await (const line of linesOf(file)) {
      readBytes += Buffer.byteLength(line) + 1;
      const { fails, ...section } = JSON.parse(line) as Line;
      if (fails === "unreadable")
        throw new MemoryError("unreadable_file", `Cannot read ${file.name}: it is truncated`, {});
      if (fails !== undefined) throw new TypeError(fails);
      yield { ...section, readBytes };
    }
  },
};

async function* linesOf(file: FileSource): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of file.chunks()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** The bytes of a file of sections. */
export function linesFile(lines: readonly Line[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
