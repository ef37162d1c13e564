/**
 * What the streams of a PDF unpack to, counted before anything is made of them: the library unpacks a stream whole, and a stream of 100 kB can unpack to
 * 100 MB, one that is packed twice to any number. Streams of an encrypted file cannot be counted, nor can those of other filters than Deflate.
 */
import { createInflate } from "node:zlib";

/** Bytes that a stream may unpack to: the text of a page has some hundred thousand, an embedded font of Chinese twenty million. */
const maxStreamBytes = 32 * 1024 * 1024;
/** Bytes of a picture: a page in colour at 600 dots an inch has a hundred million. */
const maxPictureBytes = 256 * 1024 * 1024;
/** Deflate packs 1,032 bytes into one at most (zlib's technical details): a shorter stream needs no counting. */
const maxRatio = 1032;
/** Bytes before a stream in which its dictionary is looked for. */
const dictionaryBytes = 1024;

const opens = "stream";
const closes = "endstream";
const deflates = /\/(?:FlateDecode|Fl)\b/g;

/** Whether some stream unpacks to more than it may: what it unpacks to at least, or nothing. */
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

interface PdfStream {
  /** As it is written, `<< /Length 5 /Filter /FlateDecode >>`, with what is before it. */
  readonly dictionary: string;
  readonly start: number;
  readonly end: number;
}

/** Each place that looks like a stream, in the file's order. */
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

/** Bytes that a stream unpacks to, or as soon as they are more than a limit, so many. What cannot be unpacked ends there. */
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
    // Damaged, encrypted, or packed in yet another way: the library says what it is.
  } finally {
    for (const stage of stages) stage.destroy();
  }
  return size;
}
