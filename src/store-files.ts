/** What `Memory` does with the file of a store: backups, and keys. It parses the arguments. */
import { MemoryError, parseInput } from "./contract/errors.js";
import { encryption, rekeyedWith } from "./contract/maintenance/encryption.js";
import type { Backup, Rekeyed, RekeyOptions, RestoreOptions } from "./contract/maintenance/whole-store.js";
import { filePath } from "./options.js";
import { convertingDriver, driverFor } from "./stores/sqlite/database/driver.js";
import { restore } from "./stores/sqlite/database-file/backup.js";
import { storeTables } from "./stores/sqlite/database-file/copied-file.js";
import { rekey } from "./stores/sqlite/database-file/rekey.js";
import type { BackupOptions, Store } from "./stores/store.js";

/** Copies an open store to a path. @throws {MemoryError} `unsupported` if it is not one file */
export async function backUpStore(store: Store, to: string, options: BackupOptions): Promise<Backup> {
  if (store.backup !== undefined) return store.backup(to, options);
  const message = `Cannot back up to ${to}: the store must be one file, and is not; export it instead`;
  throw new MemoryError("unsupported", message, { data: { what: "backup" } });
}

/** Restores a backup to a path where no file exists. */
export async function restoreStore(
  backup: string,
  path: string,
  { signal, onProgress, encryption: given }: RestoreOptions,
): Promise<Backup> {
  const key = given && parseInput(encryption, given, "restore the store");
  const [from, to] = [backup, path].map((one) => parseInput(filePath, one, "restore the store"));
  return restore(from!, to!, { signal, onProgress, driver: await driverFor(key) });
}

/** Encrypts a store, decrypts it, or encrypts it with another key. */
export async function rekeyStore(
  path: string,
  { from, to, signal, onProgress }: RekeyOptions,
): Promise<Rekeyed> {
  const action = "change the key of the store";
  const at = parseInput(filePath, path, action);
  const keys = parseInput(rekeyedWith, { from, to }, action);
  const [before, after] = [await convertingDriver(keys.from), await convertingDriver(keys.to)];
  return rekey(at, { from: before, to: after, tables: storeTables, signal, onProgress });
}
