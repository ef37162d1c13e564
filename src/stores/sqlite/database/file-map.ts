/**
 * A store's file as it is in its folder, looked at before each transaction: a file that was replaced or deleted takes no more writes, which nobody would find
 * again, and one that was cut by somebody else is no longer read where it was mapped, which would end the process.
 *
 * The file is mapped into memory once it is large: reading a page where it lies instead of copying it halves what scattered rows cost in a store that is
 * larger than the page cache. A file may be small when it is opened, so its size is looked at again as it grows. What is mapped counts to the memory of each
 * process, so a small one is not.
 */
import { type Stats, statSync } from "node:fs";
import type Database from "better-sqlite3";
import { ioFailed } from "./failures.js";

/** SQLite maps 2 GB at most; what lies above is read as before. */
const mappedBytes = 2 ** 31 - 65_536;
/** Commits between two looks at the size: of an import 32,768 passages, 33 MB. */
const commitsBetween = 256;

/** A file that was opened. */
export interface MappedFile {
  readonly path: string;
  /** What was at the path before it was opened: what is there now may be another file. */
  readonly inode: number;
  /** Size from which the file is mapped. */
  readonly fromBytes: number;
}

export class FileMap {
  readonly #database: Database.Database;
  readonly #path: string;
  readonly #fromBytes: number;
  readonly #inode: number;
  #commits = 0;
  #isMapped = false;
  #mappedSize = 0;

  constructor(database: Database.Database, { path, inode, fromBytes }: MappedFile) {
    this.#database = database;
    this.#path = path;
    this.#fromBytes = fromBytes;
    this.#inode = inode;
    this.#look(this.#stat());
  }

  /** Whether the file is the one that was opened. */
  get isInPlace(): boolean {
    return this.#stat()?.ino === this.#inode;
  }

  /** To be asked before each transaction. @throws {MemoryError} `io_failed` where the file is not the one that was opened */
  check(action: string): void {
    const stats = this.#stat();
    if (stats === undefined || stats.ino !== this.#inode)
      throw ioFailed(
        action,
        `the store's file was ${stats === undefined ? "deleted or moved" : "replaced"} while it was open; close it and open it again`,
      );
    if (!this.#isMapped) return;
    if (stats.size < this.#mappedSize) {
      // Pages past the end of a map end the process when they are read: it is made anew.
      this.#database.pragma("mmap_size = 0");
      this.#look(stats);
    } else this.#mappedSize = stats.size;
  }

  /** To be told of each commit, once it is over. */
  committed(): void {
    this.#commits += 1;
    if (!this.#isMapped && this.#commits % commitsBetween === 0) this.#look(this.#stat());
  }

  #stat(): Stats | undefined {
    return statSync(this.#path, { throwIfNoEntry: false });
  }

  #look(stats: Stats | undefined): void {
    this.#mappedSize = stats?.size ?? 0;
    this.#isMapped = this.#mappedSize > this.#fromBytes;
    if (this.#isMapped) this.#database.pragma(`mmap_size = ${mappedBytes}`);
  }
}
