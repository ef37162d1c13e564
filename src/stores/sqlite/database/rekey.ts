/**
 * Moves a store to another key: encrypts it, decrypts it, or both. A copy is made beside the store, converted, looked at, and takes the place of the store under its lock, so
 * that a process that is killed leaves one or the other, whole. What it leaves besides, the next call finishes:
 *
 *   copy → PATH.rekey → convert → look → link the former file to PATH.former → rename PATH.rekey to PATH → zero and delete PATH.former
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
import type Database from "better-sqlite3";
import type { Rekeyed } from "../../../contract/check.js";
import type { Progress } from "../../../contract/memory-service.js";
import { copyBytes } from "./copy-bytes.js";
import { assertKind, type Driver, keyFailure } from "./driver.js";
import { invalid, namedFailure } from "./failures.js";
import { FileUse } from "./file-use.js";
import { assertWhole, syncFile, syncFolder, type Tables } from "./whole-file.js";

const action = "change the key of the store";
const ownerOnly = 0o600;
/** How long to wait for others to let go of the file, in milliseconds. */
const waitMs = 5000;

/** From what to what a store is moved. */
export interface Rekeying {
  /** What the file must be. */
  readonly tables: Tables;
  readonly signal?: AbortSignal | undefined;
  /** In bytes that were copied. */
  readonly onProgress?: ((progress: Required<Progress>) => void) | undefined;
  /** Opens the store as it is. It must be of the package that encrypts, as must the next one. */
  readonly from: Driver;
  /** Opens the store as it shall be. */
  readonly to: Driver;
}

/**
 * Moves a store to another key. A store that is there already stays as it is.
 *
 * @throws {MemoryError} `invalid_input` where there is no store; `wrong_key`; `busy` where somebody has it open; `corrupt`, `disk_full`, `read_only`
 */
export async function rekey(at: string, options: Rekeying): Promise<Rekeyed> {
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

/** Whether the store is one of the new key already. */
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

async function move(path: string, { from, to, tables, onProgress, signal }: Rekeying): Promise<void> {
  const copy = `${path}.rekey`;
  rmSync(`${copy}-journal`, { force: true });
  const file = new FileUse(path);
  const opening = { driver: from, file, action };
  let database: Database.Database | undefined;
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

/** Takes the file for this connection alone, without a log, until it is closed. @throws an error of SQLite where somebody else has it open */
function lockAlone(database: Database.Database): void {
  const mode = database.pragma("journal_mode = delete", { simple: true });
  if (mode !== "delete")
    throw Object.assign(new Error("the store is open elsewhere"), { code: "SQLITE_BUSY" });
  database.exec("begin exclusive");
}

/** The copy may be damaged by who kills this process now: it is made anew from the store. So no journal is needed, and none is left. */
function convert(copy: string, { from, to }: Pick<Rekeying, "from" | "to">): void {
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

/** Overwrites and deletes the file that was replaced, if any: it is readable with the former key, or without one. */
function finishFormer(path: string): void {
  const former = `${path}.former`;
  if (!existsSync(former)) return;
  const descriptor = openSync(former, "r+");
  try {
    const { ino, size } = fstatSync(descriptor);
    // A process that was killed between the two names left them on one file.
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
