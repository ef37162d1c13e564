/** The vector index of a file that has a sealed segment of 8,192 passages. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { codeBytes, toCode, toInt8 } from "../../../../src/stores/formats/quantise.js";
import { openSqliteStore, type SqliteStore } from "../../../../src/stores/sqlite/sqlite-store.js";
import { packVectors } from "../../../../src/stores/sqlite/vectors/pack-vectors.js";
import { ask, change, erasure, now, passage, record, scope } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const count = 8400;
const dimensions = 32;
/** A class like the bundled embedder: its `mean` uses `this`. */
const embedder = new (class {
  readonly id = "waves@1";
  readonly dimensions = dimensions;

  mean(): Float32Array {
    return new Float32Array(this.dimensions);
  }
})();

/** A vector with a distinct direction for each number. */
function vectorOf(number: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, (_, at) =>
    Math.sin((number + 1) * (at + 1) * 0.618),
  );
  const length = Math.hypot(...vector);
  return vector.map((component) => component / length);
}

function numbered(number: number, tag = 0) {
  return passage(`number ${number}`, {
    digest: `${number}`,
    vector: vectorOf(number),
    records: [record(`r${number}`, { metadata: { tag } })],
  });
}

/** Saves passages 1 to `count`; every 2,000th has a tag. */
async function fill(store: SqliteStore): Promise<void> {
  for (let from = 1; from <= count; from += 700)
    await store.save(
      change(Array.from({ length: 700 }, (_, at) => numbered(from + at, (from + at) % 2000 === 0 ? 1 : 0))),
    );
}

function exact(asked: number, limit: number, from = Array.from({ length: count }, (_, at) => at + 1)) {
  const query = vectorOf(asked);
  return from
    .map((number) => [number, vectorOf(number).reduce((sum, one, at) => sum + one * query[at]!, 0)] as const)
    .sort((one, other) => other[1] - one[1])
    .slice(0, limit)
    .map(([number]) => number);
}

const found = async (store: SqliteStore, asked: number, limit = 1, filter?: { tag: number }) =>
  (
    await ask(store).nearest(vectorOf(asked), {
      limit,
      scope: filter === undefined ? scope : { ...scope, filter },
    })
  ).map((one) => one.passage);

