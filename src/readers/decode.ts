/**
 * Decodes bytes to text. The encoding is decided once, over the whole file, before any text is
 * yielded:
 *
 *   a byte order mark                       UTF-8, UTF-16 little or big endian
 *   (nearly) every other byte is zero       UTF-16 without a mark
 *   more valid UTF-8 characters than not    UTF-8; damaged bytes become U+FFFD
 *   none of these                           Windows-1252: Latin-1 and typographic quotation marks
 *
 * A guess from the first bytes would be cheaper but wrong: the only "é" of a long log may be in its
 * last line.
 */
import type { FileSource } from "./reader.js";
import { counted, unreadable } from "./reader.js";

/**
 * Maximum number of characters of a line. A line is kept in memory as a whole. No text that people
 * or programs write line by line comes near this.
 */
export const maxLineChars = 16 * 1024 * 1024;
/**
 * One character in this many may be a control character in a text. Terminal escapes and form feeds
 * are not counted. In binary data it is one in ten.
 */
const charsPerControl = 100;

/** Number of first bytes from which UTF-16 is recognised. */
const likelyBytes = 4096;

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** A piece of a file's text. */
export interface TextChunk {
  readonly text: string;
  /** Bytes of the file that were read when this piece was yielded. */
  readonly readBytes: number;
}

/** Options of the functions that decode a file. */
export interface DecodeOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Yields the text of a file chunk by chunk, without its byte order mark.
 *
 * @throws {MemoryError} `unreadable_file` if the file is not text
 */
export async function* textChunks(file: FileSource, { signal }: DecodeOptions): AsyncGenerator<TextChunk> {
  const decoder = new TextDecoder(await encodingOf(file, signal));
  let readBytes = 0;
  for await (const chunk of file.chunks()) {
    signal?.throwIfAborted();
    readBytes += chunk.byteLength;
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield { text, readBytes };
  }
  const rest = decoder.decode();
  if (rest !== "") yield { text: rest, readBytes };
}

/**
 * Yields the lines of a file without their line ends (`\n`, `\r\n` or `\r`).
 *
 * @throws {MemoryError} `unreadable_file` if the file is not text, or has a line longer than {@link
 * maxLineChars}
 */
export async function* textLines(file: FileSource, options: DecodeOptions): AsyncGenerator<TextChunk> {
  let open: string[] = [];
  let openChars = 0;
  let endsInReturn = false;
  let readBytes = 0;
  for await (const chunk of textChunks(file, options)) {
    readBytes = chunk.readBytes;
    // A "\r\n" that is split between two chunks is one line end.
    const text: string = endsInReturn && chunk.text.startsWith("\n") ? chunk.text.slice(1) : chunk.text;
    endsInReturn = text === "" ? false : text.endsWith("\r");
    const parts = text.split(/\r\n|\n|\r/);
    for (const part of parts.slice(0, -1)) {
      yield { text: open.length === 0 ? part : open.join("") + part, readBytes };
      open = [];
      openChars = 0;
    }
    const last = parts.at(-1) ?? "";
    openChars += last.length;
    if (last !== "") open.push(last);
    if (openChars > maxLineChars)
      throw unreadable(file, `has a line of more than ${counted(maxLineChars)} characters`);
  }
  if (open.length > 0) yield { text: open.join(""), readBytes };
}

/** Returns the first `count` bytes of a file, or all of them if there are fewer. */
export async function firstBytes(file: FileSource, count: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let have = 0;
  for await (const chunk of file.chunks()) {
    parts.push(chunk);
    have += chunk.byteLength;
    if (have >= count) break;
  }
  return new Uint8Array(Buffer.concat(parts).subarray(0, count));
}

/** Options of {@link wholeText}. */
export interface WholeTextOptions extends DecodeOptions {
  /** Maximum size of the file. */
  readonly maxBytes: number;
}

/**
 * Returns all of a file's text, with `\n` at the end of each line. For formats that cannot be read
 * from the front.
 *
 * @throws {MemoryError} `unreadable_file` if the file is not text, or has more than `maxBytes`
 */
export async function wholeText(file: FileSource, { maxBytes, signal }: WholeTextOptions): Promise<string> {
  refuseOver(file, maxBytes);
  const parts: string[] = [];
  for await (const { text } of textChunks(file, { signal })) parts.push(text);
  return parts.join("").replace(/\r\n?/g, "\n");
}

/**
 * Refuses a file that is larger than its format may be.
 *
 * @throws {MemoryError} `unreadable_file`
 */
export function refuseOver(file: FileSource, maxBytes: number): void {
  if (file.sizeBytes > maxBytes)
    throw unreadable(
      file,
      `has ${counted(file.sizeBytes)} bytes, and files of this format are read up to ${counted(maxBytes)}; split it`,
    );
}

/** Counts of the characters of a text, by kind. */
interface Census {
  chars: number;
  zeros: number;
  controls: number;
  replaced: number;
  beyondAscii: number;
}

function emptyCensus(): Census {
  return { chars: 0, zeros: 0, controls: 0, replaced: 0, beyondAscii: 0 };
}

async function encodingOf(file: FileSource, signal: AbortSignal | undefined): Promise<Encoding> {
  const decoder = new TextDecoder(likelyEncoding(await firstBytes(file, likelyBytes)));
  const census = emptyCensus();
  for await (const chunk of file.chunks()) {
    signal?.throwIfAborted();
    take(census, decoder.decode(chunk, { stream: true }));
    if (census.zeros > 0) break;
  }
  take(census, decoder.decode());
  if (!isText(census)) throw unreadable(file, "contains binary data, not text");
  const fits = census.replaced <= census.beyondAscii;
  return fits || decoder.encoding !== "utf-8" ? (decoder.encoding as Encoding) : "windows-1252";
}

/** The encoding that the first bytes suggest. Never Windows-1252: any bytes are valid in it. */
function likelyEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const pairs = Math.floor(Math.min(bytes.length, likelyBytes) / 2);
  let even = 0;
  let odd = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    if (bytes[2 * pair] === 0) even += 1;
    if (bytes[2 * pair + 1] === 0) odd += 1;
  }
  // Text of any script has spaces and line ends; text in Latin letters has a zero in nearly every
  // pair.
  if (odd * 8 >= pairs && even === 0 && odd > 0) return "utf-16le";
  if (even * 8 >= pairs && odd === 0 && even > 0) return "utf-16be";
  return "utf-8";
}

function take(census: Census, text: string): void {
  census.chars += text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0) census.zeros += 1;
    else if (code < 0x20) census.controls += isUsedInText(code) ? 0 : 1;
    else if (code === 0xfffd) census.replaced += 1;
    else if (code > 0x7f) census.beyondAscii += 1;
  }
}

/**
 * Backspace to carriage return, the end-of-file mark of old systems, and the escape character of
 * terminals.
 */
function isUsedInText(code: number): boolean {
  return (code >= 0x08 && code <= 0x0d) || code === 0x1a || code === 0x1b;
}

function isText({ chars, zeros, controls }: Census): boolean {
  return zeros === 0 && controls * charsPerControl <= chars;
}

/** Whether the first bytes of a file can be the beginning of a text. Pure. */
export function looksLikeText(head: Uint8Array): boolean {
  const census = emptyCensus();
  take(census, headText(head));
  return isText(census);
}

/**
 * Decodes the first bytes of a file as well as possible. For guessing the format only; the result
 * is never stored. Pure.
 */
export function headText(head: Uint8Array): string {
  return new TextDecoder(likelyEncoding(head)).decode(head, { stream: true });
}
