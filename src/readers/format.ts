/**
 * Decides which format a file is in: by the extension of its name if it is known, otherwise by the
 * media type that the caller gave, otherwise by the first bytes. The bytes must agree with the name
 * and the media type: a file that is not what it claims to be is refused.
 */
import { stampOf } from "./chats/whatsapp.js";
import { headText, looksLikeText } from "./decode.js";
import type { Reader } from "./reader.js";

/** The formats that can be read. */
export type Format = (typeof rows)[number]["format"];

interface FormatRow<Name extends string = string> {
  readonly format: Name;
  readonly endings: readonly string[];
  readonly mediaTypes: readonly string[];
  /** What the first bytes must be. Absent: text. */
  readonly signature?: Signature;
}

const codeEndings =
  "ts tsx mts cts js jsx mjs cjs py pyi rb go rs java kt kts scala swift c h cc cpp cxx hpp hh cs fs php pl pm lua r jl dart ex exs erl hs ml mli clj cljs groovy m mm zig nim v sol sh bash zsh ps1 sql proto graphql vue svelte css scss".split(
    " ",
  );

const rows = [
  {
    format: "PDF",
    endings: ["pdf"],
    mediaTypes: ["application/pdf"],
    signature: "a PDF document",
  },
  {
    format: "DOCX",
    endings: ["docx", "docm", "dotx"],
    mediaTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    signature: "a Word document",
  },
  {
    format: "Markdown",
    endings: ["md", "markdown", "mdown", "mkd"],
    mediaTypes: ["text/markdown", "text/x-markdown"],
  },
  { format: "HTML", endings: ["html", "htm", "xhtml"], mediaTypes: ["text/html", "application/xhtml+xml"] },
  { format: "CSV", endings: ["csv"], mediaTypes: ["text/csv"] },
  { format: "TSV", endings: ["tsv", "tab"], mediaTypes: ["text/tab-separated-values"] },
  { format: "JSON", endings: ["json"], mediaTypes: ["application/json"] },
  {
    format: "JSON Lines",
    endings: ["jsonl", "ndjson"],
    mediaTypes: ["application/jsonl", "application/x-ndjson", "application/ndjson"],
  },
  { format: "e-mail", endings: ["eml"], mediaTypes: ["message/rfc822"] },
  {
    format: "source code",
    endings: codeEndings,
    mediaTypes: ["text/javascript", "text/x-python", "text/x-source-code"],
  },
  { format: "ChatGPT export", endings: [], mediaTypes: ["application/vnd.keepsake.chatgpt+json"] },
  { format: "Claude export", endings: [], mediaTypes: ["application/vnd.keepsake.claude+json"] },
  { format: "WhatsApp chat", endings: [], mediaTypes: ["text/x-whatsapp-chat"] },
  { format: "plain text", endings: ["txt", "text", "log"], mediaTypes: ["text/plain"] },
] as const satisfies readonly FormatRow[];

const table: readonly FormatRow<Format>[] = rows;

/** Returns the media type under which keepsake stores a format, whatever the caller called it. */
export function mediaTypeOf(format: Format): string {
  return table.find((row) => row.format === format)?.mediaTypes[0] ?? "text/plain";
}

/** What is known about a file before it is read. */
export interface FileFacts {
  readonly name: string;
  readonly mediaType: string | null;
  /** The first 64 KiB, or the whole file if it is smaller. */
  readonly head: Uint8Array;
}

/**
 * Returns the format, or the reason why the file cannot be read. The reason continues a sentence
 * that starts with "it": `is a PNG image; …`. Pure.
 */
