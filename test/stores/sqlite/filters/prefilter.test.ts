/**
 * The prefilter finds the passages that checking each record finds, both as a short list and by
 * cached sets.
 */
import Database from "better-sqlite3";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { atOnce } from "../../../../src/async/next-turn.js";
import type { Metadata, MetadataFilter, RecordType } from "../../../../src/contract/record.js";
import { matchesFilter } from "../../../../src/stores/shared/metadata-filter.js";
import type { Connection } from "../../../../src/stores/sqlite/database/connection.js";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";
import { Prefilter } from "../../../../src/stores/sqlite/filters/prefilter.js";
import { MetaTable } from "../../../../src/stores/sqlite/tables/meta-table.js";
import type { Criteria, NewRecord } from "../../../../src/stores/store.js";
import {
  change,
  friday,
  monday,
  now,
  passage,
  record,
  scope,
  tuesday,
  unlimited,
} from "../../store-fixture.js";
import { olderFile, openStore, temporaryPath } from "../sqlite-fixture.js";

type Said = Pick<NewRecord, "type" | "metadata" | "validFrom" | "validTo" | "supersededBy" | "expiresAt"> & {
  readonly saidAt: string;
};

const long = "x".repeat(63);
const text = fc.constantFrom("", "a", "b", "ab", "\uFF5E", "\u{1F600}", long, `${long}y`, `${long}yz`, "5");
const scalar = fc.oneof(text, fc.constantFrom(0, 1, 5, -2.5, 1e21, true, false, null));
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const key = fc.constantFrom("k", 'odd."key"');
const time = fc.constantFrom(monday, tuesday, friday);
const maybe = (at: fc.Arbitrary<string>) => fc.option(at, { freq: 4 });

const said: fc.Arbitrary<Said> = fc.record({
  type: fc.constantFrom<RecordType>("semantic", "episodic", "procedural"),
  metadata: fc.dictionary(key, value, { noNullPrototype: true }) as fc.Arbitrary<Metadata>,
  saidAt: time,
  validFrom: maybe(fc.constantFrom("2026-02-01T00:00:00.000Z", tuesday)),
  validTo: maybe(time),
  supersededBy: maybe(fc.constant("successor")),
  expiresAt: maybe(fc.constantFrom(friday, "2027-01-01T00:00:00.000Z")),
});

const bound = fc.oneof(text, fc.constantFrom(0, 1, 5));
const bounds = fc
  .record({ gt: bound, gte: bound, lt: bound, lte: bound, ne: scalar }, { requiredKeys: [] })
  .filter((asked) => Object.keys(asked).length > 0);
const condition = fc.oneof(scalar, fc.array(scalar, { minLength: 1, maxLength: 3 }), bounds);
const narrow = fc
  .record(
    {
      filter: fc.dictionary(key, condition, {
        minKeys: 1,
        noNullPrototype: true,
      }) as fc.Arbitrary<MetadataFilter>,
      types: fc.subarray<RecordType>(["semantic", "episodic", "procedural"], { minLength: 1 }),
      asOf: time,
      includeSuperseded: fc.constant(true),
    },
    { requiredKeys: [] },
  )
  .filter(({ filter, types, asOf }) => (filter ?? types ?? asOf) !== undefined)
  .map((asked): Criteria => ({ ...scope, ...asked }));

/** A store's file with one passage per record, and another connection that reads it. */
async function storeOf(records: readonly Said[]) {
  const path = temporaryPath();
  const store = openStore(path);
  let kept = 0;
  const keep = async (more: readonly Said[]) => {
    const passages = more.map(({ saidAt, ...one }) => {
      kept += 1;
      return passage(`harbour ${kept}`, { saidAt, digest: `${kept}`, records: [record(`r${kept}`, one)] });
    });
    await store.save(change(passages));
  };
  await keep(records);
  const connection = openConnection({ path, clock: () => new Date(now) });
  onTestFinished(() => connection.close());
  return { store, keep, connection };
}

/** The passages that the criteria leave, numbered from 1. */
function expected(records: readonly Said[], asked: Criteria): number[] {
  return records.flatMap((one, index) => (counts(one, asked) ? [index + 1] : []));
}

function counts(one: Said, { filter = {}, types, asOf, includeSuperseded }: Criteria): boolean {
  if (one.expiresAt !== null && one.expiresAt <= now) return false;
  if (types !== undefined && !types.includes(one.type)) return false;
  if (!matchesFilter(one.metadata, filter)) return false;
  if (asOf !== undefined && (one.validFrom ?? one.saidAt) > asOf) return false;
  if (includeSuperseded) return true;
  const isOver = one.validTo !== null && one.validTo <= (asOf ?? now);
  return asOf === undefined ? one.supersededBy === null && !isOver : !isOver;
}

const prefilterOf = (connection: Connection, few?: number) =>
  new Prefilter(connection, new MetaTable(connection), few);

