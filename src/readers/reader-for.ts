/** Chooses the reader of a file. Each format is loaded when a file first needs it. */

import { readApart } from "./apart/read-apart.js";
import { boundedSections } from "./bounded-sections.js";
import { firstBytes } from "./decode.js";
import { type Format, formatOf, formatReader, mediaTypeOf } from "./format.js";
import type { FileSource, Reader, Section } from "./reader.js";
import { unreadable } from "./reader.js";

/**
 * Number of first bytes from which the format is recognised: the first entries of a ZIP archive,
 * the first keys of a JSON file, the first lines of a chat.
 */
const headBytes = 64 * 1024;

/**
 * Formats that are read line by line, in bounded memory and bounded time per line. All others are
 * read in a process of their own.
 */
const readHere: ReadonlySet<Format> = new Set(["plain text", "CSV", "TSV", "source code", "WhatsApp chat"]);

/**
 * Returns the reader for a file. The name decides first, then the media type that the caller gave,
 * then the first bytes, which must agree with both. For every format, sections are never empty,
 * `readBytes` never falls, and an aborted signal ends the reading.
 *
 * @throws {MemoryError} `unreadable_file` if the file is empty, of an unknown binary format, or not
 * what it claims to be. The message says what it is and which formats are supported.
 */
export async function readerFor(file: FileSource): Promise<Reader> {
  if (file.sizeBytes === 0) throw unreadable(file, "is empty");
  const head = await firstBytes(file, headBytes);
  const decided = formatOf({ name: file.name, mediaType: file.mediaType, head });
  if ("refusal" in decided) throw unreadable(file, decided.refusal);
  const { format } = decided;
  if (!readHere.has(format))
    return {
      mediaType: mediaTypeOf(format),
      read: (source, options) => checked(readApart(source, { ...options, format }), source, options),
    };
  const reader = await formatReader(format);
  return {
    mediaType: reader.mediaType,
    read: (source, options) => checked(reader.read(source, options), source, options),
  };
}

async function* checked(
  sections: AsyncIterable<Section>,
  file: FileSource,
  { signal }: { readonly signal?: AbortSignal },
): AsyncGenerator<Section> {
  let readBytes = 0;
  let isBlank = true;
  signal?.throwIfAborted();
  for await (const section of boundedSections(sections, file)) {
    signal?.throwIfAborted();
    isBlank = false;
    // A file that grows while it is read is reported as read to its end.
    readBytes = Math.max(readBytes, Math.min(section.readBytes, file.sizeBytes));
    yield { ...section, readBytes };
  }
  signal?.throwIfAborted();
  if (isBlank) throw unreadable(file, "has no text");
}
