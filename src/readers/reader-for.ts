/** The reader that fits a file. Each format is loaded when a file first needs it. */
import { boundedSections } from "./bounded-sections.js";
import { firstBytes } from "./decode.js";
import { type Format, formatOf, mediaTypeOf } from "./format.js";
import { formatReader } from "./format-readers.js";
import type { FileSource, Reader, Section } from "./reader.js";
import { readApart } from "./threads/read-apart.js";
import { unreadable } from "./unreadable.js";

/** Bytes that a format is told by: a ZIP archive's first entries, a JSON file's first keys, a chat's first lines. */
const headBytes = 64 * 1024;

/** Formats that are read line by line in bounded memory, each line in bounded time. All others are read in a thread of their own. */
const readHere: ReadonlySet<Format> = new Set(["plain text", "CSV", "TSV", "source code", "WhatsApp chat"]);

/**
 * The reader for a file: by its name, else by the media type that the caller gave, else by its first bytes, which have to agree with
 * both. It keeps the port's promises for every format: sections are never empty, `readBytes` only grows, and an aborted signal ends it.
 *
 * @throws {MemoryError} `unreadable_file` for an empty file, an unknown binary one, and one that is not what it says it is; the message
 * says what it is and what is read
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
    // A file that grows while it is read is told as read to its end.
    readBytes = Math.max(readBytes, Math.min(section.readBytes, file.sizeBytes));
    yield { ...section, readBytes };
  }
  signal?.throwIfAborted();
  if (isBlank) throw unreadable(file, "holds no text");
}
