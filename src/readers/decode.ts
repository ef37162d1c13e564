/**
 * Bytes to text, as they come. Which encoding a file is in is decided once, over the whole file, before any text is given out:
 *
 *   a byte order mark                         UTF-8, UTF-16 little or big endian
 *   every other byte is zero, or nearly       UTF-16 without a mark
 *   as UTF-8, more characters fit than not    UTF-8; what is damaged shows as U+FFFD
 *   neither                                   Windows-1252, which is Latin-1 and the quotation marks that people type
 *
 * A guess from the first bytes would be cheaper and wrong: the first "é" of a long log may stand in its last line.
 */
import type { FileSource } from "./reader.js";
import { counted, unreadable } from "./unreadable.js";

/** Characters of one line. A line is held in memory whole; no text that people or programs write line by line comes near. */
export const maxLineChars = 16 * 1024 * 1024;
/** Of a text, one character in so many may be a control character: terminals' escapes and form feeds are not counted, binary data has one in ten. */
const charsPerControl = 100;

/** Bytes that tell UTF-16 from the rest: a page of it. */
const likelyBytes = 4096;

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** A stretch of a file's text. */
export interface TextChunk {
  readonly text: string;
  /** Bytes of the file read when it was given out. */
  readonly readBytes: number;
}

/** How a text is read. */
export interface DecodeOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * The text of a file, chunk by chunk, without its byte order mark.
 *
 * @throws {MemoryError} `unreadable_file` where it holds something other than text
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
 * The lines of a file without their ends, which may be of any system.
 *
 * @throws {MemoryError} `unreadable_file` where it holds something other than text, or a line over {@link maxLineChars}
 */
export async function* textLines(file: FileSource, options: DecodeOptions): AsyncGenerator<TextChunk> {
  let open: string[] = [];
  let openChars = 0;
  let endsInReturn = false;
  let readBytes = 0;
  for await (const chunk of textChunks(file, options)) {
    readBytes = chunk.readBytes;
    // "\r\n" that two chunks share is one end of a line.
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

/** The first bytes of a file, `count` of them or all. */
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

/** What a whole text may weigh, and when to stop reading it. */
export interface WholeTextOptions extends DecodeOptions {
  /** Bytes. */
  readonly maxBytes: number;
}

/**
 * All of a file's text, with `\n` at the end of each line: for formats whose beginning and end depend on each other.
 *
 * @throws {MemoryError} `unreadable_file` where it holds something other than text, or more than `maxBytes`
 */
export async function wholeText(file: FileSource, { maxBytes, signal }: WholeTextOptions): Promise<string> {
  refuseOver(file, maxBytes);
  const parts: string[] = [];
  for await (const { text } of textChunks(file, { signal })) parts.push(text);
  return parts.join("").replace(/\r\n?/g, "\n");
}

/** @throws {MemoryError} `unreadable_file` where a file is larger than its format is read whole. */
export function refuseOver(file: FileSource, maxBytes: number): void {
  if (file.sizeBytes > maxBytes)
    throw unreadable(
      file,
      `has ${counted(file.sizeBytes)} bytes, and files of this format are read up to ${counted(maxBytes)}; split it`,
    );
}

/** What a text is made of, counted over all of it. */
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
  if (!isText(census)) throw unreadable(file, "holds binary data, not text");
  const fits = census.replaced <= census.beyondAscii;
  return fits || decoder.encoding !== "utf-8" ? (decoder.encoding as Encoding) : "windows-1252";
}

/** What the first bytes look like: never Windows-1252, which anything looks like. */
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
  // Text of any script has spaces and line ends; text in Latin letters has little else than such pairs.
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

/** Backspace to carriage return, the end-of-file mark of old systems, and the escape of terminals. */
function isUsedInText(code: number): boolean {
  return (code >= 0x08 && code <= 0x0d) || code === 0x1a || code === 0x1b;
}

function isText({ chars, zeros, controls }: Census): boolean {
  return zeros === 0 && controls * charsPerControl <= chars;
}

/** Whether these first bytes of a file can be the beginning of a text. Pure. */
export function looksLikeText(head: Uint8Array): boolean {
  const census = emptyCensus();
  take(census, headText(head));
  return isText(census);
}

/** The text of a file's first bytes, as well as they can be told: for guessing the format, never for keeping. Pure. */
export function headText(head: Uint8Array): string {
  return new TextDecoder(likelyEncoding(head)).decode(head, { stream: true });
}
