/** Files whose vectors are in tables of sqlite-vec, in plain tables, or in both. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { toInt8 } from "../../../../src/stores/formats/quantise.js";
import { openSqliteStore, type SqliteStore } from "../../../../src/stores/sqlite/sqlite-store.js";
import { readDocuments } from "../../../documents.js";
import { ask, change, erasure, now, passage, record, scope, unlimited } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const layouts = ["vec0", "pages"] as const;
type Layout = (typeof layouts)[number];
const other = { vec0: "pages", pages: "vec0" } as const;
/** More vectors than one opening moves. */
const count = 8400;
/** Dimensions that are no multiple of 16. */
const dimensions = 20;
const embedder = { id: "waves@1", dimensions };

function vectorOf(number: number, length = dimensions): Float32Array {
  const vector = Float32Array.from({ length }, (_, at) => Math.sin((number + 1) * (at + 1) * 0.618));
  const norm = Math.hypot(...vector);
  return vector.map((component) => component / norm);
}

function numbered(number: number) {
  return passage(`number ${number}`, {
    digest: `${number}`,
    vector: vectorOf(number),
    records: [record(`r${number}`)],
  });
}

const found = async (store: SqliteStore, asked: number) =>
  (await ask(store).nearest(vectorOf(asked), { limit: 1, scope })).map((one) => one.passage);

/** Counts the vectors in each layout. */
function counts(path: string): Record<Layout, number> {
  const file = new Database(path, { readonly: true });
  const plain = file.prepare("select embedding from vectors").pluck().all().length;
  const packed = file.prepare("select embeddings from vector_pages").pluck().all() as Buffer[];
  const stride = 32;
  const inBlock = (block: Buffer) =>
    Array.from({ length: 32 }, (_, at) => block.subarray(at * stride, (at + 1) * stride)).filter((vector) =>
      vector.some((byte) => byte !== 0),
    ).length;
  const exists = file.prepare("select 1 from sqlite_schema where name = 'embeddings_rowids'").get();
  const vec0 = exists && file.prepare("select count(*) from embeddings_rowids").pluck().get();
  file.close();
  return {
    pages: packed.reduce((sum, block) => sum + inBlock(block), plain),
    vec0: Number(vec0 ?? 0),
  };
}

/** Opens a file as another program does. */
function asOtherProgram(path: string): Database.Database {
  const file = new Database(path, { readonly: true });
  load(file);
  onTestFinished(() => {
    file.close();
  });
  return file;
}

