/** Filters on metadata, which PostgreSQL evaluates by itself. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Metadata, MetadataFilter } from "../../../src/contract/record.js";
import { matchesFilter } from "../../../src/stores/shared/metadata-filter.js";
import { change, now, passage, record } from "../store-fixture.js";
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
