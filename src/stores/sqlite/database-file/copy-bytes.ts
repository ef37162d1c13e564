/**
 * Copies a file onto another one, chunk by chunk. A chunk that is equal already is read, but not
 * written again. So an interrupted copy continues where it stopped, and a second pass over a
 * changed file writes only the changes.
 */
import { ftruncateSync, read, write } from "node:fs";
import type { Progress } from "../../../contract/memory-service.js";

/** Bytes to copy before other tasks may run. */
const chunkBytes = 1024 * 1024;

/** What to copy. The caller closes the descriptors. */
export interface FileCopy {
  readonly from: number;
  readonly to: number;
  /** Called after each chunk, in bytes. */
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes `to` equal to `from`, which must be `length` bytes long at the end. @returns the number of
 * bytes written
 */
export async function copyBytes({ from, to, onProgress, signal }: FileCopy, length: number): Promise<number> {
  const [source, present] = [Buffer.allocUnsafe(chunkBytes), Buffer.allocUnsafe(chunkBytes)];
  let written = 0;
  for (let at = 0; at < length; ) {
    signal?.throwIfAborted();
    const [wanted, known] = await Promise.all([readAt(from, source, at), readAt(to, present, at)]);
    if (wanted.length === 0) break;
    if (!wanted.equals(known.subarray(0, wanted.length))) written += await writeAt(to, wanted, at);
    at += wanted.length;
    onProgress?.({ done: Math.min(at, length), total: length });
  }
  ftruncateSync(to, length);
  return written;
}

function readAt(descriptor: number, into: Buffer, position: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    read(descriptor, into, 0, into.length, position, (error, count) =>
      error === null ? resolve(into.subarray(0, count)) : reject(error),
    );
  });
}

async function writeAt(descriptor: number, bytes: Buffer, position: number): Promise<number> {
  for (let done = 0; done < bytes.length; )
    done += await new Promise<number>((resolve, reject) => {
      write(descriptor, bytes, done, bytes.length - done, position + done, (error, count) =>
        error === null ? resolve(count) : reject(error),
      );
    });
  return bytes.length;
}
