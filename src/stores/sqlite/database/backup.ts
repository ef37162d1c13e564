/**
 * Copies of a whole store. SQLite copies page by page while others go on reading and writing; the copy is looked at before it gets its name, so that what has the name
 * is whole. Nothing is ever overwritten.
 */
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import type { Backup } from "../../../contract/check.js";
import type { BackupOptions } from "../../store.js";
import type { Connection } from "./connection.js";
import { corrupt, invalid, namedFailure } from "./failures.js";

/** Pages that are copied before others have their turn: 4 MB. */
const copiedAtOnce = 1024;
const ownerOnly = 0o600;

/** @throws {MemoryError} `invalid_input` where the path is taken or its folder is not there; `corrupt`, `disk_full`, `read_only` */
export function backUp(connection: Connection, path: string, options: BackupOptions): Promise<Backup> {
  return copy(connection.database, path, { ...options, action: "back up the store" });
}

/**
 * Puts a backup in the place where a store shall be.
 *
 * @throws {MemoryError} `invalid_input` where the path is taken, or the backup is not there; `corrupt` where it is damaged, or no store
 */
export async function restore(from: string, path: string, options: BackupOptions): Promise<Backup> {
  const action = "restore the store";
  if (!existsSync(from)) throw invalid(action, "from", "must name a backup that exists");
  let source: Database.Database | undefined;
  try {
    source = new Database(resolve(from), { readonly: true });
    return await copy(source, path, { ...options, action });
  } catch (error) {
    throw namedFailure(error, action, 0);
  } finally {
    source?.close();
  }
}

interface Copying extends BackupOptions {
  readonly action: string;
}

async function copy(source: Database.Database, to: string, copying: Copying): Promise<Backup> {
  const { action } = copying;
  const path = resolve(to);
  if (existsSync(path)) throw invalid(action, "path", "must name a file that does not exist yet");
  if (!existsSync(dirname(path))) throw invalid(action, "path", "must lie in a folder that exists");
  const part = `${path}.part`;
  removeAll(part);
  try {
    closeSync(openSync(part, "ax", ownerOnly));
    await copyPages(source, part, copying);
    const records = look(part, action);
    sync(part);
    await rename(part, path);
    chmodSync(path, ownerOnly);
    return { path, bytes: statSync(path).size, records };
  } catch (error) {
    removeAll(part);
    throw namedFailure(error, action, 0);
  }
}

async function copyPages(
  source: Database.Database,
  part: string,
  { onProgress, signal }: BackupOptions,
): Promise<void> {
  await source.backup(part, {
    progress: ({ totalPages, remainingPages }) => {
      signal?.throwIfAborted();
      if (totalPages > 0) onProgress?.({ done: totalPages - remainingPages, total: totalPages });
      return copiedAtOnce;
    },
  });
}

/** Looks at a copy, and leaves it as one file without a log. @returns how many records it has @throws {MemoryError} `corrupt` */
function look(part: string, action: string): number {
  const database = new Database(part);
  try {
    database.pragma("journal_mode = delete");
    const said = database.pragma("integrity_check(1)", { simple: true });
    if (said !== "ok") throw corrupt(action, `of the copy SQLite says: ${said}`);
    const isStore = database
      .prepare("select count(*) from sqlite_schema where name in ('meta', 'records', 'audit')")
      .pluck()
      .get();
    if (isStore !== 3) throw corrupt(action, "it was written by another program");
    return database.prepare("select count(*) from records").pluck().get() as number;
  } finally {
    database.close();
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function removeAll(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}