for (const layout of layouts)
  describe(`a file with ${layout}`, () => {
    const folder = mkdtempSync(join(tmpdir(), "keepsake-layouts-"));
    const filled = join(folder, "store.db");
    beforeAll(async () => {
      const store = openSqliteStore({
        path: filled,
        embedder,
        ids: () => "store",
        clock: () => new Date(now),
        vectorLayout: layout,
      });
      for (let from = 1; from <= count; from += 700)
        await store.save(change(Array.from({ length: 700 }, (_, at) => numbered(from + at))));
      await store.close();
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    function copy(): string {
      const own = temporaryPath();
      copyFileSync(filled, own);
      return own;
    }

    it("has all its vectors in that layout", () => {
      expect(counts(filled)).toEqual({ [layout]: count, [other[layout]]: 0 });
    });

    it("is converted in pieces by opening it and by saving, and every passage is found meanwhile", async () => {
      const own = copy();
      const options = { embedder, vectorLayout: other[layout] };
      const store = openStore(own, options);
      expect(counts(own)).toEqual({ [layout]: count - 8191, [other[layout]]: 8191 });
      const asked = [1, 31, 32, 4000, 8191, 8192, 8300, 8400];
      for (const number of asked) expect(await found(store, number)).toEqual([number]);
      await store.save(change([numbered(9000)]));
      expect(counts(own)).toEqual({ [layout]: count - 8223, [other[layout]]: 8224 });
      for (const number of asked) expect(await found(store, number)).toEqual([number]);
      expect(await found(store, 9000)).toEqual([8401]);
      await store.close();
      const again = openStore(own, options);
      expect(counts(own)).toEqual({ [layout]: 0, [other[layout]]: count + 1 });
      for (const number of asked) expect(await found(again, number)).toEqual([number]);
      expect((await again.check({ repair: false })).checks.filter(({ ok }) => !ok)).toEqual([]);
    });

    it("is opened and searched while another program has the write lock, and converted later", async () => {
      const own = copy();
      const writer = new Database(own);
      writer.exec("begin immediate");
      const options = { embedder, vectorLayout: other[layout], busyTimeoutMs: 20 };
      const store = openStore(own, options);
      expect(await found(store, 8300)).toEqual([8300]);
      writer.close();
      expect(counts(own)).toEqual({ [layout]: count, [other[layout]]: 0 });
      await openStore(own, options).close();
      expect(counts(own)).toEqual({ [layout]: count - 8191, [other[layout]]: 8191 });
    });

    it("is erased from in both layouts, down to the bytes of the file", async () => {
      const own = copy();
      const store = openStore(own, { embedder, vectorLayout: other[layout] });
      const gone = [1, 4000, 8191, 8192, 8300, 8400];
      const { residue } = await store.erase(
        gone.map((number) => `r${number}`),
        erasure(),
      );
      expect(residue).toEqual({ records: 0, passages: 0, vectors: 0, words: 0, overwritten: true });
      for (const number of gone) expect(await found(store, number)).not.toEqual([number]);
      await store.close();
      const bytes = readFileSync(own);
      const has = (number: number) =>
        bytes.includes(Buffer.from(toInt8(vectorOf(number))!.buffer, 0, dimensions));
      expect(gone.filter(has)).toEqual([]);
      expect([2, 8193, 8299].filter(has)).toEqual([2, 8193, 8299]);
    });

    it("is searched correctly by a connection that was open before another one converted it", async () => {
      const own = copy();
      const before = openStore(own, { embedder, vectorLayout: layout });
      for (const number of [5, 8250]) expect(await found(before, number)).toEqual([number]);
      const after = openStore(own, { embedder, vectorLayout: other[layout] });
      for (const number of [5, 4000, 8250]) expect(await found(before, number)).toEqual([number]);
      await before.save(change([numbered(9000)]));
      await after.save(change([numbered(9001)]));
      await before.save(change([numbered(9002)]));
      await after.erase(["r9001", "r5"], erasure());
      for (const store of [before, after]) {
        expect(await found(store, 9000)).toEqual([8401]);
        expect(await found(store, 9001)).not.toEqual([8402]);
        expect(await found(store, 9002)).toEqual([8403]);
        expect(await found(store, 5)).not.toEqual([5]);
        expect(await found(store, 8250)).toEqual([8250]);
      }
    });

    it("finds a passage whose vector took the place of one that was erased", async () => {
      const store = openStore(copy(), { embedder, vectorLayout: layout });
      for (const number of [8398, 8400]) expect(await found(store, number)).toEqual([number]);
      await store.erase(["r8398", "r8400"], erasure());
      await store.save(change([numbered(9000), numbered(9001), numbered(9002)]));
      for (const nth of [0, 1, 2]) expect(await found(store, 9000 + nth)).toEqual([8401 + nth]);
      expect(await found(store, 8399)).toEqual([8399]);
    });

    it("has the view passage_vectors with passage, text and vector for other programs", () => {
      const file = asOtherProgram(filled);
      const query = Buffer.from(toInt8(vectorOf(4000))!.buffer, 0, dimensions);
      const nearest = file
        .prepare(
          `select passage, text, vec_distance_cosine(vec_int8(embedding), vec_int8(?)) as distance
           from passage_vectors order by distance limit 2`,
        )
        .all(query) as { passage: number; text: string; distance: number }[];
      expect(nearest[0]).toMatchObject({ passage: 4000, text: "number 4000" });
      expect(nearest[0]!.distance).toBeCloseTo(0, 5);
      expect(nearest[1]!.distance).toBeGreaterThan(0);
      expect(file.prepare("select count(*) from passage_vectors").pluck().get()).toBe(count);
    });
  });

describe("a file with vec0", () => {
  it("is searched by other programs with the KNN of sqlite-vec", async () => {
    const own = temporaryPath();
    const store = openStore(own, { embedder });
    await store.save(change([1, 2, 3, 4, 5].map(numbered)));
    await store.erase(["r2"], erasure());
    const nearest = asOtherProgram(own).prepare(
      `select p.text from embeddings e join passages p on p.id = e.rowid
       where e.embedding match vec_int8(?) and k = 1`,
    );
    const text = (number: number) =>
      nearest.pluck().get(Buffer.from(toInt8(vectorOf(number))!.buffer, 0, dimensions));
    expect([text(3), text(5)]).toEqual(["number 3", "number 5"]);
    expect(text(2)).not.toBe("number 2");
  });

  it("has the vectors of the new embedder in the view after each move to another one", async () => {
    const own = temporaryPath();
    let store: SqliteStore = openStore(own, { embedder });
    await store.save(change([1, 2].map(numbered)));
    for (const length of [24, 36, 12]) {
      const next = { id: `waves@${length}`, dimensions: length };
      const move = (await store.reembed(next, unlimited))!;
      await move.keep([1, 2].map((one) => ({ passage: one, vector: vectorOf(one, length) })));
      store = (await move.finish({ ...erasure(), limits: unlimited })) as SqliteStore;
      const lengths = asOtherProgram(own).prepare("select length(embedding) from passage_vectors").pluck();
      expect(lengths.all()).toEqual([length, length]);
      const nearest = await ask(store).nearest(vectorOf(2, length), { limit: 1, scope });
      expect(nearest.map((one) => one.passage)).toEqual([2]);
    }
  });

  it("is queried by every statement of docs/vectors.md", async () => {
    const own = temporaryPath();
    const store = openStore(own, { embedder });
    await store.save(change([1, 2, 3].map(numbered)));
    const file = asOtherProgram(own);
    const { fences } = readDocuments().find(({ name }) => name === "docs/vectors.md")!;
    const [neighbours, byQuestion, embedderOf, table, nearest] = fences.map(({ code }) => code.trim());
    const question = Buffer.from(toInt8(vectorOf(3))!.buffer, 0, dimensions);
    expect(file.prepare(neighbours!).pluck(false).all()).toMatchObject([{ passage: 2 }, { passage: 3 }]);
    expect(file.prepare(byQuestion!).all({ question })[0]).toMatchObject({
      passage: 3,
      text: "number 3",
      distance: expect.closeTo(0, 5),
    });
    expect(new Map(file.prepare<[], [string, string]>(embedderOf!).raw().all())).toEqual(
      new Map([
        ["embedder_id", embedder.id],
        ["dimensions", "20"],
        ["vector_tables", "vec0"],
      ]),
    );
    const ofTable = file.prepare("select sql from sqlite_schema where name = 'embeddings'").pluck().get();
    expect(String(ofTable).toLowerCase()).toBe(table!.replace("256", "20"));
    expect(file.prepare(nearest!).all({ question })[0]).toMatchObject({ text: "number 3" });
  });

  it("can be read without sqlite-vec and without write permission", async () => {
    const own = temporaryPath();
    const store = openStore(own, { embedder });
    await store.save(change([1, 2, 3].map(numbered)));
    await store.close();
    const reader = openStore(own, { embedder, readonly: true, vectorLayout: "pages" });
    expect(await found(reader, 2)).toEqual([2]);
    expect((await reader.check({ repair: false })).checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});
