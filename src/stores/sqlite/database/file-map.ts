/**
 * A store's file, mapped into memory once it is large: reading a page where it lies instead of copying it halves what scattered rows cost in a store that is
 * larger than the page cache. A file may be small when it is opened, so its size is looked at again as it grows. What is mapped counts to the memory of each
 * process, so a small one is not.
 */
import { statSync } from "node:fs";
import type Database from "better-sqlite3";

/** SQLite maps 2 GB at most; what lies above is read as before. */
const mappedBytes = 2 ** 31 - 65_536;
/** Commits between two looks at the size: of an import 32,768 passages, 33 MB. */
const commitsBetween = 256;

export class FileMap {
  readonly #database: Database.Database;
  readonly #path: string;
  readonly #fromBytes: number;
  #commits = 0;
  #isMapped = false;

  /** @param fromBytes Size from which the file is mapped. */
  constructor(database: Database.Database, path: string, fromBytes: number) {
    this.#database = database;
    this.#path = path;
    this.#fromBytes = fromBytes;
    this.#look();
  }

  /** To be told of each commit, once it is over. */
  committed(): void {
    this.#commits += 1;
    if (!this.#isMapped && this.#commits % commitsBetween === 0) this.#look();
  }

  #look(): void {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    this.#isMapped = size > this.#fromBytes;
    if (this.#isMapped) this.#database.pragma(`mmap_size = ${mappedBytes}`);
  }
}
