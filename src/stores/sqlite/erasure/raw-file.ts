/**
 * A store's file as bytes, beside SQLite's connection to it, through a descriptor that closes after the last connection: see `file-use`.
 */
import { fdatasync, fstatSync, read, readSync, writeSync } from "node:fs";
import type { FileUse } from "../database/file-use.js";
import { isBlank, mostPages, zeros } from "./page-slack.js";

/** How a file begins that is not encrypted. */
const magic = "SQLite format 3\0";
const headerBytes = 100;
/** Pages in the list of free ones that are followed at most, beside as many as the file has. */
const trunkHeaderBytes = 8;

/** What the header of a file says of it. */
export interface FileLayout {
  readonly pageBytes: number;
  /** Bytes of a page that SQLite uses. */
  readonly usedBytes: number;
  readonly pages: number;
  /** The first page of the list of free pages; 0 where none is free. */
  readonly firstFree: number;
}

export class RawFile {
  readonly #file: FileUse;
  readonly #mode: "r" | "r+";

  /** @param mode `r` where nothing will be written. */
  constructor(file: FileUse, mode: "r" | "r+") {
    this.#file = file;
    this.#mode = mode;
  }

  /** How the file is laid out; `undefined` where it is encrypted, or so large that its pages cannot be told apart. */
  layout(): FileLayout | undefined {
    const header = Buffer.alloc(headerBytes);
    const length = readSync(this.#opened, header, 0, headerBytes, 0);
    if (length < headerBytes || header.toString("latin1", 0, magic.length) !== magic) return undefined;
    const declared = header.readUInt16BE(16);
    const pageBytes = declared === 1 ? 65_536 : declared;
    const pages = Math.floor(fstatSync(this.#opened).size / pageBytes);
    if (pages >= mostPages) return undefined;
    return { pageBytes, usedBytes: pageBytes - header[20]!, pages, firstFree: header.readUInt32BE(32) };
  }

  /** A page, counted from 1. */
  page(number: number, { pageBytes }: FileLayout): Buffer {
    const page = Buffer.alloc(pageBytes);
    readSync(this.#opened, page, 0, pageBytes, (number - 1) * pageBytes);
    return page;
  }

  /** Pages from one on, as many as fit into a buffer, which is filled. @returns how many were read */
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
   * Free pages, each with the bytes that the list of them takes on it: SQLite chains pages that name others. What changes meanwhile may make
   * the answer wrong, but not endless.
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

  /** Resolves once the disk has what was written. */
  synced(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#opened, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  get #opened(): number {
    return this.#file.descriptor(this.#mode);
  }
}

/** Whether a page of zeros, apart from its first bytes. */
export function isBlankAfter(page: Buffer, from: number): boolean {
  return isBlank(page, { from, to: page.length });
}
