/**
 * Descriptors of database files that are read or written without SQLite. Closing any descriptor of
 * a file releases every lock that the process has on it (POSIX `fcntl`), including those of SQLite
 * on every connection. Another process could then consider the file unused, and an older SQLite
 * would delete a log that is still in use. So a descriptor stays open until the last connection of
 * this process to the file is closed.
 *
 * Each thread has a list of its own: do not open a file in several threads of one process.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

type Mode = "r" | "r+";

interface Used {
  users: number;
  readonly descriptors: Map<Mode, number>;
}

/** The files in use, by device and inode, because a file may have several paths. */
const used = new Map<string, Used>();

/** A file that a connection of this process uses. */
export class FileUse {
  readonly path: string;
  /** Identifies the file, even if its path changes later. */
  readonly inode: number;
  /** The kind of the file before it was opened. */
  readonly kind: FileKind;
  readonly #key: string;
  #released = false;

  /** Create it before the connection is opened. @param path absolute, of an existing file */
  constructor(path: string) {
    const { dev, ino } = statSync(path);
    this.path = path;
    this.inode = ino;
    this.#key = `${dev}:${ino}`;
    const shared = used.get(this.#key);
    if (shared === undefined) used.set(this.#key, { users: 1, descriptors: new Map() });
    else shared.users += 1;
    this.kind = this.#kind(shared === undefined);
  }

  /** True if the file is still at its path. */
  get isInPlace(): boolean {
    const stats = statSync(this.path, { throwIfNoEntry: false });
    return stats !== undefined && `${stats.dev}:${stats.ino}` === this.#key;
  }

  /**
   * Returns a descriptor of the file. Do not close it. @throws if another file is at the path by
   * now
   */
  descriptor(mode: Mode): number {
    const { descriptors } = used.get(this.#key)!;
    let descriptor = descriptors.get(mode);
    if (descriptor === undefined) {
      descriptor = openSync(this.path, mode);
      descriptors.set(mode, descriptor);
    }
    const { dev, ino } = fstatSync(descriptor);
    if (`${dev}:${ino}` === this.#key) return descriptor;
    descriptors.delete(mode);
    closeSync(descriptor);
    throw Object.assign(new Error("the file was replaced"), { code: "ESTALE" });
  }

  /**
   * @param isAlone true if no connection of this process has locks on the file, which closing a
   * descriptor would release
   */
  #kind(isAlone: boolean): FileKind {
    const descriptor = isAlone ? openSync(this.path, "r") : this.descriptor("r");
    try {
      return kindOf(descriptor);
    } finally {
      if (isAlone) closeSync(descriptor);
    }
  }

  /** Releases the file. Call it after the connection is closed. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    const shared = used.get(this.#key)!;
    shared.users -= 1;
    if (shared.users > 0) return;
    used.delete(this.#key);
    for (const descriptor of shared.descriptors.values()) closeSync(descriptor);
  }
}

/** The first bytes of a file that is not encrypted. */
const magic = "SQLite format 3\0";
/**
 * Header bytes that the cipher leaves readable besides the page size (SQLite file format, section
 * 1.3.4).
 */
const fractions = { at: 21, bytes: [64, 32, 32] };
const headerBytes = 24;

/**
 * The kind of a file by its first bytes: `empty` if it has no bytes yet, `other` if it is not a
 * database.
 */
export type FileKind = "empty" | "plain" | "encrypted" | "other";

function kindOf(descriptor: number): FileKind {
  const header = Buffer.alloc(headerBytes);
  const length = readSync(descriptor, header, 0, headerBytes, 0);
  if (length === 0) return "empty";
  if (length < headerBytes) return "other";
  if (header.toString("latin1", 0, magic.length) === magic) return "plain";
  return fractions.bytes.every((byte, index) => header[fractions.at + index] === byte)
    ? "encrypted"
    : "other";
}
