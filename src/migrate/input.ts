/** The sources of records: a file, the folder of a COGX archive, or a parsed value. */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { archiveRecords, checkManifest } from "./cogx/cogx.js";
import { invalid, unreadable } from "./file-errors.js";
import { fileRecords } from "./json-records.js";
import type { Found } from "./mapping.js";
import { fieldsOf } from "./shapes.js";

/** An input from which records can be read several times. */
export interface Input {
  /** The file's name without its folder, for messages. */
  readonly name: string;
  /**
   * Yields every element of a list, of every list in one object, or every line. `collections` are
   * the lists that the caller reads.
   *
   * @throws {MemoryError} `invalid_input` if the input is not JSON
   */
  records(collections: readonly string[]): AsyncGenerator<Found>;
}

/** An input of a parsed value, such as a client of the other system returns. */
export function inputOfData(data: unknown): Input {
  return {
    name: "data",
    async *records() {
      if (Array.isArray(data)) yield* elementsOf("", data);
      else
        for (const [collection, list] of Object.entries(fieldsOf(data))) yield* elementsOf(collection, list);
    },
  };
}

function* elementsOf(collection: string, list: unknown): Generator<Found> {
  if (!Array.isArray(list)) return;
  for (const [index, value] of list.entries()) yield { collection, at: `${collection}[${index}]`, value };
}

/**
 * An input of a file with JSON or JSON Lines, or of the folder of a COGX archive.
 *
 * @throws {MemoryError} `unreadable_file` if there is none; `invalid_input` if the folder is
 * not a COGX archive, or its version is too new
 */
export async function inputOfFile(path: string): Promise<Input> {
  const name = basename(path);
  const found = await stat(path).catch((cause) => Promise.reject(unreadable(name, cause)));
  if (found.isDirectory()) {
    await checkManifest(path, name);
    return { name, records: () => archiveRecords(path) };
  }
  assertPlain(name);
  return { name, records: (collections) => fileRecords(path, { name, collections }) };
}

/** An input of a file that was sent. @throws {MemoryError} `invalid_input` for a compressed one */
export function inputOfBytes(name: string, bytes: Buffer): Input {
  assertPlain(name);
  return { name, records: (collections) => fileRecords(bytes, { name, collections }) };
}

function assertPlain(name: string): void {
  if (/\.(?:zip|gz|tgz|tar)$/i.test(name)) throw invalid(name, "it is compressed: unpack it first");
}
