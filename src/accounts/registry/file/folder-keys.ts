/**
 * The keys of an encrypted data folder:
 *
 *   master key (the operator's) ── wraps ──► folder key, in DIR/folder.key
 *   folder key ── derives the key of the registry
 *   folder key ── wraps ──► data keys of stores, in the registry
 *
 * A change of the master key rewrites one file of 61 bytes. Without its data key, a store and each
 * of its backups is unreadable. A key is wrapped with AES-256-GCM, with its purpose as additional
 * data, so that it cannot be used in the place of another key.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../../contract/errors.js";
import { keyBytes } from "../../../contract/maintenance/encryption.js";
import { convertingDriver } from "../../../stores/sqlite/database/driver.js";
import type { Driver } from "../../../stores/sqlite/database/sql-database.js";
import { syncFolder } from "../../../stores/sqlite/database-file/copied-file.js";

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const ownerOnly = 0o600;
const folderPurpose = "keepsake folder key";

/** The keys of one data folder, and the driver that opens its registry. */
export class FolderKeys {
  /** Opens the registry. */
  readonly driver: Driver;
  readonly #wrapping: Buffer;

  private constructor(driver: Driver, wrapping: Buffer) {
    this.driver = driver;
    this.#wrapping = wrapping;
  }

  /**
   * Unwraps the key of a folder.
   *
   * @param create Creates a key if the folder has none.
   * @throws {MemoryError} `wrong_key` if the master key is another one, or the folder has no key;
   * `missing_dependency`
   */
  static async open(
    folder: string,
    master: Uint8Array,
    { create = false }: { readonly create?: boolean } = {},
  ): Promise<FolderKeys> {
    const key = readFolderKey(folder, master) ?? (create ? newFolderKey(folder, master) : undefined);
    if (key === undefined)
      throw wrongKey(
        "a master key was passed, but the folder is not encrypted; encrypt it (keepsake stores encrypt)",
      );
    const driver = await convertingDriver({ key: derived(key, "keepsake registry") });
    return new FolderKeys(driver, derived(key, "keepsake stores"));
  }

  /** Creates a data key for a store. */
  newKey(): Uint8Array {
    return new Uint8Array(randomBytes(keyBytes));
  }

  /** Wraps a data key for the registry. @param storeId The id of its store. */
  wrap(key: Uint8Array, storeId: string): Buffer {
    return wrapped(key, this.#wrapping, storeId);
  }

  /**
   * Unwraps a data key.
   *
   * @throws {MemoryError} `wrong_key` if another folder wrapped it, or for another store
   */
  unwrap(key: Uint8Array, storeId: string): Uint8Array {
    return unwrapped(key, this.#wrapping, storeId);
  }
}

/** Whether a folder has a folder key. */
export function hasFolderKey(folder: string): boolean {
  return existsSync(pathIn(folder));
}

/**
 * Wraps the key of a folder with another master key. Stores and registry stay as they are.
 *
 * @throws {MemoryError} `wrong_key` if the folder has no key, or `from` is not its master key
 */
export function changeMasterKey(
  folder: string,
  { from, to }: { readonly from: Uint8Array; readonly to: Uint8Array },
): void {
  const key = readFolderKey(folder, from);
  if (key === undefined) throw wrongKey("the folder is not encrypted");
  writeFolderKey(folder, wrapped(key, to, folderPurpose));
}

/** Deletes the key of a folder after its registry and stores were decrypted. */
export function removeFolderKey(folder: string): void {
  rmSync(pathIn(folder), { force: true });
}

/** The folder key; `undefined` if there is none. */
function readFolderKey(folder: string, master: Uint8Array): Uint8Array | undefined {
  return hasFolderKey(folder) ? unwrapped(readFileSync(pathIn(folder)), master, folderPurpose) : undefined;
}

function newFolderKey(folder: string, master: Uint8Array): Uint8Array {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const key = randomBytes(keyBytes);
  writeFolderKey(folder, wrapped(key, master, folderPurpose));
  return key;
}

/**
 * Replaces the key file. Without it nothing in the folder can be read, so the new file is synced
 * under another name before it replaces the old one.
 */
function writeFolderKey(folder: string, bytes: Buffer): void {
  const [path, next] = [pathIn(folder), `${pathIn(folder)}.new`];
  const descriptor = openSync(next, "w", ownerOnly);
  try {
    writeSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(next, path);
  syncFolder(path);
}

function pathIn(folder: string): string {
  return join(folder, "folder.key");
}

function derived(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, new Uint8Array(), purpose, keyBytes));
}

/** `version │ nonce │ tag │ encrypted key`. */
function wrapped(key: Uint8Array, by: Uint8Array, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", by, nonce).setAAD(Buffer.from(purpose));
  const encrypted = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), encrypted]);
}

function unwrapped(bytes: Uint8Array, by: Uint8Array, purpose: string): Uint8Array {
  const given = Buffer.from(bytes);
  if (given.length !== 1 + nonceBytes + tagBytes + keyBytes || given[0] !== version)
    throw wrongKey("a wrapped key is damaged, or a newer keepsake wrote it");
  const [nonce, rest] = [given.subarray(1, 1 + nonceBytes), given.subarray(1 + nonceBytes)];
  const decipher = createDecipheriv("aes-256-gcm", by, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(rest.subarray(0, tagBytes));
  try {
    return new Uint8Array(Buffer.concat([decipher.update(rest.subarray(tagBytes)), decipher.final()]));
  } catch (cause) {
    throw wrongKey("another key wrapped it, or it is damaged", cause);
  }
}

function wrongKey(state: string, cause?: unknown): MemoryError<"wrong_key"> {
  return new MemoryError(
    "wrong_key",
    `Cannot open the data folder: the master key must match the folder; ${state}`,
    {
      cause,
    },
  );
}
