/** Files that tests make, and what readers make of them. */

import type { FileSource, Section } from "../../src/readers/reader.js";
import { readerFor } from "../../src/readers/reader-for.js";

export interface MadeFile {
  readonly mediaType?: string;
  /** Bytes of each chunk: 64 KiB, as Node reads files. */
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

/** All sections of a file, by the reader that fits it. */
export async function sectionsOf(file: FileSource, signal?: AbortSignal): Promise<Section[]> {
  const reader = await readerFor(file);
  const sections: Section[] = [];
  for await (const section of reader.read(file, signal === undefined ? {} : { signal }))
    sections.push(section);
  return sections;
}

/** The sections without how far the file was read. */
export async function tellingsOf(file: FileSource): Promise<Omit<Section, "readBytes">[]> {
  return (await sectionsOf(file)).map(({ readBytes: _, ...told }) => told);
}
