/** Where records come from: a file, the folder of a COGX archive, or a value that is parsed already. */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { archiveRecords, checkManifest } from "./cogx/cogx-archive.js";
import { invalid, unreadable } from "./file-errors.js";
import { fileRecords } from "./json-records.js";
import type { Found } from "./mapping.js";
import { fieldsOf } from "./shapes.js";

/** Something that records can be read from, more than once. */
export interface Input {
  /** For messages: the file's name, without its folder. */
  readonly name: string;
  /**
   * Every element of a list, of every list in one object, or of the lines. `collections` are the lists that the caller knows.
   *
   * @throws {MemoryError} `invalid_input` where it is not JSON
   */
  records(collections: readonly string[]): AsyncGenerator<Found>;
}

/** A value that is parsed already: what a client of the other system returned. */
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
 * A file of JSON or JSON Lines, or the folder of a COGX archive.
 *
 * @throws {MemoryError} `unreadable_file` where there is none; `invalid_input` where a COGX archive is too new or none
 */
export async function inputOfFile(path: string): Promise<Input> {
  const name = basename(path);
  const found = await stat(path).catch((cause) => Promise.reject(unreadable(name, cause)));
  if (found.isDirectory()) {
    await checkManifest(path, name);
    return { name, records: () => archiveRecords(path) };
  }
  if (/\.(?:zip|gz|tgz|tar)$/i.test(name)) throw invalid(name, "it is packed: unpack it first");
  return { name, records: (collections) => fileRecords(path, { name, collections }) };
}
