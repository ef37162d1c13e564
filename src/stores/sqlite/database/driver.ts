/**
 * Chooses the driver of a file: one of `plain-drivers`, or with a key the driver that encrypts.
 * That is better-sqlite3 built with SQLite3 Multiple Ciphers, which is loaded only if a key is
 * given. It uses the cipher AEGIS-256 with a raw key, so every page is encrypted and authenticated,
 * in the file and in its log.
 */
import { MemoryError } from "../../../contract/errors.js";
import { type Encryption, encryptionKey } from "../../../contract/maintenance/encryption.js";
import type { FileUse } from "../database-file/file-use.js";
import { assertRunnable, type DriverName, driverNamed, plainDriver } from "./plain-drivers.js";
import type { Driver, DriverOptions, SqlDatabase } from "./sql-database.js";

/** The package that encrypts. It has the version of better-sqlite3. */
const twin = "better-sqlite3-multiple-ciphers";

/** The methods that the encrypting package adds. */
interface EncryptedDatabase extends SqlDatabase {
  key(key: Buffer): number;
  rekey(key: Buffer): number;
}

type Twin = new (path: string, options?: DriverOptions) => EncryptedDatabase;

/** Opens files with a key; without a key, like {@link plainDriver}. */
class TwinDriver implements Driver {
  readonly #twin: Twin;
  readonly #key: Buffer | undefined;

  constructor(library: Twin, key: Uint8Array | undefined) {
    this.#twin = library;
    // The prefix says that these are the bytes of the key, not a passphrase from which a key is
    // derived.
    this.#key = key && Buffer.concat([Buffer.from("raw:"), key]);
  }

  get encrypts(): boolean {
    return this.#key !== undefined;
  }

  open(path: string, options?: DriverOptions): SqlDatabase {
    const database = new this.#twin(path, options);
    try {
      if (this.#key !== undefined) {
        chooseCipher(database);
        database.key(Buffer.from(this.#key));
      }
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  openBytes(): never {
    throw new TypeError("Cannot open bytes: they cannot be decrypted in memory");
  }

  convert(database: SqlDatabase, to: Driver): void {
    const key = to instanceof TwinDriver ? to.#key : undefined;
    if (key !== undefined) chooseCipher(database);
    (database as EncryptedDatabase).rekey(key === undefined ? Buffer.alloc(0) : Buffer.from(key));
  }
}

function chooseCipher(database: SqlDatabase): void {
  database.pragma("cipher = 'aegis'");
  database.pragma("aegis_algorithm = 'aegis-256'");
}

/**
 * Returns the driver for a key; without a key, the named one or {@link plainDriver}.
 *
 * @throws {MemoryError} `missing_dependency` if the driver cannot be loaded; `invalid_input` if the
 * function of the key returns no key
 */
export async function driverFor(encryption: Encryption | undefined, name?: DriverName): Promise<Driver> {
  if (encryption !== undefined) return new TwinDriver(await library(), await encryptionKey(encryption));
  return name === undefined ? plainDriver : driverNamed(name);
}

/**
 * Returns a driver for plain files that can convert them. @throws {MemoryError}
 * `missing_dependency`
 */
export async function convertingDriver(encryption: Encryption | undefined): Promise<Driver> {
  return new TwinDriver(await library(), encryption && (await encryptionKey(encryption)));
}

async function library(): Promise<Twin> {
  try {
    assertRunnable(twin);
    return (await import("better-sqlite3-multiple-ciphers")).default as unknown as Twin;
  } catch (cause) {
    throw new MemoryError(
      "missing_dependency",
      `Cannot open an encrypted store: ${twin} must be installed; run npm install ${twin}`,
      { data: { package: twin }, cause },
    );
  }
}

/** A file to open, and its driver. */
export interface FileToOpen {
  readonly driver: Driver;
  readonly file: FileUse;
  readonly action: string;
}

/**
 * Refuses a file of the wrong kind. Call it before opening the file: a driver that cannot read the
 * log of a file considers it empty and deletes it.
 *
 * @throws {MemoryError} `wrong_key` if the file is encrypted and no key was given, or is not
 * encrypted and a key was given
 */
export function assertKind({ driver, file: { kind }, action }: FileToOpen): void {
  if (driver.encrypts && kind === "plain")
    throw wrongKey(
      action,
      "a key was given, and the file is not encrypted; encrypt it (keepsake encrypt), or give no key",
    );
  if (!driver.encrypts && kind === "encrypted")
    throw wrongKey(action, "the file is encrypted, and no key was given");
}

/**
 * Returns the error for a failure of opening a file: `wrong_key` if the file is encrypted with
 * another key. Without the right key SQLite reads nothing from a file and writes nothing to it. Any
 * other error is returned unchanged.
 */
export function keyFailure(error: unknown, { driver, file: { kind }, action }: FileToOpen): unknown {
  const isUnread = error instanceof Error && "code" in error && error.code === "SQLITE_NOTADB";
  return isUnread && driver.encrypts && kind !== "other"
    ? wrongKey(action, "the file is encrypted with another key, or its first page is damaged", error)
    : error;
}

function wrongKey(action: string, state: string, cause?: unknown): MemoryError<"wrong_key"> {
  return new MemoryError("wrong_key", `Cannot ${action}: the key must be that of the file; ${state}`, {
    cause,
  });
}
