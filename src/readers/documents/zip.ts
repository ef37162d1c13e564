/**
 * Reads parts of a ZIP archive (APPNOTE.TXT 6.3.10). They are found in the directory at the
 * archive's end and unpacked piece by piece. The unpacked size is counted, because the size in the
 * directory cannot be trusted.
 */
import { createInflateRaw } from "node:zlib";

/** A packed part of an archive. */
export interface ZipPart {
  readonly packed: Uint8Array;
  readonly isDeflated: boolean;
}

/**
 * Thrown for an archive that cannot be read. The message continues a sentence that starts with
 * "it".
 */
export class ZipError extends Error {}

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localEntry = 0x04034b50;
/** Lengths of the fixed parts of these three entries. */
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
/** Maximum length of the comment after the directory's end. */
const maxCommentBytes = 0xffff;
/** Means that the value is in the 64-bit extension (4.5.3). */
const inExtension = 0xffffffff;
const extension = 0x0001;

/**
 * Returns those of the named parts that the archive has.
 *
 * @throws {ZipError} if the archive is damaged, cut off, encrypted or packed by a method other than
 * Deflate
 */
export function zipParts(archive: Uint8Array, names: readonly string[]): ReadonlyMap<string, ZipPart> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const found = new Map<string, ZipPart>();
  try {
    const end = endOf(bytes);
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== directoryEntry) throw new ZipError("is a damaged archive");
      const nameEnd = at + entryBytes + bytes.readUInt16LE(at + 28);
      const name = bytes.toString("utf8", at + entryBytes, nameEnd);
      if (names.includes(name) && !found.has(name)) found.set(name, partAt(bytes, at));
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  } catch (error) {
    // A number was read beyond the end of the bytes.
    if (error instanceof RangeError) throw new ZipError("is an archive that is damaged or cut off");
    throw error;
  }
  return found;
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes);
  for (let at = bytes.length - endBytes; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === directoryEnd) return at;
  throw new ZipError("is cut off: the archive has no directory");
}

function partAt(bytes: Buffer, entry: number): ZipPart {
  const method = bytes.readUInt16LE(entry + 10);
  if (method !== 0 && method !== 8) throw new ZipError(`is packed by method ${method}, which is not read`);
  if ((bytes.readUInt16LE(entry + 8) & 1) !== 0)
    throw new ZipError("is encrypted; save it without a password");
  const { size, offset } = placeOf(bytes, entry);
  if (bytes.readUInt32LE(offset) !== localEntry) throw new ZipError("is a damaged archive");
  const start = offset + localBytes + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + size > bytes.length) throw new ZipError("is an archive that is cut off");
  return { packed: bytes.subarray(start, start + size), isDeflated: method === 8 };
}

/**
 * Returns where a part begins and its packed size. Large archives have them in an extension:
 * unpacked size, packed size and offset, each only if it is needed.
 */
function placeOf(bytes: Buffer, entry: number): { readonly size: number; readonly offset: number } {
  const unpacked = bytes.readUInt32LE(entry + 24);
  const size = bytes.readUInt32LE(entry + 20);
  const offset = bytes.readUInt32LE(entry + 42);
  if (size !== inExtension && offset !== inExtension) return { size, offset };
  let at = entry + entryBytes + bytes.readUInt16LE(entry + 28);
  const end = at + bytes.readUInt16LE(entry + 30);
  while (at < end && bytes.readUInt16LE(at) !== extension) at += 4 + bytes.readUInt16LE(at + 2);
  if (at >= end) throw new ZipError("is a damaged archive");
  at += 4 + (unpacked === inExtension ? 8 : 0);
  const wide = (value: number): number => {
    if (value !== inExtension) return value;
    at += 8;
    return Number(bytes.readBigUInt64LE(at - 8));
  };
  return { size: wide(size), offset: wide(offset) };
}

/**
 * Unpacks a part, in pieces of some 16 KiB.
 *
 * @throws {ZipError} as soon as the unpacked size exceeds `maxBytes`, and if the part is damaged
 */
export async function* unpacked(
  { packed, isDeflated }: ZipPart,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  if (!isDeflated) {
    if (packed.byteLength > maxBytes) throw new ZipError(tooMuch(maxBytes));
    yield packed;
    return;
  }
  const inflate = createInflateRaw();
  inflate.end(packed);
  let bytes = 0;
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw new ZipError(tooMuch(maxBytes));
      yield piece;
    }
  } catch (error) {
    if (error instanceof ZipError || !(error instanceof Error && "errno" in error)) throw error;
    throw new ZipError(`is damaged or cut off: ${error.message}`);
  } finally {
    inflate.destroy();
  }
}

function tooMuch(maxBytes: number): string {
  return `unpacks to more than ${maxBytes.toLocaleString("en-US")} bytes of text`;
}
