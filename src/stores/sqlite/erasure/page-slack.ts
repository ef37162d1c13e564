/**
 * Finds the bytes of a database page that belong to no row (SQLite file format, section 1.6).
 * `secure_delete` zeroes what a deletion frees. But when SQLite balances pages, it moves rows to
 * neighbouring pages and leaves the former copies in the gap between the cell pointers and the
 * first cell:
 *
 *   header │ cell pointers │ gap │ cell │ free block │ cell │ …
 *                          ^^^^^         ^^^^^^^^^^ after its first 4 bytes
 *
 * All functions are pure.
 */

/** A part of a page, in bytes from its beginning. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** The first bytes of interior pages, of an index and of a table, and of their leaves. */
const interiorIndex = 2;
const interiorTable = 5;
const leafIndex = 10;
const leafTable = 13;

/**
 * In a file with this many pages, the first byte no longer distinguishes a page of rows from an
 * overflow page, which begins with the number of the next one: 137 GB of pages of 4 KB.
 */
export const maxPages = 2 ** 25;

/** Number of bytes of the file's header, which is on the first page. */
const fileHeaderBytes = 100;
/** Header of a free block: the address of the next block, and its own size. */
const freeBlockHeaderBytes = 4;

/** Returns true if a page has rows of a table or of an index. */
export function hasRows(page: Uint8Array, number: number): boolean {
  const type = page[headerAt(number)]!;
  return type === leafTable || type === leafIndex || type === interiorTable || type === interiorIndex;
}

/**
 * Returns the parts of a page that belong to no row; `undefined` if the page is damaged. @param
 * size bytes of a page that SQLite uses
 */
export function slackOf(page: Buffer, number: number, size: number): ByteRange[] | undefined {
  const header = headerAt(number);
  const type = page[header]!;
  const pointers = header + (type === interiorTable || type === interiorIndex ? 12 : 8);
  const gap = {
    from: pointers + 2 * page.readUInt16BE(header + 3),
    to: page.readUInt16BE(header + 5) || 65_536,
  };
  if (gap.from > gap.to || gap.to > size) return undefined;
  const ranges = [gap];
  for (let at = page.readUInt16BE(header + 1), last = gap.to; at !== 0; ) {
    if (at < last || at + freeBlockHeaderBytes > size) return undefined;
    const end = at + page.readUInt16BE(at + 2);
    if (end < at + freeBlockHeaderBytes || end > size) return undefined;
    ranges.push({ from: at + freeBlockHeaderBytes, to: end });
    last = end;
    at = page.readUInt16BE(at);
  }
  return ranges;
}

/** Returns true if a part of a page has only zeros. */
export function isBlank(page: Buffer, { from, to }: ByteRange): boolean {
  return from === to || page.compare(zeros, 0, to - from, from, to) === 0;
}

/** As many zeros as the largest page has bytes. */
export const zeros = Buffer.alloc(65_536);

function headerAt(number: number): number {
  return number === 1 ? fileHeaderBytes : 0;
}