describe("nearest() of a store with a sealed segment", () => {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-index-"));
  const filled = join(folder, "store.db");
  beforeAll(async () => {
    const store = openSqliteStore({ path: filled, embedder, ids: () => "store", clock: () => new Date(now) });
    await fill(store);
    await store.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Copies the file for one test. */
  function copy(): string {
    const own = temporaryPath();
    copyFileSync(filled, own);
    return own;
  }

  it("finds each passage by its own vector, in the sealed segment, at its edges and in the open one", async () => {
    const store = openStore(copy(), { embedder });
    for (const number of [1, 31, 32, 4000, 8191, 8192, 8223, 8224, 8400])
      expect(await found(store, number)).toEqual([number]);
  });

  it("finds nearly all of the true nearest ten", async () => {
    const store = openStore(copy(), { embedder });
    let right = 0;
    for (let asked = 100; asked < 8400; asked += 400) {
      const truth = new Set(exact(asked, 10));
      right += (await found(store, asked, 10)).filter((number) => truth.has(number)).length;
    }
    expect(right / 210).toBeGreaterThan(0.95);
  });

  it("nearestRecent() finds the nearest passage in the sealed segment and in the open one", async () => {
    const store = openStore(copy(), { embedder });
    for (const number of [1, 4000, 8191, 8192, 8400]) {
      const within = { limit: 3, scope: { now } };
      const near = await ask(store).nearestRecent(vectorOf(number), within);
      const other = await ask(store).nearestRecent(vectorOf(2), within);
      expect(near).toHaveLength(3);
      expect(near[0]?.passage).toBe(number);
      expect(other[0]?.passage).toBe(2);
    }
  });

  it("is exact if a filter leaves few passages", async () => {
    const store = openStore(copy(), { embedder });
    const tagged = [2000, 4000, 6000, 8000];
    for (const asked of [5, 7777])
      expect(await found(store, asked, 10, { tag: 1 })).toEqual(exact(asked, 10, tagged));
    const rest = Array.from({ length: count }, (_, at) => at + 1).filter((number) => number % 2000 !== 0);
    const [nearest] = await found(store, 4000, 1, { tag: 0 });
    expect(exact(4000, 3, rest)).toContain(nearest);
  });

  it("erases a vector from memory, from its block, from its segment and from the file's bytes", async () => {
    const own = copy();
    const store = openStore(own, { embedder });
    const gone = [1, 4000, 8191, 8300];
    for (const number of gone) expect(await found(store, number)).toEqual([number]);
    const { residue } = await store.erase(
      gone.map((number) => `r${number}`),
      erasure(),
    );
    expect(residue).toEqual({ records: 0, passages: 0, vectors: 0, words: 0, overwritten: true });
    for (const number of gone) expect(await found(store, number)).not.toEqual([number]);
    const bytes = readFileSync(own);
    for (const number of gone) {
      const vector = toInt8(vectorOf(number))!;
      expect(bytes.includes(Buffer.from(vector.buffer))).toBe(false);
    }
    expect(bytes.includes(Buffer.from(toInt8(vectorOf(2))!.buffer))).toBe(true);
  });

  it("finds what another connection saves, and not what it erases", async () => {
    const own = copy();
    const [reader, writer] = [openStore(own, { embedder }), openStore(own, { embedder })];
    expect(await found(reader, 4000)).toEqual([4000]);
    expect(await found(reader, 8400)).toEqual([8400]);
    await writer.erase(["r4000", "r8399"], erasure());
    const added = Array.from({ length: 40 }, (_, at) => numbered(9000 + at));
    await writer.save(change(added));
    expect(await found(reader, 4000)).not.toEqual([4000]);
    expect(await found(reader, 8399)).not.toEqual([8399]);
    expect(await found(reader, 9039)).toEqual([8440]);
  });

  it("finds passages of the open segment while its codes are computed, and after another connection erased one", async () => {
    const own = temporaryPath();
    const [reader, writer] = [openStore(own, { embedder }), openStore(own, { embedder })];
    const all = Array.from({ length: 4500 }, (_, at) => at + 1);
    await writer.save(change(all.map((number) => numbered(number))));
    // Twenty searches compute all codes.
    for (let asked = 200; asked <= 4500; asked += 200) expect(await found(reader, asked, 3)).toContain(asked);
    const near = await found(reader, 4100, 10);
    expect(near).toContain(4100);
    await writer.erase(["r4100"], erasure());
    await writer.save(change([numbered(9000)]));
    const left = await found(reader, 4100, 10);
    expect(left).toEqual(expect.arrayContaining(near.filter((number) => number !== 4100)));
    expect(left).not.toContain(4100);
    expect(await found(reader, 9000, 3)).toContain(4501);
  });

  it("seals a segment whose last passages were erased before it was complete", async () => {
    const own = temporaryPath();
    const store = openStore(own, { embedder });
    await store.save(change(Array.from({ length: 8191 }, (_, at) => numbered(1 + at))));
    await store.erase(
      Array.from({ length: 31 }, (_, at) => `r${8161 + at}`),
      erasure(),
    );
    await store.save(change([numbered(9000), numbered(9001)]));
    await store.save(change([numbered(9002)]));
    const file = new Database(own, { readonly: true });
    onTestFinished(() => {
      file.close();
    });
    expect(file.prepare("select id from code_runs").pluck().all()).toEqual([0]);
    expect(await found(store, 4000)).toEqual([4000]);
    expect(await found(store, 9002)).toEqual([8194]);
  });
});

describe("packVectors()", () => {
  it("packs vectors that were one row each, and a store finds them", async () => {
    const own = temporaryPath();
    await openStore(own, { embedder }).close();
    const file = new Database(own);
    file.exec(`
      drop view passage_vectors;
      drop table vectors; drop table vector_pages; drop table code_runs;
      drop table file_vectors; drop table file_vector_pages; drop table file_code_runs;
      create table vectors (passage integer primary key references passages (id), embedding blob not null);
      create table codes (passage integer primary key references passages (id), code blob not null);
      pragma foreign_keys = off;`);
    const addPassage = file.prepare(
      "insert into passages (id, source, message, text, role, said_at, digest, word_count) values (?, 1, 0, '', 'user', 0, '', 0)",
    );
    const addRecord = file.prepare(
      "insert into records (uuid, passage, type, occurred_at, created_at) values (?, ?, 'episodic', 0, 0)",
    );
    const addVector = file.prepare("insert into vectors values (?, ?)");
    const addCode = file.prepare("insert into codes values (?, ?)");
    file.exec("insert into sources (id, uuid, created_at) values (1, 'source', 0); begin");
    for (let number = 1; number <= count; number += 1) {
      const vector = toInt8(vectorOf(number))!;
      addPassage.run(number);
      addRecord.run(`r${number}`, number);
      addVector.run(number, Buffer.from(vector.buffer));
      // The older format: no more bytes than the dimensions need.
      addCode.run(number, Buffer.from(toCode(vector, { dimensions, mean: undefined }).subarray(0, 4)));
    }
    file.exec("commit");
    packVectors(file);
    expect(file.prepare("select count(*) from vector_pages").pluck().get()).toBe(262);
    expect(file.prepare("select length(codes) from code_runs").pluck().all()).toEqual([
      8192 * codeBytes(dimensions),
    ]);
    file.close();
    const store = openStore(own, { embedder });
    for (const number of [1, 4000, 8191, 8192, 8400]) expect(await found(store, number)).toEqual([number]);
  });
});
