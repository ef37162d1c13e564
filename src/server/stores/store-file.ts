/** Deletes the files of a store. */
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";

const chunkBytes = 1024 * 1024;

/** Overwrites the files of a store, as far as the disk allows it, and deletes them. */
export function removeStoreFile(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`].filter(existsSync)) {
    if (!file.endsWith("-shm")) overwrite(file);
    rmSync(file, { force: true });
  }
}

function overwrite(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    const zeros = Buffer.alloc(chunkBytes);
    const { size } = fstatSync(descriptor);
    for (let at = 0; at < size; at += zeros.length)
      writeSync(descriptor, zeros, 0, Math.min(zeros.length, size - at), at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
