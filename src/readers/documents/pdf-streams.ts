/**
 * Finds streams of a PDF that unpack to too much, before the library unpacks them. It unpacks a
 * stream whole; a stream of 100 kB can unpack to 100 MB, and one that is packed twice to any size.
 * Streams of an encrypted file, and streams with filters other than Deflate, cannot be checked.
 */
import { createInflate } from "node:zlib";

/**
 * Maximum number of bytes of an unpacked stream. The text of a page has some hundred thousand, an
 * embedded Chinese font twenty million.
 */
const maxStreamBytes = 32 * 1024 * 1024;
/**
 * Maximum number of bytes of an unpacked picture. A colour page at 600 dots per inch has a hundred
 * million.
 */
const maxPictureBytes = 256 * 1024 * 1024;
/**
 * Deflate packs at most 1,032 bytes into one (zlib's technical details), so a shorter stream need
 * not be checked.
 */
const maxRatio = 1032;
/** Number of bytes before a stream in which its dictionary is looked for. */
const dictionaryBytes = 1024;

const opens = "stream";
const closes = "endstream";
const deflates = /\/(?:FlateDecode|Fl)\b/g;

/**
 * Returns the unpacked size of a stream that exceeds its limit, or `undefined`. The size is a lower
 * bound, because unpacking stops at the limit.
 */
export async function streamTooLarge(pdf: Uint8Array): Promise<number | undefined> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  for (const { dictionary, start, end } of streamsOf(bytes)) {
    const times = dictionary.match(deflates)?.length ?? 0;
    if (times === 0) continue;
    const limit = /\/Subtype\s*\/Image\b/.test(dictionary) ? maxPictureBytes : maxStreamBytes;
    if ((end - start) * maxRatio ** times <= limit) continue;
    const size = await unpackedSize(bytes.subarray(start, end), times, limit);
    if (size > limit) return size;
  }
  return undefined;
}

/** A stream inside the PDF. */
interface PdfStream {
  /** As written, `<< /Length 5 /Filter /FlateDecode >>`, with the text before it. */
  readonly dictionary: string;
  readonly start: number;
  readonly end: number;
}

/** Yields each place that looks like a stream, in the file's order. */
function* streamsOf(bytes: Buffer): Generator<PdfStream> {
  for (let at = bytes.indexOf(opens); at >= 0; ) {
    let start = at + opens.length;
    if (bytes[start] === 0x0d) start += 1;
    if (bytes[start] === 0x0a) start += 1;
    const close = bytes.indexOf(closes, start);
    const end = close < 0 ? bytes.length : close;
    const before = bytes.toString("latin1", Math.max(0, at - dictionaryBytes), at);
    yield { dictionary: before.slice(before.lastIndexOf(" obj") + 1), start, end };
    at = close < 0 ? -1 : bytes.indexOf(opens, close + closes.length);
  }
}

/**
 * Returns the unpacked size of a stream; it stops as soon as the size exceeds the limit. Data that
 * cannot be unpacked ends there.
 */
async function unpackedSize(packed: Uint8Array, times: number, limit: number): Promise<number> {
  const stages = Array.from({ length: times }, () => createInflate());
  const last = stages.reduce((from, to) => {
    from.on("error", () => to.end());
    return from.pipe(to);
  });
  let size = 0;
  stages[0]?.end(packed);
  try {
    for await (const piece of last as AsyncIterable<Buffer>) {
      size += piece.byteLength;
      if (size > limit) break;
    }
  } catch {
    // Damaged, encrypted, or packed in yet another way: the library will report it.
  } finally {
    for (const stage of stages) stage.destroy();
  }
  return size;
}
