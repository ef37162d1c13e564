/**
 * Descriptors of database files that are read or written beside SQLite. Closing any descriptor of a file lets go of every lock that the process has on it (POSIX
 * `fcntl`): those of SQLite, too, and of every connection. Another process could then take the file for unused; an older SQLite would delete a log that is
 * still written to. So a descriptor stays open until the last connection of this process to the file is closed.
 *
 * Each thread has a list of its own: a file must not be opened in several threads of one process.
 */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

type Mode = "r" | "r+";

interface Used {
  users: number;
  readonly descriptors: Map<Mode, number>;
}

/** By device and inode: a file may have several paths. */
const used = new Map<string, Used>();

/** A file that a connection of this process uses. */
export class FileUse {
  readonly path: string;
  /** Names the file, whatever its path is later. */
  readonly inode: number;
  /** What the file was before it was opened. */
  readonly kind: FileKind;
  readonly #key: string;
  #released = false;

  /** To be made before the connection is opened. @param path Absolute, of a file that exists. */
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

  /** Whether the file is at its path still. */
  get isInPlace(): boolean {
    const stats = statSync(this.path, { throwIfNoEntry: false });
    return stats !== undefined && `${stats.dev}:${stats.ino}` === this.#key;
  }

  /** A descriptor of the file, which nobody may close. @throws where the path is another file's by now */
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

  /** @param isAlone Whether no connection of this process has locks on the file that closing a descriptor would let go of. */
  #kind(isAlone: boolean): FileKind {
    const descriptor = isAlone ? openSync(this.path, "r") : this.descriptor("r");
    try {
      return kindOf(descriptor);
    } finally {
      if (isAlone) closeSync(descriptor);
    }
  }

  /** To be called once the connection is closed. */
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

/** How a file begins that is not encrypted. */
const magic = "SQLite format 3\0";
/** What the cipher leaves readable, beside the size of a page: these bytes of the header (SQLite file format, section 1.3.4). */
const fractions = { at: 21, bytes: [64, 32, 32] };
const headerBytes = 24;

/** What the first bytes of a file say of it: `empty` where it has none yet, `other` where it is no database. */
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
