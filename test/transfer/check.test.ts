/** An intact store passes the check, and each kind of damage is found. */
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";
import { type CheckResult, Memory } from "keepsake";
import { describe, expect, it } from "vitest";
import { openMemory, temporaryPath } from "./reembed-fixture.js";

const said = [
  "Priya's phone number is 555-0142.",
  "I live in Lisbon with my dog Rex.",
  "Always copy Priya on emails to clients.",
  "We met Tom at the harbour in March.",
];

async function filled(path: string): Promise<Memory> {
  const memory = openMemory({ path });
  for (const [index, content] of said.entries())
    await memory.remember({
      content,
      speaker: "Ana",
      metadata: { tags: ["a", `b${index}`], open: true },
      // An answer stored under a key counts as storage, too.
      ...(index === 0 ? { idempotency_key: "first" } : {}),
    });
  await memory.for({ user: "ben" }).remember("Ben paints boats in Porto.");
  await memory.rememberFile({
    data: Buffer.from("# Notes\n\nThe lease of the studio ends in June.\n"),
    name: "notes.md",
  });
  return memory;
}

/** A store on disk that was closed, changed by `sql`, and opened again. */
async function changed(sql: string, path = temporaryPath()): Promise<Memory> {
  await (await filled(path)).close();
  const raw = new Database(path);
  raw.pragma("foreign_keys = off");
  raw.exec(sql);
  raw.close();
  return openMemory({ path });
}

function wrongIn({ checks }: CheckResult): string[] {
  return checks.filter(({ ok }) => !ok).map(({ check }) => check);
}

