import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { hasRows, isBlank, slackOf } from "../../../../src/stores/sqlite/erasure/page-slack.js";

const size = 4096;

/** Returns the pages of a database in memory. */
function pagesOf(sql: string): Buffer[] {
  const database = new Database(":memory:");
  database.pragma("secure_delete = on");
  database.exec(sql);
  const bytes = database.serialize();
  database.close();
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

const tenRows = `create table t (id integer primary key, word text);
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 10) insert into t select i, 'word ' || i from n;`;

describe("slackOf()", () => {
  it("finds the gap of a page, which has only zeros in a new one", () => {
    const [first, page] = pagesOf(tenRows) as [Buffer, Buffer];
    for (const [at, one] of [first, page].entries()) {
      expect(hasRows(one, at + 1)).toBe(true);
      const [gap] = slackOf(one, at + 1, size)!;
      expect(isBlank(one, gap!)).toBe(true);
      expect(one[gap!.to]).not.toBe(0);
    }
  });

  it("finds what a deletion freed between two rows", () => {
    const [, page] = pagesOf(`${tenRows} delete from t where id = 5;`) as [Buffer, Buffer];
    const [, freed] = slackOf(page, 2, size)!;
    expect(isBlank(page, freed!)).toBe(true);
    page[freed!.from] = 65;
    expect(isBlank(page, freed!)).toBe(false);
  });

  it("returns no byte of a row", () => {
    const pages = pagesOf(`${tenRows} delete from t where id % 3 = 0;`);
    for (const { from, to } of slackOf(pages[1]!, 2, size)!) pages[1]!.fill(0, from, to);
    const database = new Database(Buffer.concat(pages));
    const words = database.prepare("select word from t").pluck().all();
    expect(words).toEqual([1, 2, 4, 5, 7, 8, 10].map((id) => `word ${id}`));
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    database.close();
  });

  it.each([
    ["more cells than it has room for", (page: Buffer) => page.writeUInt16BE(4000, 3)],
    ["rows that begin behind its end", (page: Buffer) => page.writeUInt16BE(5000, 5)],
    ["a free block that names one before it", (page: Buffer) => page.writeUInt16BE(8, 1)],
  ])("gives nothing for a page with %s", (_, damage) => {
    const [, page] = pagesOf(tenRows) as [Buffer, Buffer];
    damage(page);
    expect(slackOf(page, 2, size)).toBeUndefined();
  });
});

describe("hasRows()", () => {
  it("is false for an overflow page of a long row", () => {
    const pages = pagesOf("create table t (b); insert into t values (zeroblob(20000));");
    expect(pages.map((page, at) => hasRows(page, at + 1))).toEqual([
      true,
      true,
      ...pages.slice(2).map(() => false),
    ]);
  });
});
