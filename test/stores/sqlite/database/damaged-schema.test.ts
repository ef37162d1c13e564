/** A store whose definitions or rows are damaged is reported as corrupt. */
import Database from "better-sqlite3";
import { Memory, MemoryError } from "keepsake";
import { describe, expect, it } from "vitest";
import { hasDamagedRows } from "../../../../src/stores/sqlite/database/damaged-rows.js";
import { schemaFailure } from "../../../../src/stores/sqlite/database/failures.js";
import { temporaryFile } from "../../../temporary-file.js";

/** Changes the stored definition of a table, as a flipped byte would. */
function damage(path: string, table: string, from: string, to: string): void {
  const database = new Database(path).unsafeMode();
  database.pragma("writable_schema = on");
  const { changes } = database
    .prepare("update sqlite_schema set sql = replace(sql, ?, ?) where name = ? and instr(sql, ?) > 0")
    .run(from, to, table, from);
  expect(changes).toBe(1);
  database.close();
}

const outcome = (work: Promise<unknown>) =>
  work.then((): unknown => "answered").catch((error: unknown) => error);

describe("a store with a damaged definition", () => {
  it.each([
    // Each fails with another message of FTS5.
    ["words", "detail=none", "detail none"],
    ["words", "detail=none", "detail=n/ne"],
    ["words", "columnsize=0", "columnsize=9"],
    ["words", "tokenize=", "tokenise="],
    ["words", "'ascii'", "'asc)i'"],
    ["words", "held", "rank"],
    ["words", "fts5", "ftsx"],
  ])(
    "of %s (%s → %s) is found by check, and every call is answered or fails as corrupt",
    async (table, from, to) => {
      const path = temporaryFile("store.db");
      const memory = new Memory({ path });
      await memory.remember("Ana lives in Lisbon.");
      await memory.close();
      damage(path, table, from, to);
      await using damaged = new Memory({ path });
      const calls = [
        () => damaged.recall("Where does Ana live?"),
        () => damaged.remember("Tom lives in Porto."),
        () => damaged.forget({ entity: "Ana" }),
      ];
      for (const call of calls) {
        const one = await outcome(call());
        expect(one === "answered" || MemoryError.is(one, "corrupt"), String(one)).toBe(true);
      }
      const { checks } = await damaged.check();
      expect(checks.find(({ check }) => check === "file")?.ok).toBe(false);
    },
  );
});

describe("a store with a damaged row", () => {
  it.each([
    ["a time that is none", "update records set created_at = 9000000000000000000"],
    ["bytes in the place of a name", "update passages set speaker = x'416e61'"],
  ])("with %s fails as corrupt", async (_what, sql) => {
    const path = temporaryFile("store.db");
    const memory = new Memory({ path });
    await memory.remember({ content: "I live in Lisbon.", speaker: "Ana" });
    await memory.remember("Always answer briefly.");
    await memory.rememberFile({ name: "a.txt", data: Buffer.from("The lantern is in the shed.") });
    await memory.close();
    const database = new Database(path);
    expect(hasDamagedRows(database)).toBe(false);
    database.prepare(sql).run();
    expect(hasDamagedRows(database)).toBe(true);
    database.close();
    await using damaged = new Memory({ path });
    const outcomes = [
      await outcome(damaged.records({})),
      await outcome(damaged.recall("Where does Ana live?")),
    ];
    expect(outcomes.some((one) => MemoryError.is(one, "corrupt"))).toBe(true);
    for (const one of outcomes) expect(MemoryError.is(one, "corrupt") || !(one instanceof Error)).toBe(true);
  });
});

describe("schemaFailure()", () => {
  const sqlite = (message: string, code = "SQLITE_ERROR") => new Database.SqliteError(message, code);

  it("returns errors about the text of a statement, and other codes, unchanged", () => {
    for (const error of [
      sqlite('near "selct": syntax error'),
      sqlite("too many SQL variables"),
      sqlite("database is locked", "SQLITE_BUSY"),
      new TypeError("no text"),
    ])
      expect(schemaFailure(error)).toBe(error);
  });
});
