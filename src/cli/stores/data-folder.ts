/** Shared parts of the service commands: the data folder, and amounts of money. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { FolderKeys, hasFolderKey } from "../../accounts/registry/file/folder-keys.js";
import { type Command, InvalidArgumentError, Option } from "../../bundled/commander.js";
import { StoreFolder } from "../../server/stores/store-folder.js";
import type { Context } from "../context.js";
import { UsageError } from "../exit-codes.js";
import { masterKey, readKey, requireKey } from "./encryption.js";
import { folderStores, namedStores } from "./postgres.js";

/** Flags of every command that works on a data folder. */
export interface DataFlags {
  readonly data?: string;
}

/** `--data DIR`, else the environment's `KEEPSAKE_DATA`. */
export function dataOption(): Option {
  return new Option("--data <folder>", "the service's data folder (default: $KEEPSAKE_DATA)");
}

/**
 * The data folder.
 *
 * @throws {UsageError} if none was named
 */
export function dataFolder({ data }: DataFlags, { io }: Context): string {
  const folder = data ?? io.env.KEEPSAKE_DATA;
  if (folder) return folder;
  throw new UsageError("Cannot continue: the data folder must be named with --data");
}

/**
 * The keys of an encrypted data folder, with the master key of the environment.
 *
 * @param create Whether a folder without a registry gets keys.
 * @throws {MemoryError} `wrong_key`; {@link UsageError} if the folder is encrypted and no master
 * key was given
 */
export async function folderKeys(
  folder: string,
  { io }: Context,
  create = false,
): Promise<FolderKeys | undefined> {
  const master = hasFolderKey(folder)
    ? requireKey(masterKey, undefined, io.env)
    : readKey(masterKey, undefined, io.env);
  if (master === undefined) return undefined;
  const isNew = create && !existsSync(join(folder, "registry.db"));
  return FolderKeys.open(folder, master, { create: isNew });
}

/** How a command opens the data folder. */
interface FolderUse {
  /** Creates it if there is none. @default false */
  readonly create?: boolean;
  /** Whether `--embedder` and `--extractor` apply to all stores. @default true */
  readonly hasModels?: boolean;
}

/** Opens the data folder, works with it, and closes it in any case. */
export async function withFolder<Answer>(
  flags: DataFlags,
  context: Context,
  work: (folder: StoreFolder) => Answer | Promise<Answer>,
  { create = false, hasModels = true }: FolderUse = {},
): Promise<Answer> {
  const { actor } = context;
  const path = dataFolder(flags, context);
  const stores = await folderStores(namedStores(undefined, context), context);
  let folder: StoreFolder | undefined;
  try {
    const keys = await folderKeys(path, context, create);
    const memory = await (hasModels ? context.models() : context.environmentModels());
    folder = new StoreFolder({
      ...stores.options,
      folder: path,
      create,
      keys,
      memory,
      models: context.modelsOfStore,
      ...(actor === undefined ? {} : { actor }),
    });
    return await work(folder);
  } finally {
    await folder?.close();
    await stores.close();
  }
}

/** A group of commands: `keepsake keys create …`. */
export function group(program: Command, name: string, summary: string): Command {
  return program
    .command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`);
}

/**
 * Parses a whole number.
 *
 * @throws {InvalidArgumentError}
 */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isInteger(value) || value < 0)
    throw new InvalidArgumentError(`must be a whole number, got "${text}".`);
  return value;
}

/**
 * Parses a number that is not negative.
 *
 * @throws {InvalidArgumentError}
 */
export function amount(text: string): number {
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text.trim()) || !Number.isFinite(value))
    throw new InvalidArgumentError(`must be a number such as 12.50, got "${text}".`);
  return value;
}

/** Aligns columns of text. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? "")].length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - [...cell].length))
      .join("  ")
      .trimEnd(),
  );
}
