/** A file as a {@link FileSource}: from a path, or from bytes in memory. */
import { createReadStream, type Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { nextTurn } from "../async/next-turn.js";
import type { MemoryError } from "../contract/errors.js";
import type { FileSource } from "./reader.js";
import { unreadable } from "./reader.js";

/** What a caller says about a file. */
export interface FileNaming {
  /**
   * File name.
   *
   * @default the last part of the path
   */
  readonly name?: string | undefined;
  /**
   * Media type, such as `application/pdf`.
   *
   * @default found out from the name and the content
   */
  readonly media_type?: string | undefined;
}

/** Number of bytes per chunk. */
const chunkBytes = 65_536;

/**
 * Returns a file on this machine as a source.
 *
 * @throws {MemoryError} `unreadable_file` if it does not exist, is not a file or may not be read.
 * Reading throws it too, if the file changes meanwhile.
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

/** Returns bytes in memory as a source. */
export function fileOf(data: Uint8Array, { name = "file", media_type }: FileNaming): FileSource {
  return {
    name,
    mediaType: media_type ?? null,
    sizeBytes: data.byteLength,
    bytes: async () => data,
    chunks: async function* () {
      for (let at = 0; at < data.byteLength; at += chunkBytes) {
        // Memory never waits, so other tasks get their turn between two chunks, as they do while a
        // disk is read.
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

/** Reasons in our own words for the usual errors of the file system. */
const reasons = {
  ENOENT: "does not exist",
  EACCES: "may not be read by this process",
  EPERM: "may not be read by this process",
  EISDIR: "is not a file",
} as const;

function failed(path: string, cause: NodeJS.ErrnoException): MemoryError<"unreadable_file"> {
  const reason = Object.entries(reasons).find(([code]) => code === cause.code)?.[1];
  return unreadable({ name: path }, reason ?? `cannot be read: ${cause.message}`, cause);
}
