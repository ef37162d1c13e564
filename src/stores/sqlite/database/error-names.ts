/** SQLite's names of its result codes, for libraries that return only numbers or messages. */

/** Names of the primary result codes, by number from 0 (sqlite.org/rescode.html). */
const primary =
  "OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB".split(
    " ",
  );

/** Extended result codes that `failures` and `read-only-file` distinguish. */
const extended: Readonly<Record<number, string>> = {
  522: "SQLITE_IOERR_SHORT_READ",
  1544: "SQLITE_READONLY_DIRECTORY",
};

/**
 * Returns the name of a result code. An extended code whose name nothing here needs gets the name
 * of its primary code, and its number: `SQLITE_CONSTRAINT_2067`.
 */
export function sqliteErrorName(code: number): string {
  const name = `SQLITE_${primary[code & 0xff] ?? "UNKNOWN"}`;
  return extended[code] ?? (code > 0xff ? `${name}_${code}` : name);
}

/** How SQLite words the codes that `failures` distinguishes (`sqlite3_errstr`). */
const wordings: readonly (readonly [string, string])[] = [
  ["database is locked", "SQLITE_BUSY"],
  ["database table is locked", "SQLITE_LOCKED"],
  ["attempt to write a readonly database", "SQLITE_READONLY"],
  ["disk I/O error", "SQLITE_IOERR"],
  ["database disk image is malformed", "SQLITE_CORRUPT"],
  ["database or disk is full", "SQLITE_FULL"],
  ["unable to open database file", "SQLITE_CANTOPEN"],
  ["file is not a database", "SQLITE_NOTADB"],
];

/** Returns the name of the code that a message of SQLite is for; any other is `SQLITE_ERROR`. */
export function sqliteErrorNameIn(message: string): string {
  return wordings.find(([wording]) => message.startsWith(wording))?.[1] ?? "SQLITE_ERROR";
}
