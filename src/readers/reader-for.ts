/** The reader that fits a file. Each format is loaded when a file first needs it. */
import { firstBytes } from "./decode.js";
import { type Format, formatOf } from "./format.js";
import type { FileSource, Reader, Section } from "./reader.js";
import { unreadable } from "./unreadable.js";

/** Bytes that a format is told by: a ZIP archive's first entries, a JSON file's first keys, a chat's first lines. */
const headBytes = 64 * 1024;

const readers: Readonly<Record<Format, () => Promise<Reader>>> = {
  "plain text": async () => (await import("./plain-text.js")).plainTextReader,
  PDF: async () => (await import("./documents/pdf.js")).pdfReader,
  DOCX: async () => (await import("./documents/docx.js")).docxReader,
  HTML: async () => (await import("./documents/html.js")).htmlReader,
  CSV: async () => (await import("./tables/csv.js")).csvReader,
  TSV: async () => (await import("./tables/csv.js")).tsvReader,
  JSON: async () => (await import("./tables/json.js")).jsonReader,
  "JSON Lines": async () => (await import("./tables/json.js")).jsonLinesReader,
  "e-mail": async () => (await import("./documents/eml.js")).emlReader,
  "source code": async () => (await import("./source-code.js")).sourceCodeReader,
  "ChatGPT export": async () => (await import("./chats/chat-export.js")).chatGptReader,
  "Claude export": async () => (await import("./chats/chat-export.js")).claudeReader,
  "WhatsApp chat": async () => (await import("./chats/whatsapp.js")).whatsAppReader,
  Markdown: async () => (await import("./documents/markdown.js")).markdownReader,
};

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
  const reader = await readers[decided.format]();
  return { mediaType: reader.mediaType, read: (source, options) => checked(reader, source, options) };
}

async function* checked(
  reader: Reader,
  file: FileSource,
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<Section> {
  let readBytes = 0;
  let isBlank = true;
  options.signal?.throwIfAborted();
  for await (const section of reader.read(file, options)) {
    options.signal?.throwIfAborted();
    const text = section.text.trim();
    if (text === "") continue;
    isBlank = false;
    // A file that grows while it is read is told as read to its end.
    readBytes = Math.max(readBytes, Math.min(section.readBytes, file.sizeBytes));
    yield { ...section, text, readBytes };
  }
  options.signal?.throwIfAborted();
  if (isBlank) throw unreadable(file, "holds no text");
}
