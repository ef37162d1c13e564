/**
 * A store's file as bytes, read and written without SQLite. Its descriptor is closed after the last
 * connection: see `file-use`.
 */
import { fdatasync, fstatSync, read, readSync, writeSync } from "node:fs";
import type { FileUse } from "../database-file/file-use.js";
import { isBlank, maxPages, zeros } from "./page-slack.js";

/** The first bytes of a file that is not encrypted. */
const magic = "SQLite format 3\0";
const headerBytes = 100;
/** Number of bytes before the list on a page of the free list. */
const trunkHeaderBytes = 8;

/** What the header of a file contains. */
export interface FileLayout {
  readonly pageBytes: number;
  /** Bytes of a page that SQLite uses. */
  readonly usedBytes: number;
  readonly pages: number;
  /** The first page of the free list; 0 if no page is free. */
  readonly firstFree: number;
}

/** A store's file as bytes. */
export class RawFile {
  readonly #file: FileUse;
  readonly #mode: "r" | "r+";

  /** @param mode `r` if nothing will be written */
  constructor(file: FileUse, mode: "r" | "r+") {
    this.#file = file;
    this.#mode = mode;
  }

  /**
   * Returns the layout of the file; `undefined` if it is encrypted, or too large to identify its
   * pages (see `page-slack`).
   */
  layout(): FileLayout | undefined {
    const header = Buffer.alloc(headerBytes);
    const length = readSync(this.#opened, header, 0, headerBytes, 0);
    if (length < headerBytes || header.toString("latin1", 0, magic.length) !== magic) return undefined;
    const declared = header.readUInt16BE(16);
    const pageBytes = declared === 1 ? 65_536 : declared;
    const pages = Math.floor(fstatSync(this.#opened).size / pageBytes);
    if (pages >= maxPages) return undefined;
    return { pageBytes, usedBytes: pageBytes - header[20]!, pages, firstFree: header.readUInt32BE(32) };
  }

  /** Reads a page. The first page is 1. */
  page(number: number, { pageBytes }: FileLayout): Buffer {
    const page = Buffer.alloc(pageBytes);
    readSync(this.#opened, page, 0, pageBytes, (number - 1) * pageBytes);
    return page;
  }

  /** Reads consecutive pages, as many as fit into the buffer. @returns the number of pages read */
  async pagesFrom(number: number, into: Buffer, { pageBytes }: FileLayout): Promise<number> {
    const position = (number - 1) * pageBytes;
    const bytes = await new Promise<number>((resolve, reject) => {
      read(this.#opened, into, 0, into.length, position, (error, count) =>
        error === null ? resolve(count) : reject(error),
      );
    });
    return Math.floor(bytes / pageBytes);
  }

  /** Overwrites a part of a page with zeros. */
  zero(
    number: number,
    { from, to }: { readonly from: number; readonly to: number },
    layout: FileLayout,
  ): void {
    writeSync(this.#opened, zeros, 0, to - from, (number - 1) * layout.pageBytes + from);
  }

  /**
   * Returns the free pages, each with the bytes that the free list takes on it: SQLite chains pages
   * that list others. If the file changes meanwhile, the result may be wrong, but it is finite.
   */
  freePages(layout: FileLayout): Map<number, number> {
    const free = new Map<number, number>();
    for (let trunk = layout.firstFree; trunk > 0 && trunk <= layout.pages && !free.has(trunk); ) {
      const page = this.page(trunk, layout);
      const leaves = Math.min(page.readUInt32BE(4), (layout.pageBytes - trunkHeaderBytes) / 4);
      free.set(trunk, trunkHeaderBytes + 4 * leaves);
      for (let leaf = 0; leaf < leaves; leaf += 1) {
        const number = page.readUInt32BE(trunkHeaderBytes + 4 * leaf);
        if (!free.has(number)) free.set(number, 0);
      }
      trunk = page.readUInt32BE(0);
    }
    return free;
  }

  /** Resolves when the disk has what was written. */
  synced(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#opened, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  get #opened(): number {
    return this.#file.descriptor(this.#mode);
  }
}

/** Returns true if a page has only zeros after its first bytes. */
export function isBlankAfter(page: Buffer, from: number): boolean {
  return isBlank(page, { from, to: page.length });
}