describe("check()", () => {
  it("finds nothing wrong with words of compatibility characters", async () => {
    await using memory = new Memory();
    await memory.remember("The press works at ㎬ 3, says 𝗝ohn of ℝunning & Sons, in 𝚺.");
    expect(wrongIn(await memory.check())).toEqual([]);
    expect(JSON.stringify(await memory.recall("What does John say?"))).toContain("press works");
  });

  it("finds nothing wrong with an intact store, also after forgetting, and reports its progress", async () => {
    const memory = await filled(temporaryPath());
    const observed: number[] = [];
    const result = await memory.check({ onProgress: ({ done, total }) => observed.push(done / total) });
    expect(wrongIn(result)).toEqual([]);
    expect(result.ok).toBe(true);
    expect(result.checks.map(({ check }) => check).sort()).toEqual([
      "audit",
      "counters",
      "file",
      "metadata",
      "names",
      "references",
      "residue",
      "texts",
      "vectors",
      "words",
    ]);
    for (const { looked } of result.checks) expect(looked).toBeGreaterThan(0);
    expect(observed.at(-1)).toBe(1);
    await memory.forget({ entity: "Priya" });
    expect(wrongIn(await memory.check())).toEqual([]);
  });

  it("checks a store in memory, too", async () => {
    await using memory = new Memory();
    await memory.remember("I live in Lisbon.");
    expect((await memory.check()).ok).toBe(true);
  });

  it.each([
    [
      "a letter of a text",
      "update passages set text = replace(text, 'Lisbon', 'Lisbom') where text like '%Lisbon%'",
      "texts",
    ],
    ["the case of a letter", "update passages set text = replace(text, 'Rex', 'rex')", "texts"],
    ["a value", "update records set value = 'Porto' where value = 'Lisbon'", "texts"],
    ["how sure a record is", "update records set certainty = 0.25 where id = 2", "texts"],
    ["the time of a record", "update records set created_at = created_at - 1 where id = 2", "texts"],
    ["the end of a record", "update records set valid_to = 1 where id = 2", "texts"],
    ["the place of a message", "update passages set message = 7 where id = 2", "texts"],
    [
      "a digest of a row without checksum",
      "update passages set checksum = null, digest = 'x' where id = 1",
      "texts",
    ],
    ["an index that is gone", "drop index records_by_type", "file"],
    ["a record without a passage", "update records set passage = 999 where id = 1", "references"],
  ])("finds %s that was changed, and repairs none of it", async (_, sql, check) => {
    const memory = await changed(sql);
    const result = await memory.check();
    expect(result.ok).toBe(false);
    expect(wrongIn(result)).toContain(check);
    const repaired = await memory.check({ repair: true });
    expect(wrongIn(repaired)).toContain(check);
  });

  it.each([
    ["words", "insert into words (words, rowid, held) values ('delete', 2, 'lisbon')", "words"],
    ["words of a passage that is gone", "insert into words (rowid, held) values (99, 'lisbon')", "words"],
    ["names", "delete from names where passage = 1", "names"],
    ["metadata", "delete from metadata_entries where passage = 1", "metadata"],
    ["metadata of no record", "insert into metadata_entries values ('x', 'y', 1)", "metadata"],
    ["counters", "update totals set passages = passages + 1, storage_used = storage_used - 5", "counters"],
    ["counters of a scope", "update scopes set words = words + 1", "counters"],
    ["vectors", "delete from embeddings_rowids where rowid = 1", "vectors"],
    ["a vector", "update embeddings_vector_chunks00 set vectors = zeroblob(length(vectors))", "vectors"],
    [
      "a vector of no passage",
      "insert into embeddings_rowids (rowid, chunk_id, chunk_offset) values (999, 1, 31)",
      "vectors",
    ],
    [
      "vectors in each other's places",
      "update embeddings_rowids set chunk_offset = 1 - chunk_offset where rowid < 3",
      "vectors",
    ],
  ])("finds and repairs %s", async (_, sql, check) => {
    const path = temporaryPath();
    const memory = await changed(sql, path);
    expect(wrongIn(await memory.check())).toContain(check);
    const result = await memory.check({ repair: true });
    expect(wrongIn(result)).toEqual([]);
    expect(result.checks.find((one) => one.check === check)?.repaired).toBe(true);
    expect((await memory.check()).ok).toBe(true);
    expect((await memory.recall({ query: "Where does Ana live?" })).semantic_memory).toContain("Lisbon");
  });

  it("finds a vector of which one byte changed, and repairs it", async () => {
    const path = temporaryPath();
    await (await filled(path)).close();
    const raw = new Database(path);
    const vectors = raw.prepare("select vectors from embeddings_vector_chunks00").pluck().get() as Buffer;
    // A small component: the largest one, which is always 127 or -127, stays.
    const at = vectors.findIndex((byte) => byte > 0 && byte < 64);
    vectors[at]! ^= 1;
    raw.prepare("update embeddings_vector_chunks00 set vectors = ?").run(vectors);
    raw.close();
    const memory = openMemory({ path });
    expect(wrongIn(await memory.check())).toEqual(["vectors"]);
    expect(wrongIn(await memory.check({ repair: true }))).toEqual([]);
    expect((await memory.check()).ok).toBe(true);
  });

  it("finds nothing wrong with records that ended", async () => {
    await using memory = new Memory();
    await memory.remember({ content: "I live in Lisbon.", speaker: "Ana", occurred_at: "2026-01-05" });
    await memory.remember({ content: "I moved to Porto.", speaker: "Ana", occurred_at: "2026-02-05" });
    for (const year of [2025, 2026]) {
      const data = Buffer.from(`# Lease\n\nThe lease ends in June ${year}.\n`);
      await memory.rememberFile({ data, name: "lease.md" });
    }
    const { items } = await memory.records({ limit: 50, include_superseded: true });
    expect(items.filter(({ valid_to }) => valid_to !== null).length).toBeGreaterThan(1);
    expect(wrongIn(await memory.check())).toEqual([]);
  });

  it("finds a record that was changed before it ended", async () => {
    const memory = await changed("update records set certainty = 0.25 where value = 'Lisbon'");
    await memory.remember({ content: "I moved to Porto.", speaker: "Ana" });
    const { items } = await memory.records({ limit: 50, include_superseded: true });
    expect(items.find(({ value }) => value === "Lisbon")?.superseded_by).toEqual(expect.any(String));
    expect(wrongIn(await memory.check())).toEqual(["texts"]);
  });

  it("finds a row of the audit trail that was changed", async () => {
    const memory = await changed(
      "drop trigger audit_is_never_changed; update audit set actor = 'x' where seq = 2",
    );
    expect(wrongIn(await memory.check({ repair: true }))).toContain("audit");
  });

  it("finds an erasure that is not overwritten yet, and completes it", async () => {
    const memory = await changed(
      `insert into meta (key, value) values ('erasure_pending', '{"erasure":1,"actor":"x"}')`,
    );
    expect(wrongIn(await memory.check())).toEqual(["residue"]);
  });

  it("finds a flipped byte of a text in the file", async () => {
    const path = temporaryPath();
    await (await filled(path)).close();
    const bytes = readFileSync(path);
    for (let at = bytes.indexOf("Lisbon with"); at >= 0; at = bytes.indexOf("Lisbon with", at + 1))
      bytes[at + 1]! ^= 1;
    writeFileSync(path, bytes);
    const result = await openMemory({ path }).check();
    expect(wrongIn(result)).toContain("texts");
  });

  it("never shows content", async () => {
    const memory = await changed("update passages set text = 'hush'; update records set value = 'hush'");
    const shown = JSON.stringify(await memory.check());
    for (const word of ["hush", "Lisbon", "Priya", "Ana"]) expect(shown).not.toContain(word);
  });
});

