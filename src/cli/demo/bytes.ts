/**
 * Searches the raw bytes of a database for a text: the file itself, its write-ahead log and its
 * shared-memory index. It uses no SQL.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

/** How often a text occurs in a file. */
export interface BytesFound {
  readonly file: string;
  /** Size in bytes; `null` where there is no such file. */
  readonly bytes: number | null;
  /** How often the text occurs, in upper and lower case. */
  readonly times: number;
}

/** Searches the files of a database. */
export function findBytes(path: string, text: string): Promise<BytesFound[]> {
  return Promise.all([path, `${path}-wal`, `${path}-shm`].map((file) => findIn(file, text)));
}

async function findIn(file: string, text: string): Promise<BytesFound> {
  const name = basename(file);
  try {
    const content = await readFile(file);
    // latin1 maps each byte to one character, so nothing is lost and case can be folded.
    const times = content.toString("latin1").toLowerCase().split(text.toLowerCase()).length - 1;
    return { file: name, bytes: content.length, times };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return { file: name, bytes: null, times: 0 };
  }
}
