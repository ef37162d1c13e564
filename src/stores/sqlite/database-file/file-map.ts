/**
 * Checks a store's file before each transaction. A file that was replaced or deleted is not written
 * to any more, because nobody would find what is written. A file that another program truncated is
 * not read where it was mapped, because that would end the process. If the log or the shared memory
 * of a store was deleted, the store is not written to either: another process would make new ones,
 * and know nothing of the commits in the old log.
 *
 * A large file is mapped into memory. Reading a page in place instead of copying it halves the cost
 * of scattered rows in a store that is larger than the page cache. A file may be small when it is
 * opened, so its size is checked again as it grows. Mapped pages count towards the memory of each
 * process, so a small file is not mapped.
 */
import { type Stats, statSync } from "node:fs";
import type { MemoryError } from "../../../contract/errors.js";
import { ioFailed } from "../database/failures.js";
import type { SqlDatabase } from "../database/sql-database.js";

/** SQLite maps 2 GB at most. Pages beyond are read as usual. */
const mappedBytes = 2 ** 31 - 65_536;
/** Number of commits between two checks of the size: in an import 32,768 passages, 33 MB. */
const commitsBetween = 256;

const filesBeside = [
  ["-wal", "log"],
  ["-shm", "shared memory"],
] as const;

/** A file that was opened. */
export interface MappedFile {
  readonly path: string;
  /**
   * The inode that was at the path before the file was opened. There may be another file by now.
   */
  readonly inode: number;
  /** Size from which the file is mapped. */
  readonly fromBytes: number;
}

/** Checks and maps a store's file. */
export class FileMap {
  readonly #database: SqlDatabase;
  readonly #path: string;
  readonly #fromBytes: number;
  readonly #inode: number;
  #commits = 0;
  #isMapped = false;
  #mappedSize = 0;
  /** Inodes of the files beside the store at the first write, by path. */
  readonly #beside = new Map<string, number | undefined>();

  constructor(database: SqlDatabase, { path, inode, fromBytes }: MappedFile) {
    this.#database = database;
    this.#path = path;
    this.#fromBytes = fromBytes;
    this.#inode = inode;
    this.#look(this.#stat());
  }

  /** True if the file at the path is the one that was opened. */
  get isInPlace(): boolean {
    return this.#stat()?.ino === this.#inode;
  }

  /**
   * Checks the file. Call it before each transaction. @throws {MemoryError} `io_failed` if the file
   * is not the one that was opened
   */
  check(action: string): void {
    const stats = this.#stat();
    if (stats === undefined || stats.ino !== this.#inode) throw notInPlace(action, "file", stats);
    if (!this.#isMapped) return;
    if (stats.size < this.#mappedSize) {
      // Reading mapped pages beyond the end of the file ends the process, so the file is mapped
      // again.
      this.#database.pragma("mmap_size = 0");
      this.#look(stats);
    } else this.#mappedSize = stats.size;
  }

  /**
   * Checks the files that SQLite keeps beside the store while any connection is open. Call it in
   * each write transaction, when they exist.
   *
   * @throws {MemoryError} `io_failed` if one of them is not the one of the first write
   */
  checkLog(action: string): void {
    for (const [suffix, what] of filesBeside) {
      const path = `${this.#path}${suffix}`;
      const stats = statSync(path, { throwIfNoEntry: false });
      const inode = this.#beside.get(path);
      if (inode === undefined) this.#beside.set(path, stats?.ino);
      else if (stats?.ino !== inode) throw notInPlace(action, what, stats);
    }
  }

  /** Counts a commit, and checks the size now and then. Call it after each commit. */
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

function notInPlace(action: string, what: string, stats: Stats | undefined): MemoryError {
  const became = stats === undefined ? "deleted or moved" : "replaced";
  return ioFailed(action, `the store's ${what} was ${became} while it was open; close it and open it again`);
}
