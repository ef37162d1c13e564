/** SQLite's names of its result codes, for a library that returns only their numbers. */

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