export function formatOf(facts: FileFacts): { readonly format: Format } | { readonly refusal: string } {
  const claimed = claimOf(facts);
  const signature = signatureOf(facts.head);
  // Pictures may come before the text, so that the first bytes do not reach it.
  if (claimed?.format === "DOCX" && signature === "a ZIP archive") return { format: "DOCX" };
  if (claimed?.signature !== undefined && claimed.signature !== signature)
    return {
      refusal: `claims to be ${claimed.format}, but ${begins(facts.head, signature)}; ${accepted}`,
    };
  if (claimed?.signature !== undefined) return { format: claimed.format };
  if (signature !== null) return ofSignature(signature, claimed);
  if (!looksLikeText(facts.head)) return { refusal: `is in an unknown binary format; ${accepted}` };
  return { format: structureOf(claimed?.format, headText(facts.head)) ?? claimed?.format ?? "plain text" };
}

/** Several formats share an extension. The content of the text says which one it is. */
function structureOf(claimed: Format | undefined, text: string): Format | undefined {
  if (claimed === "JSON") return jsonKindOf(text);
  if ((claimed === undefined || claimed === "plain text") && isWhatsApp(text)) return "WhatsApp chat";
  if (claimed !== undefined) return undefined;
  if (/^\s*(?:<!doctype html|<html)\b/i.test(text)) return "HTML";
  return mailHeader.test(text) ? "e-mail" : undefined;
}

/** Two header lines of an e-mail, one after the other (RFC 5322). */
const mailHeader =
  /^(?:(?:from|to|subject|date|received|return-path|delivered-to|message-id|mime-version|reply-to|dkim-signature): .*(?:\r?\n[ \t].*)*\r?\n){2}/i;

