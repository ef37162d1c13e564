/**
 * E-mail (.eml): who wrote it, when, about what, and its own words. Quoted text and attachments are
 * mentioned, but their content is left out.
 */
import PostalMime, { type Address, type Email } from "../../bundled/postal-mime.js";
import { refuseOver } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { counted, unreadable } from "../reader.js";
import { withoutAttached } from "./eml-lines.js";
import { htmlText } from "./html.js";

/** Maximum number of bytes of an e-mail with its attachments. Mail servers accept 25 to 50 MB. */
const maxBytes = 64 * 1024 * 1024;
/**
 * Maximum number of lines of headers and text. The parser takes some 20 µs and 2 kB for each. The
 * longest e-mails that people write have a tenth of that.
 */
const maxLines = 50_000;
/**
 * Maximum number of characters of an e-mail that is only HTML. Newsletters have a hundred thousand.
 */
const maxHtmlChars = 8 * 1024 * 1024;
/** Maximum nesting of parts. A forwarded e-mail in a forwarded e-mail has five. */
const maxNestingDepth = 50;

/** Reads e-mails. */
export const emlReader: Reader = { mediaType: "message/rfc822", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  refuseOver(file, maxBytes);
  const bytes = await file.bytes();
  options.signal?.throwIfAborted();
  const { lines, bytes: read } = withoutAttached(bytes);
  if (lines > maxLines) throw unreadable(file, `has more than ${counted(maxLines)} lines of text; split it`);
  const mail = await parsed(file, read);
  if (mail.from === undefined && mail.subject === undefined && mail.date === undefined)
    throw unreadable(file, "is not an e-mail: it has no sender, no subject and no date");
  if (!isWhole(mail, bytes)) throw unreadable(file, "is cut off: its last part has no end");
  for (const text of [bodyOf(file, mail), attachmentsOf(mail)])
    if (text !== "") yield { text, ...aboutOf(mail), readBytes: file.sizeBytes };
}

async function parsed(file: FileSource, bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth });
  } catch (error) {
    throw unreadable(
      file,
      `is not an e-mail that can be read: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
}

/** An e-mail of several parts ends with its boundary and two dashes (RFC 2046, section 5.1.1). */
function isWhole({ headers }: Email, bytes: Uint8Array): boolean {
  const type = headers.find(({ key }) => key === "content-type")?.value ?? "";
  const match = /^multipart\/.*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(type.trim());
  const boundary = match?.[1] ?? match?.[2];
  return boundary === undefined || Buffer.from(bytes).includes(`--${boundary}--`);
}

function aboutOf({ from, subject, date }: Email): Partial<Section> {
  const speaker = from === undefined ? "" : nameOf(from);
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return {
    role: "user",
    ...(speaker === "" ? {} : { speaker }),
    ...(subject === undefined || subject.trim() === "" ? {} : { heading: subject.trim() }),
    ...(Number.isNaN(at) ? {} : { at: new Date(at).toISOString() }),
  };
}

function nameOf({ name, address }: Address): string {
  return name.trim() === "" ? (address ?? "") : name.trim();
}

function bodyOf(file: FileSource, { text, html }: Email): string {
  if (text !== undefined && text.trim() !== "") return withoutQuotes(text.replace(/\r\n?/g, "\n"));
  if (html === undefined) return "";
  if (html.length > maxHtmlChars)
    throw unreadable(file, `has more than ${counted(maxHtmlChars)} characters of HTML`);
  return withoutQuotes(htmlText(file, html));
}

const leftOut = "[quoted text left out]";
/**
 * Lines that mail programs put above the e-mail being answered. Everything below is that e-mail.
 */
const introduction =
  /^(?:-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original)\s*-{2,}|_{20,})\s*$/i;
const wrote = /^(?:on|am|le|el)\s.{4,200}\s(?:wrote|schrieb.{0,80}|a écrit|escribió)\s*:\s*$/i;

/** Removes quoted e-mails: they are e-mails of their own, by somebody else. */
function withoutQuotes(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => introduction.test(line.trim()));
  const own = (end < 0 ? lines : [...lines.slice(0, end), ">"]).flatMap((line, place, all) =>
    line.startsWith(">") || (wrote.test(line) && isQuoted(all, place)) ? [leftOut] : [line.trimEnd()],
  );
  return own
    .filter((line, place) => line !== leftOut || own[place - 1] !== leftOut)
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Whether a quotation follows this line, with at most one blank line between. */
function isQuoted(lines: readonly string[], place: number): boolean {
  const next = lines.slice(place + 1, place + 3).find((line) => line.trim() !== "");
  return next?.startsWith(">") ?? false;
}

function attachmentsOf({ attachments }: Email): string {
  const names = attachments.flatMap(({ filename }) => (filename === null ? [] : [filename]));
  return names.length === 0 ? "" : `Attachments, which were not read: ${names.join(", ")}.`;
}
