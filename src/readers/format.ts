/**
 * Which format a file is in. Its name's ending says, where the ending is known; else the media type that the caller gave; else the first
 * bytes. Whatever was said, the bytes have to agree: a file that is not what it says it is gets refused, not guessed at.
 */
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
  { format: "plain text", endings: ["txt", "text", "log"], mediaTypes: [] },
] as const satisfies readonly FormatRow[];

const table: readonly FormatRow<Format>[] = rows;

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
  if (claimed?.signature !== undefined && claimed.signature !== signature)
    return {
      refusal: `says that it is ${claimed.format}, and ${begins(facts.head, signature)}; ${accepted}`,
    };
  if (claimed?.signature !== undefined) return { format: claimed.format };
  if (signature !== null) return ofSignature(signature, claimed);
  if (!looksLikeText(facts.head)) return { refusal: `is in a binary format that is not known; ${accepted}` };
  return { format: claimed?.format ?? "plain text" };
}

const accepted = `what is read is ${[...new Set(table.map(({ format }) => format))].join(", ")}`;

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
