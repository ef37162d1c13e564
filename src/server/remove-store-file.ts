/** Deletes the files of a store. What they had is overwritten first, as far as the disk allows it. */
import { closeSync, existsSync, fstatSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";

const chunkBytes = 1024 * 1024;

/** @param path Of a store that nobody may open any more. */
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
