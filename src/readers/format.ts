/**
 * Which format a file is in. Its name's ending says, where the ending is known; else the media type that the caller gave; else the first
 * bytes. Whatever was said, the bytes have to agree: a file that is not what it says it is gets refused, not guessed at.
 */

import { stampOf } from "./chats/whatsapp-line.js";
import { headText, looksLikeText } from "./decode.js";
import { type Signature, signatureOf } from "./signature.js";

/** The formats that are read. */
export type Format = (typeof rows)[number]["format"];

interface FormatRow<Name extends string = string> {
  readonly format: Name;
  readonly endings: readonly string[];
  readonly mediaTypes: readonly string[];
  /** What the file has to begin with; text, where nothing is said. */
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

/** The format's own media type, whatever a caller called it. */
export function mediaTypeOf(format: Format): string {
  return table.find((row) => row.format === format)?.mediaTypes[0] ?? "text/plain";
}

/** What is known of a file before it is read. */
export interface FileFacts {
  readonly name: string;
  readonly mediaType: string | null;
  /** The first bytes, 64 KiB or all. */
  readonly head: Uint8Array;
}

/** The format, or why there is none: `is a PNG image; …`, as it goes on after "it". Pure. */
export function formatOf(facts: FileFacts): { readonly format: Format } | { readonly refusal: string } {
  const claimed = claimOf(facts);
  const signature = signatureOf(facts.head);
  // Pictures may stand before the text, further on than the first bytes reach.
  if (claimed?.format === "DOCX" && signature === "a ZIP archive") return { format: "DOCX" };
  if (claimed?.signature !== undefined && claimed.signature !== signature)
    return {
      refusal: `says that it is ${claimed.format}, and ${begins(facts.head, signature)}; ${accepted}`,
    };
  if (claimed?.signature !== undefined) return { format: claimed.format };
  if (signature !== null) return ofSignature(signature, claimed);
  if (!looksLikeText(facts.head)) return { refusal: `is in a binary format that is not known; ${accepted}` };
  return { format: structureOf(claimed?.format, headText(facts.head)) ?? claimed?.format ?? "plain text" };
}

/** Several formats share an ending: what a text is made of tells them apart. */
function structureOf(claimed: Format | undefined, text: string): Format | undefined {
  if (claimed === "JSON") return jsonKindOf(text);
  if ((claimed === undefined || claimed === "plain text") && isWhatsApp(text)) return "WhatsApp chat";
  if (claimed !== undefined) return undefined;
  if (/^\s*(?:<!doctype html|<html)\b/i.test(text)) return "HTML";
  return letterHead.test(text) ? "e-mail" : undefined;
}

/** Two lines of a letter's head, one after the other (RFC 5322). */
const letterHead =
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

/** The first line begins a message, or says what WhatsApp says first; somebody speaks in one of the first. */
function isWhatsApp(text: string): boolean {
  const lines = text.trimStart().split(/\r?\n/, 20);
  return stampOf(lines[0] ?? "") !== null && lines.some((line) => stampOf(line)?.speaker != null);
}

const accepted = `what is read is ${table.map(({ format }) => format).join(", ")}`;

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
  const claim = claimed === undefined ? "" : `says that it is ${claimed.format}, and `;
  return { refusal: `${claim}is ${signature}; ${accepted}` };
}

function begins(head: Uint8Array, signature: Signature | null): string {
  if (signature !== null) return `is ${signature}`;
  if (!looksLikeText(head)) return "begins with other bytes";
  return `begins with ${JSON.stringify(headText(head).slice(0, 12))}`;
}