function jsonKindOf(text: string): Format | undefined {
  if (/"chat_messages"\s*:\s*\[/.test(text)) return "Claude export";
  if (/"mapping"\s*:\s*\{/.test(text) && /"(?:create_time|current_node)"\s*:/.test(text))
    return "ChatGPT export";
  const [first = "", second = ""] = text.split("\n").filter((line) => line.trim() !== "");
  return isWholeObject(first) && second.trim().startsWith("{") ? "JSON Lines" : undefined;
}

function isWholeObject(line: string): boolean {
  try {
    return line.trim().startsWith("{") && JSON.parse(line) !== null;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * True if the first line begins a message or a notice of WhatsApp, and one of the first lines has a
 * speaker.
 */
function isWhatsApp(text: string): boolean {
  const lines = text.trimStart().split(/\r?\n/, 20);
  return stampOf(lines[0] ?? "") !== null && lines.some((line) => stampOf(line)?.speaker != null);
}

const accepted = `supported formats: ${table.map(({ format }) => format).join(", ")}`;

function claimOf({ name, mediaType }: FileFacts): FormatRow<Format> | undefined {
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1];
  const type = mediaType?.split(";")[0]?.trim().toLowerCase();
  return (
    table.find(({ endings }) => ending !== undefined && endings.includes(ending)) ??
    table.find(({ mediaTypes }) => type !== undefined && mediaTypes.includes(type))
  );
}

function ofSignature(
  signature: Signature,
  claimed: FormatRow<Format> | undefined,
): { format: Format } | { refusal: string } {
  const row = table.find((one) => one.signature === signature);
  if (row !== undefined && claimed === undefined) return { format: row.format };
  const claim = claimed === undefined ? "" : `claims to be ${claimed.format}, but `;
  return { refusal: `${claim}is ${signature}; ${accepted}` };
}

function begins(head: Uint8Array, signature: Signature | null): string {
  if (signature !== null) return `is ${signature}`;
  if (!looksLikeText(head)) return "begins with other bytes";
  return `begins with ${JSON.stringify(headText(head).slice(0, 12))}`;
}

const readers: Readonly<Record<Format, () => Promise<Reader>>> = {
  "plain text": async () => (await import("./text-files.js")).plainTextReader,
  PDF: async () => (await import("./documents/pdf.js")).pdfReader,
  DOCX: async () => (await import("./documents/docx.js")).docxReader,
  HTML: async () => (await import("./documents/html.js")).htmlReader,
  CSV: async () => (await import("./tables/csv.js")).csvReader,
  TSV: async () => (await import("./tables/csv.js")).tsvReader,
  JSON: async () => (await import("./tables/json.js")).jsonReader,
  "JSON Lines": async () => (await import("./tables/json.js")).jsonLinesReader,
  "e-mail": async () => (await import("./documents/eml.js")).emlReader,
  "source code": async () => (await import("./text-files.js")).sourceCodeReader,
  "ChatGPT export": async () => (await import("./chats/chat-export.js")).chatGptReader,
  "Claude export": async () => (await import("./chats/chat-export.js")).claudeReader,
  "WhatsApp chat": async () => (await import("./chats/whatsapp.js")).whatsAppReader,
  Markdown: async () => (await import("./documents/markdown.js")).markdownReader,
};

/** Loads the reader of a format. */
export function formatReader(format: Format): Promise<Reader> {
  return readers[format]();
}

/**
 * Prefixes in hexadecimal; `..` is any byte. A longer prefix comes before a shorter one that it
 * starts with. Each has a byte that no text has, or is too long to begin a text: "ID3 tags" and
 * "GIF89" begin sentences.
 */
const prefixes = [
  ["255044462d", "a PDF document"],
  ["89504e470d0a1a0a", "a PNG image"],
  ["ffd8ff", "a JPEG image"],
  ["474946383761", "a GIF image"],
  ["474946383961", "a GIF image"],
  ["52494646........57454250", "a WebP image"],
  ["52494646........57415645", "a WAVE recording"],
  ["49492a00", "a TIFF image"],
  ["4d4d002a", "a TIFF image"],
  ["........66747970", "an MP4 or HEIC file"],
  ["49443302", "an MP3 recording"],
  ["49443303", "an MP3 recording"],
  ["49443304", "an MP3 recording"],
  ["4f676753", "an Ogg recording"],
  ["664c6143", "a FLAC recording"],
  ["1a45dfa3", "a Matroska or WebM film"],
  ["1f8b", "a gzip archive"],
  ["425a68..314159265359", "a bzip2 archive"],
  ["fd377a585a00", "an xz archive"],
  ["28b52ffd", "a zstd archive"],
  ["377abcaf271c", "a 7z archive"],
  ["526172211a07", "a RAR archive"],
  ["7f454c46", "a program"],
  ["53514c69746520666f726d6174203300", "an SQLite database"],
  ["d0cf11e0a1b11ae1", "an Office document that is of the old format or has a password"],
] as const;

/** Names of entries that distinguish kinds of ZIP archives. */
const archives = [
  ["word/", "a Word document"],
  ["xl/", "an Excel workbook"],
  ["ppt/", "a PowerPoint presentation"],
  ["mimetypeapplication/epub+zip", "an EPUB book"],
  ["mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument file"],
] as const;

/** What a file is, with its article: `a PNG image`. */
export type Signature = (typeof prefixes)[number][1] | (typeof archives)[number][1] | "a ZIP archive";

/**
 * Returns the kind of file that begins with these bytes, or `null` for text and for unknown
 * content. Pure.
 */
function signatureOf(head: Uint8Array): Signature | null {
  const start = Buffer.from(head.subarray(0, 16)).toString("hex");
  if (start.startsWith("504b0304") || start.startsWith("504b0506")) return archiveOf(head);
  return prefixes.find(([prefix]) => fits(start, prefix))?.[1] ?? null;
}

function fits(start: string, prefix: string): boolean {
  return (
    start.length >= prefix.length && [...prefix].every((digit, at) => digit === "." || digit === start[at])
  );
}

/** A ZIP archive has the name of each entry before the entry, uncompressed. */
function archiveOf(head: Uint8Array): Signature {
  const names = Buffer.from(head).toString("latin1");
  return archives.find(([entry]) => names.includes(entry))?.[1] ?? "a ZIP archive";
}
