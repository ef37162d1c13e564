/** Filters and vectors, where PostgreSQL does by itself what other stores do in JavaScript. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Metadata, MetadataFilter } from "../../../src/contract/record.js";
import { matchesFilter } from "../../../src/stores/shared/metadata-filter.js";
import { ask, change, now, passage, record, scope, testEmbedder, vectorOf } from "../store-fixture.js";
import { openStore } from "./postgres-fixture.js";

const scalar = fc.constantFrom<string | number | boolean | null>(
  "a",
  "b",
  "",
  "1",
  1,
  2,
  -0.5,
  true,
  false,
  null,
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const key = fc.constantFrom("x", "y", "it's");
const metadata = fc.dictionary(key, value, { maxKeys: 3 });
const bound = fc.constantFrom<string | number>("a", "b", 1, 1.5, -1);
const bounds = fc.record({ gt: bound, gte: bound, lt: bound, lte: bound, ne: scalar }, { requiredKeys: [] });
const condition = fc.oneof(scalar, fc.array(scalar, { minLength: 1, maxLength: 3 }), bounds);
const filter = fc.dictionary(key, condition, { minKeys: 1, maxKeys: 2 });

it("a metadata filter in SQL has the meaning of matchesFilter", async () => {
  const all = fc.sample(metadata, { numRuns: 120, seed: 7 }) as Metadata[];
  const store = await openStore();
  const records = all.map((one, at) => record(`r${at}`, { metadata: one }));
  await store.save(change([passage("a boat", { records })]));
  await fc.assert(
    fc.asyncProperty(filter, async (given) => {
      const wanted = given as MetadataFilter;
      const page = { limit: 1000, include_superseded: true, filter: wanted };
      const found = (await store.list(page, now)).items.map(({ id }) => id);
      const expected = all.flatMap((one, at) => (matchesFilter(one, wanted) ? [`r${at}`] : []));
      expect(found).toEqual(expected);
    }),
    { numRuns: 150 },
  );
}, 120_000);

it("finds the nearest of many passages by their codes, as the cosines of all would", async () => {
  const store = await openStore();
  const texts = Array.from(
    { length: 5000 },
    (_, at) => `boat ${(at * 7919).toString(36)} of ${(at * 104_729).toString(36)}`,
  );
  const passages = texts.map((text, at) => passage(text, { digest: `d${at}`, records: [record(`r${at}`)] }));
  await store.save(change(passages));
  const query = vectorOf("boat of harbour");
  const found = await ask(store).nearest(query, { limit: 10, scope });
  const numbers = texts.map((_, at) => at + 1);
  const [similarities] = await ask(store).similarities([query], numbers);
  const best = numbers
    .map((number) => ({ number, similarity: similarities![number - 1]! }))
    .sort((one, other) => other.similarity - one.similarity || one.number - other.number)
    .slice(0, 10);
  expect(found.map(({ similarity }) => Math.fround(similarity))).toEqual(
    best.map(({ similarity }) => similarity),
  );
  const recent = await ask(store).nearestRecent(query, { limit: 10, scope });
  expect(recent).toHaveLength(10);
  expect(recent[0]!.similarity).toBeGreaterThan(best[9]!.similarity - 0.1);
  expect(testEmbedder.dimensions).toBe(query.length);
}, 120_000);
