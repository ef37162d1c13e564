/** A file as readers are handed it: by its path, or as bytes in memory. */
import { createReadStream, type Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { nextTurn } from "../async/next-turn.js";
import type { MemoryError } from "../contract/errors.js";
import type { FileSource } from "./reader.js";
import { unreadable } from "./unreadable.js";

/** What a caller says of a file. */
export interface FileNaming {
  /** Absent: the last part of the path. */
  readonly name?: string | undefined;
  readonly media_type?: string | undefined;
}

/** Bytes given at once. */
const chunkBytes = 65_536;

/**
 * A file on this machine.
 *
 * @throws {MemoryError} `unreadable_file` where it is not there, is no file, may not be read; and later where it changes while it is read
 */
export async function fileAt(path: string, { name, media_type }: FileNaming = {}): Promise<FileSource> {
  const first = await statOf(path);
  if (!first.isFile()) throw unreadable({ name: path }, reasons.EISDIR);
  const unchanged = async <Result>(result: Result): Promise<Result> => {
    if (isSame(first, await statOf(path))) return result;
    throw unreadable({ name: path }, "was changed while it was read; try again");
  };
  return {
    name: name ?? basename(path),
    mediaType: media_type ?? null,
    sizeBytes: first.size,
    bytes: async () => unchanged(await readFile(path).catch((cause) => Promise.reject(failed(path, cause)))),
    chunks: async function* () {
      try {
        yield* createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>;
      } catch (cause) {
        throw failed(path, cause as NodeJS.ErrnoException);
      }
      await unchanged(undefined);
    },
  };
}

/** A file whose bytes are here. */
export function fileOf(data: Uint8Array, { name = "file", media_type }: FileNaming): FileSource {
  return {
    name,
    mediaType: media_type ?? null,
    sizeBytes: data.byteLength,
    bytes: async () => data,
    chunks: async function* () {
      for (let at = 0; at < data.byteLength; at += chunkBytes) {
        // Memory never waits: others have their turn between two chunks, as they have while a disk is read.
        if (at > 0) await nextTurn();
        yield data.subarray(at, at + chunkBytes);
      }
    },
  };
}

async function statOf(path: string): Promise<Stats> {
  return stat(path).catch((cause) => Promise.reject(failed(path, cause)));
}

function isSame(one: Stats, other: Stats): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino;
}

/** What the system says in words of its own, for the ordinary cases. */
const reasons = {
  ENOENT: "is not there",
  EACCES: "may not be read by this process",
  EPERM: "may not be read by this process",
  EISDIR: "is no file",
} as const;

function failed(path: string, cause: NodeJS.ErrnoException): MemoryError<"unreadable_file"> {
  const reason = Object.entries(reasons).find(([code]) => code === cause.code)?.[1];
  return unreadable({ name: path }, reason ?? `cannot be read: ${cause.message}`, cause);
}
