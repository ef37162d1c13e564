/** An open store detects that its file was replaced, deleted or truncated before it answers. */
import { chmodSync, copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { Memory, MemoryError } from "keepsake";
import { describe, expect, it } from "vitest";
import { namedFailure } from "../../../../src/stores/sqlite/database/failures.js";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";
import { temporaryFile } from "../../../temporary-file.js";

const said = "Ana lives in Lisbon.";

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(() => "it was answered").catch((error: unknown) => error);
}

describe("a store whose file", () => {
  it.each([
    ["was deleted", (path: string) => rmSync(path)],
    ["was moved", (path: string) => renameSync(path, `${path}.old`)],
    [
      "was replaced",
      (path: string) => {
        copyFileSync(path, `${path}.new`);
        renameSync(`${path}.new`, path);
      },
    ],
  ])("%s while it is open acknowledges no write and no read", async (_what, spoil) => {
    const path = temporaryFile("store.db");
    const memory = new Memory({ path });
    await memory.remember(said);
    spoil(path);
    for (const call of [() => memory.remember("Tom lives in Porto."), () => memory.recall("Where?")])
      expect(MemoryError.is(await failure(call()), "io_failed")).toBe(true);
    // Closing has nothing left to write, and must not fail.
    await memory.close();
  });

  it.each(["-wal", "-shm"])("lost its %s while it was open acknowledges no write", async (suffix) => {
    const path = temporaryFile("store.db");
    const memory = new Memory({ path });
    await memory.remember(said);
    rmSync(`${path}${suffix}`);
    expect(MemoryError.is(await failure(memory.remember("Tom lives in Porto.")), "io_failed")).toBe(true);
    await memory.close();
    // What was acknowledged before is written back when the store is closed.
    await using again = new Memory({ path });
    expect((await again.recall("Where does Ana live?")).semantic_memory).toContain("Lisbon");
    expect((await again.check()).ok).toBe(true);
  });

  it("was truncated while it is mapped is reported as corrupt, and does not end the process", async () => {
    const path = temporaryFile("store.db");
    const settings = { mappedFromBytes: 0 };
    const connection = openConnection({ path, clock: () => new Date(), settings });
    connection.database.exec("create table filler (id integer primary key, text text)");
    const insert = connection.database.prepare("insert into filler (text) values (?)");
    for (let row = 0; row < 2000; row += 1) insert.run("x".repeat(1000));
    connection.database.pragma("wal_checkpoint(truncate)");
    const count = () =>
      connection.read("count", () =>
        connection.database.prepare("select count(*), sum(length(text)) from filler").raw().get(),
      );
    expect(await count()).toEqual([2000, 2_000_000]);
    truncateSync(path, 64 * 1024);
    const error = await failure(count());
    expect(MemoryError.is(error, "corrupt"), String(error)).toBe(true);
    await connection.close();
  });

  it.each([
    [0o644, 0o600],
    [0o666, 0o660],
    [0o660, 0o660],
    [0o600, 0o600],
  ])("others may read (%o) is made private when it is opened to be written: %o", async (before, after) => {
    const path = temporaryFile("store.db");
    writeFileSync(path, "");
    chmodSync(path, before);
    await using memory = new Memory({ path });
    await memory.remember(said);
    expect(statSync(path).mode & 0o777).toBe(after);
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(after);
  });
});

describe("namedFailure()", () => {
  const sqlite = (message: string, code: string) => new Database.SqliteError(message, code);
  it.each([
    [sqlite("disk I/O error", "SQLITE_IOERR_FSYNC"), "io_failed"],
    [sqlite("unable to open database file", "SQLITE_CANTOPEN"), "io_failed"],
    [Object.assign(new Error("too many open files"), { code: "EMFILE" }), "io_failed"],
    [Object.assign(new Error("i/o error"), { code: "EIO" }), "io_failed"],
    [sqlite("short read", "SQLITE_IOERR_SHORT_READ"), "corrupt"],
    [sqlite("malformed JSON", "SQLITE_ERROR"), "corrupt"],
    [sqlite("fts5: corruption found reading blob 1", "SQLITE_ERROR"), "corrupt"],
    [sqlite("vtable constructor failed: words", "SQLITE_ERROR"), "corrupt"],
    [sqlite("Internal sqlite-vec error: Could not find latest chunk", "SQLITE_ERROR"), "corrupt"],
    [sqlite("Could not fetch vector data for 6, reading from blob failed", "SQLITE_ERROR"), "corrupt"],
    [sqlite("could not open validity blob for main.embeddings_chunks.1", "SQLITE_ERROR"), "corrupt"],
    [sqlite("Error inserting rowid into rowids shadow table: x", "SQLITE_ERROR"), "corrupt"],
    [new SyntaxError("Unexpected token 'x', \"x\" is not valid JSON"), "corrupt"],
  ])("names %s", (error, code) => {
    expect(namedFailure(error, "recall", 0)).toMatchObject({ code, cause: error });
  });

  it("returns any other error unchanged", () => {
    const defect = new TypeError("x is not a function");
    expect(namedFailure(defect, "recall", 0)).toBe(defect);
  });
});