describe("backup()", () => {
  it("copies a store while it is used, and restore() restores it", async () => {
    const path = temporaryPath();
    const memory = await filled(path);
    const observed: number[] = [];
    const copying = memory.backup(`${path}.copy`, { onProgress: ({ done }) => observed.push(done) });
    await memory.remember("Tom moved to Graz in May.");
    const backup = await copying;
    expect(backup).toMatchObject({ path: `${path}.copy`, bytes: statSync(`${path}.copy`).size });
    expect(existsSync(`${path}.copy.part`)).toBe(false);
    expect(existsSync(`${path}.copy-wal`)).toBe(false);
    if (process.platform !== "win32") expect(statSync(`${path}.copy`).mode & 0o777).toBe(0o600);
    const restored = await Memory.restore(`${path}.copy`, `${path}.restored`);
    expect(restored.records).toBe(backup.records);
    const again = openMemory({ path: `${path}.restored` });
    expect((await again.check()).ok).toBe(true);
    expect((await again.recall({ query: "Where does Ana live?" })).semantic_memory).toContain("Lisbon");
    expect((await memory.check()).ok).toBe(true);
  });

  it("overwrites nothing, and keeps what an aborted call has copied for the next one", async () => {
    const path = temporaryPath();
    const memory = await filled(path);
    await expect(memory.backup(path)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(memory.backup(`${path}.no/where.db`)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(Memory.restore(`${path}.gone`, `${path}.new`)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(Memory.restore(path, path)).rejects.toMatchObject({ code: "invalid_input" });
    const stop = new AbortController();
    const stopped = memory.backup(`${path}.copy`, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error("enough")),
    });
    await expect(stopped).rejects.toThrow("enough");
    expect(existsSync(`${path}.copy`)).toBe(false);
    expect(existsSync(`${path}.copy.part`)).toBe(true);
    await expect(memory.backup(`${path}.copy`)).resolves.toMatchObject({ path: `${path}.copy` });
    expect(existsSync(`${path}.copy.part`)).toBe(false);
  });

  it("refuses to restore a damaged file, and a file that is not a store", async () => {
    const path = temporaryPath();
    await (await filled(path)).close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 8192, 12_288);
    writeFileSync(`${path}.damaged`, bytes);
    await expect(Memory.restore(`${path}.damaged`, `${path}.new`)).rejects.toMatchObject({ code: "corrupt" });
    const other = new Database(`${path}.other`);
    other.exec("create table t (x)");
    other.close();
    await expect(Memory.restore(`${path}.other`, `${path}.new`)).rejects.toMatchObject({ code: "corrupt" });
    expect(existsSync(`${path}.new`)).toBe(false);
  });
});
