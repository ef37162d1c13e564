/**
 * Moves a store to another key: encrypts it, decrypts it, or changes its key. A copy is made beside
 * the store, converted and checked. Then it replaces the store under the store's lock, so that a
 * killed process leaves either the old or the new file, complete. The next call removes any other
 * files that the killed process left.
 *
 *   copy to PATH.rekey → convert → check → link PATH to PATH.former → rename PATH.rekey to PATH
 *   → zero and delete PATH.former
 *
 * Nobody else may have the store open, because its log belongs to one file.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { resolve } from "node:path";
import type { Rekeyed } from "../../../contract/maintenance/whole-store.js";
import type { Progress } from "../../../contract/memory-service.js";
import { assertKind, keyFailure } from "../database/driver.js";
import { invalid, namedFailure } from "../database/failures.js";
import type { Driver, SqlDatabase } from "../database/sql-database.js";
import { assertWhole, copyBytes, syncFile, syncFolder, type Tables } from "./copied-file.js";
import { FileUse } from "./file-use.js";

const action = "change the key of the store";
const ownerOnly = 0o600;
/** How long to wait until others have closed the file, in milliseconds. */
const waitMs = 5000;

/** How to move a store to another key. */
export interface RekeyParts {
  /** The tables that the file must have. */
  readonly tables: Tables;
  readonly signal?: AbortSignal | undefined;
  /** Progress in copied bytes. */
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  /** Opens the store with its present key. Both drivers must be of the package that encrypts. */
  readonly from: Driver;
  /** Opens the store with its new key. */
  readonly to: Driver;
}

/**
 * Moves a store to another key. A store that has the new key already is left unchanged.
 *
 * @throws {MemoryError} `invalid_input` if there is no store; `wrong_key`; `busy` if somebody has
 * it open; `corrupt`, `disk_full`, `read_only`
 */
export async function rekey(at: string, options: RekeyParts): Promise<Rekeyed> {
  const path = resolve(at);
  if (!existsSync(path)) throw invalid(action, "path", "must name a store that exists");
  try {
    finishFormer(path);
    if (isMoved(path, options.to)) return { path, changed: false };
    await move(path, options);
    return { path, changed: true };
  } catch (error) {
    throw namedFailure(error, action, waitMs);
  }
}

/** Returns true if the store has the new key already. */
function isMoved(path: string, driver: Driver): boolean {
  const file = new FileUse(path);
  try {
    if ((file.kind === "encrypted") !== driver.encrypts) return false;
    const database = driver.open(path, { timeout: waitMs });
    try {
      database.prepare("select count(*) from sqlite_schema").get();
      return true;
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_NOTADB") return false;
    throw error;
  } finally {
    file.release();
  }
}

async function move(path: string, { from, to, tables, onProgress, signal }: RekeyParts): Promise<void> {
  const copy = `${path}.rekey`;
  rmSync(`${copy}-journal`, { force: true });
  const file = new FileUse(path);
  const opening = { driver: from, file, action };
  let database: SqlDatabase | undefined;
  try {
    assertKind(opening);
    database = from.open(path, { timeout: waitMs });
    lockAlone(database);
    const descriptor = openSync(copy, existsSync(copy) ? "r+" : "wx+", ownerOnly);
    try {
      const source = file.descriptor("r");
      await copyBytes({ from: source, to: descriptor, onProgress, signal }, fstatSync(source).size);
    } finally {
      closeSync(descriptor);
    }
    signal?.throwIfAborted();
    const rows = assertWhole(copy, { action, driver: from, tables });
    convert(copy, { from, to });
    if (assertWhole(copy, { action, driver: to, tables }) !== rows)
      throw new Error("the converted copy has other rows");
    syncFile(copy);
    takePlace(path, copy);
  } catch (error) {
    throw keyFailure(error, opening);
  } finally {
    database?.close();
    file.release();
  }
  finishFormer(path);
}

/**
 * Locks the file for this connection alone, without a log, until it is closed. @throws an error of
 * SQLite if somebody else has it open
 */
function lockAlone(database: SqlDatabase): void {
  const mode = database.pragma("journal_mode = delete", { simple: true });
  if (mode !== "delete")
    throw Object.assign(new Error("the store is open elsewhere"), { code: "SQLITE_BUSY" });
  database.exec("begin exclusive");
}

/**
 * Converts the copy. If the process is killed meanwhile, the copy is made again from the store. So
 * it needs no journal, and none is left behind.
 */
function convert(copy: string, { from, to }: Pick<RekeyParts, "from" | "to">): void {
  const database = from.open(copy);
  try {
    database.pragma("journal_mode = memory");
    database.pragma("temp_store = memory");
    from.convert(database, to);
  } finally {
    database.close();
  }
}

function takePlace(path: string, copy: string): void {
  linkSync(path, `${path}.former`);
  renameSync(copy, path);
  syncFolder(path);
}

/**
 * Overwrites and deletes the file that was replaced, if any: it can be read with the former key, or
 * without a key.
 */
function finishFormer(path: string): void {
  const former = `${path}.former`;
  if (!existsSync(former)) return;
  const descriptor = openSync(former, "r+");
  try {
    const { ino, size } = fstatSync(descriptor);
    // A process that was killed between linking and renaming left both names on one file.
    if (ino !== inodeOf(path)) zero(descriptor, size);
  } finally {
    closeSync(descriptor);
  }
  rmSync(former);
  syncFolder(path);
}

function inodeOf(path: string): number {
  const file = new FileUse(path);
  file.release();
  return file.inode;
}

function zero(descriptor: number, size: number): void {
  const zeros = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < size; at += zeros.length)
    writeSync(descriptor, zeros, 0, Math.min(zeros.length, size - at), at);
  fsyncSync(descriptor);
}