/** The prefiltered passages that match. A set may have passages that were said but not true yet. */
async function prefiltered(connection: Connection, parts: Prefilter, asked: Criteria): Promise<number[]> {
  return connection.read("search", () => {
    const { set, shortList: few, matching: counting } = atOnce(parts.filter(asked));
    const found = counting(set.numbers(), Number.MAX_SAFE_INTEGER)!;
    if (few !== undefined) expect(found).toEqual(few);
    return found;
  });
}

describe("Prefilter", () => {
  it("leaves what checking each record leaves, by index and by set", { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { minLength: 1, maxLength: 12 }),
        fc.array(narrow, { minLength: 1, maxLength: 4 }),
        async (records, scopes) => {
          const { connection, store } = await storeOf(records);
          const cached = prefilterOf(connection, 0);
          for (const asked of scopes) {
            const right = expected(records, asked);
            expect(await prefiltered(connection, prefilterOf(connection), asked)).toEqual(right);
            const found = await prefiltered(connection, cached, asked);
            expect(found).toEqual(expect.arrayContaining(right));
            const early = (number: number) =>
              asked.asOf !== undefined && records[number - 1]!.validFrom !== null;
            expect(found.filter((number) => !right.includes(number) && !early(number))).toEqual([]);
          }
          connection.close();
          await store.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  const plain: Said = {
    type: "episodic",
    metadata: { k: "a" },
    saidAt: monday,
    validFrom: null,
    validTo: null,
    supersededBy: null,
    expiresAt: null,
  };
  const a: Criteria = { ...scope, filter: { k: "a" } };

  it("extends its sets by later passages, and leaves out what ends or is erased", async () => {
    const { connection, store, keep } = await storeOf([plain, { ...plain, metadata: { k: "b" } }, plain]);
    const cached = prefilterOf(connection, 0);
    const notB: Criteria = { ...scope, filter: { k: { ne: "b" } } };
    expect(await prefiltered(connection, cached, a)).toEqual([1, 3]);
    await keep([plain, { ...plain, metadata: {} }]);
    expect(await prefiltered(connection, cached, a)).toEqual([1, 3, 4]);
    expect(await prefiltered(connection, cached, notB)).toEqual([1, 3, 4, 5]);
    const closings = [{ recordId: "r1", validTo: tuesday, supersededBy: "r4" }];
    await store.save(change([], { closings }));
    expect(await prefiltered(connection, cached, a)).toEqual([3, 4]);
    await store.erase(["r5", "r4"], {
      at: now,
      actor: "tester",
      operation: "FORGET",
      reason: null,
      usage: { requests: 0, tokens: 0, spendMicros: 0 },
    });
    // The new record may get the number of the erased one.
    await keep([plain]);
    const found = await prefiltered(connection, cached, a);
    expect(found).toContain(6);
    expect(found).toContain(3);
  });

  it("extends the set of an earlier moment to a later one", async () => {
    const times = Array.from({ length: 64 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
    const { connection } = await storeOf(times.map((saidAt) => ({ ...plain, saidAt })));
    const cached = prefilterOf(connection, 0);
    const asked: Criteria = { ...scope, types: ["episodic"] };
    for (const day of [5, 6, 8, 40, 41, 3]) {
      const asOf = times[day]!;
      const right = Array.from({ length: day + 1 }, (_, at) => at + 1);
      expect(await prefiltered(connection, cached, { ...asked, asOf })).toEqual(right);
    }
  });
});

describe("a store that was written before metadata had an index", () => {
  it("gets one when it is opened", async () => {
    const path = temporaryPath();
    const metadata = { k: ["a", "b"], n: 3, is: true, 'odd."key"': "x", none: null, empty: [] };
    olderFile(path, 5, JSON.stringify(metadata));
    await openStore(path).close();
    const again = new Database(path);
    onTestFinished(() => void again.close());
    const entries = again.prepare("select key, value from metadata_entries order by key, value").raw().all();
    expect(entries).toEqual([
      ["empty", Buffer.of(2)],
      ["is", Buffer.of(1)],
      ["k", "a"],
      ["k", "b"],
      ["n", 3],
      ['odd."key"', "x"],
    ]);
  });
});

it("erase() leaves no metadata entry, and reports one that is left", async () => {
  const path = temporaryPath();
  const store = openStore(path);
  const erasure = {
    at: now,
    actor: "tester",
    operation: "FORGET",
    reason: null,
    usage: { requests: 0, tokens: 0, spendMicros: 0 },
  } as const;
  const of = (id: string) => passage(id, { digest: id, records: [record(id, { metadata: { k: id } })] });
  await store.save(change([of("r1"), of("r2")], { limits: unlimited }));
  expect((await store.erase(["r1"], erasure)).residue.passages).toBe(0);
  const file = new Database(path);
  onTestFinished(() => void file.close());
  expect(file.prepare("select value from metadata_entries").pluck().all()).toEqual(["r2"]);
  file.exec(`create trigger kept after delete on metadata_entries
    begin insert into metadata_entries values (old.key, old.value, old.passage); end`);
  expect((await store.erase(["r2"], erasure)).residue.passages).toBe(1);
});
