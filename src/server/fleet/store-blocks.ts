/**
 * The bytes of a store's file, in blocks that are compared by their digests. The first pass of a
 * move transfers a backup while the store is in use, the second only the blocks that differ from
 * it.
 */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** A quarter of a megabyte: a store of a thousand records has a few blocks. */
const blockBytes = 262_144;

/** The size and the digests of a file. */
export interface Blocks {
  readonly size: number;
  /** SHA-256 of each block, base64url. */
  readonly digests: readonly string[];
}

/** Returns the digests of a file; none if it does not exist. */
export async function blocksOf(path: string): Promise<Blocks> {
  return withFile(path, "r", { size: 0, digests: [] }, async (file) => {
    const { size } = await file.stat();
    const digests: string[] = [];
    for (let at = 0; at < size; at += blockBytes)
      digests.push(
        createHash("sha256")
          .update(await readAt(file, at))
          .digest("base64url"),
      );
    return { size, digests };
  });
}

/** Returns one block of a file. */
export function readBlock(path: string, index: number): Promise<Uint8Array<ArrayBuffer>> {
  return withFile(path, "r", new Uint8Array(), (file) => readAt(file, index * blockBytes));
}

/** Writes one block of a file, which is created if needed. */
export async function writeBlock(path: string, index: number, bytes: Uint8Array): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await file.write(bytes, 0, bytes.length, index * blockBytes);
  } finally {
    await file.close();
  }
}

/** Cuts a file to its size, and waits for the disk. @returns its blocks */
export async function endFile(path: string, size: number): Promise<Blocks> {
  const file = await open(path, "r+");
  try {
    await file.truncate(size);
    await file.sync();
  } finally {
    await file.close();
  }
  return blocksOf(path);
}

async function readAt(file: FileHandle, at: number): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = new Uint8Array(blockBytes);
  const { bytesRead } = await file.read(buffer, 0, blockBytes, at);
  return buffer.subarray(0, bytesRead);
}

async function withFile<Result>(
  path: string,
  flags: string,
  absent: Result,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  let file: FileHandle;
  try {
    file = await open(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return absent;
    throw error;
  }
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
