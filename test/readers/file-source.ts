/** Files made by tests, and the sections that readers make of them. */

import type { FileSource, Section } from "../../src/readers/reader.js";
import { readerFor } from "../../src/readers/reader-for.js";

export interface MadeFile {
  readonly mediaType?: string;
  /**
   * Bytes of each chunk.
   *
   * @default 64 KiB, the size of Node's chunks
   */
  readonly chunkBytes?: number;
}

/** A file of these bytes, or of a text's UTF-8. */
export function fileOf(
  name: string,
  content: string | Uint8Array,
  { mediaType, chunkBytes = 65_536 }: MadeFile = {},
): FileSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    mediaType: mediaType ?? null,
    sizeBytes: bytes.byteLength,
    bytes: async () => bytes.slice(),
    async *chunks() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.slice(at, at + chunkBytes);
    },
  };
}

/** All sections of a file, read by its reader. */
export async function sectionsOf(file: FileSource, signal?: AbortSignal): Promise<Section[]> {
  const reader = await readerFor(file);
  const sections: Section[] = [];
  for await (const section of reader.read(file, signal === undefined ? {} : { signal }))
    sections.push(section);
  return sections;
}

/** The sections without `readBytes`. */
export async function textsOf(file: FileSource): Promise<Omit<Section, "readBytes">[]> {
  return (await sectionsOf(file)).map(({ readBytes: _, ...section }) => section);
}
