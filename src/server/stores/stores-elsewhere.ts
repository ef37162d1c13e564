/**
 * Stores of a data folder whose contents are elsewhere, such as in a database. The folder then
 * contains only the registry and a marker file. Without the marker, a command that does not know of
 * the database would create an empty file for each store.
 *
 *   DIR/stores-elsewhere     where the stores are, for people
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoreEntry } from "../../accounts/registry/entries.js";
import { MemoryError } from "../../contract/errors.js";
import { timeId } from "../../hashing/time-id.js";
import { Memory } from "../../memory.js";
import type { MemoryOptions } from "../../options.js";
import type { OpenStore } from "../../stores/store.js";

/** Where the stores of a folder are, if they are not files in it. */
export interface StoresElsewhere {
  /** A description for people, without a password. */
  readonly shown: string;
  /**
   * Returns the option `store` of a memory. It creates a missing store only if `create` is true.
   */
  open(id: string, create?: boolean): OpenStore;
  /** Deletes the contents of a store. Does nothing if it has none. */
  remove(id: string): Promise<void>;
}

const fileName = "stores-elsewhere";
const ownerOnly = 0o600;

/** Returns where the stores of a folder are, if they are not files in it. */
export function whereStoresAre(folder: string): string | undefined {
  const path = join(folder, fileName);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

/**
 * Checks that the stores of a folder are where the caller expects them. For a folder without
 * stores, writes the marker.
 *
 * @param hasStores whether the registry has stores
 * @throws {MemoryError} `invalid_input`
 */
export function settlePlace(
  folder: string,
  elsewhere: StoresElsewhere | undefined,
  hasStores: () => boolean,
): void {
  const noted = whereStoresAre(folder);
  if (elsewhere === undefined) {
    if (noted === undefined) return;
    throw misplaced(`its stores are in ${noted}: name that database with serve --store or $KEEPSAKE_STORE`);
  }
  if (noted !== undefined) return;
  if (hasStores())
    throw misplaced(
      "its stores are files: use another folder for stores in a database, and keepsake copy for each store",
    );
  writeFileSync(join(folder, fileName), `${elsewhere.shown}\n`, { mode: ownerOnly });
}

/** Creates a store: first its contents, then its entry, as for a file. */
export async function addElsewhere(
  elsewhere: StoresElsewhere,
  {
    memory: options,
    name,
    at,
    add,
  }: {
    readonly memory: MemoryOptions | undefined;
    readonly name: string;
    /** The time in its id. */
    readonly at: Date;
    readonly add: (id: string) => StoreEntry;
  },
): Promise<StoreEntry> {
  const id = timeId(at.getTime());
  const memory = new Memory({ ...options, store: elsewhere.open(id, true), name });
  try {
    await memory.details();
    return add(id);
  } catch (error) {
    await elsewhere.remove(id);
    throw error;
  } finally {
    await memory.close();
  }
}

/** Returns the error for keys of a folder whose stores are not files. */
export function notEncryptable(action: string, place: string): MemoryError<"unsupported"> {
  const message = `Cannot ${action}: only stores in files are encrypted, and these are in ${place}; encrypt the disk of the database instead`;
  return new MemoryError("unsupported", message, { data: { what: "encryption" } });
}

function misplaced(msg: string): MemoryError<"invalid_input"> {
  const issues = [{ type: "custom", loc: ["store"], msg }];
  return new MemoryError("invalid_input", `Cannot open the data folder: ${msg}`, { data: { issues } });
}
