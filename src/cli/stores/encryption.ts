/**
 * Keys of encrypted stores: from a file or the environment, never from the command line, which
 * other users of a machine can read.
 */
import { readFileSync } from "node:fs";
import { Option } from "../../bundled/commander.js";
import { MemoryError } from "../../contract/errors.js";
import { type Encryption, keyBytes } from "../../contract/maintenance/encryption.js";
import { fileState } from "../../rendering/file-state.js";
import { UsageError } from "../exit-codes.js";
import type { CliIo } from "../terminal/io.js";

/** A key that a command takes. */
export interface KeyFlag {
  /** The flag of its file; absent if only the environment names it. */
  readonly flag?: string;
  /** The variable with the key. With `_FILE` appended, the variable with the path of its file. */
  readonly variable: string;
  /** The description of the key in errors. */
  readonly what: string;
}

/** The key of the store. */
export const storeKey = {
  flag: "--key-file",
  variable: "KEEPSAKE_KEY",
  what: "the key of the store",
};
/** The key that a store gets. */
export const newKey = {
  flag: "--new-key-file",
  variable: "KEEPSAKE_NEW_KEY",
  what: "the new key of the store",
};

/** The key of a service, which wraps the others. */
export const masterKey: KeyFlag = { variable: "KEEPSAKE_MASTER_KEY", what: "the master key" };
/** The master key that a service gets. */
export const newMasterKey: KeyFlag = { variable: "KEEPSAKE_NEW_MASTER_KEY", what: "the new master key" };

/** The flag of a key's file. */
export function keyOption({ flag, variable, what }: KeyFlag & { readonly flag: string }): Option {
  return new Option(
    `${flag} <path>`,
    `file with ${what}: ${keyBytes} bytes, raw, in hexadecimal or in base64 (default: $${variable}_FILE, else $${variable})`,
  );
}

/**
 * Reads a key from the file that was named, else from the environment.
 *
 * @param file What was given with the flag.
 * @throws {UsageError} if the text is not a key; {@link MemoryError} `unreadable_file`
 */
export function readKey(kind: KeyFlag, file: string | undefined, env: CliIo["env"]): Uint8Array | undefined {
  const path = file ?? (env[`${kind.variable}_FILE`] || undefined);
  if (path !== undefined) return keyOf(contents(path, kind), `${kind.what} in ${path}`);
  const text = env[kind.variable];
  return text ? keyOf(Buffer.from(text), `${kind.what} in $${kind.variable}`) : undefined;
}

/** As {@link readKey}. @throws {UsageError} if no key was given */
export function requireKey(kind: KeyFlag, file: string | undefined, env: CliIo["env"]): Uint8Array {
  const key = readKey(kind, file, env);
  if (key !== undefined) return key;
  throw new UsageError(
    `Cannot continue: ${kind.what} must be given with ${kind.flag === undefined ? "" : `${kind.flag}, `}$${kind.variable}_FILE or $${kind.variable}`,
  );
}

/** The option of the library. */
export function encryptionWith(key: Uint8Array | undefined): { readonly encryption?: Encryption } {
  return key === undefined ? {} : { encryption: { key } };
}

function contents(path: string, { what }: KeyFlag): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const state = fileState(cause as NodeJS.ErrnoException);
    throw new MemoryError("unreadable_file", `Cannot read ${what} in ${path}: it ${state}`, { cause });
  }
}

function keyOf(bytes: Buffer, what: string): Uint8Array {
  if (bytes.length === keyBytes) return new Uint8Array(bytes);
  const text = bytes.toString("latin1").trim();
  const key = /^[0-9a-f]+$/i.test(text) ? Buffer.from(text, "hex") : fromBase64(text);
  if (key?.length === keyBytes) return new Uint8Array(key);
  throw new UsageError(
    `Cannot continue: ${what} must be ${keyBytes} bytes, raw, in hexadecimal or in base64`,
  );
}

function fromBase64(text: string): Buffer | undefined {
  return /^[\w+/-]+={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}
