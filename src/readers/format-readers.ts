/** The reader of each format, loaded when a file first needs it. */
import type { Format } from "./format.js";
import type { Reader } from "./reader.js";

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

/** Loads the reader of a format. */
export function formatReader(format: Format): Promise<Reader> {
  return readers[format]();
}
