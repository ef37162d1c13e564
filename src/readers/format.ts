/**
 * Decides which format a file is in: by the extension of its name if it is known, otherwise by the
 * media type that the caller gave, otherwise by the first bytes. The bytes must agree with the name
 * and the media type: a file that is not what it claims to be is refused.
 */
import { stampOf } from "./chats/whatsapp.js";
import { headText, looksLikeText } from "./decode.js";
import type { Reader } from "./reader.js";
import { type Signature, signatureOf } from "./signature.js";

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
