import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";
import { Vec0Vectors } from "../../../../src/stores/sqlite/vectors/vec0-vectors.js";
import { VectorTable } from "../../../../src/stores/sqlite/vectors/vector-table.js";
import { temporaryPath } from "../sqlite-fixture.js";

/** Dimensions that are no multiple of the stride. */
const dimensions = 10;
const stride = 16;

function vectorOf(passage: number): Int8Array {
  const vector = new Int8Array(stride);
  for (let at = 0; at < dimensions; at += 1) vector[at] = ((passage * 31 + at * 7) % 127) + 1;
  return vector;
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("add" as const), gap: fc.integer({ min: 1, max: 50 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("remove" as const), nth: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("turn" as const), vec0: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("move" as const), blocks: fc.integer({ min: 1, max: 3 }) }),
  },
);

it.each([
  ["with sqlite-vec", "vec0"],
  ["without sqlite-vec, in a file that another connection writes to with it", "pages"],
] as const)(
  "a VectorTable has what was added and not removed, whichever layout it turns to: %s",
  async (_, vectorLayout) => {
    const folder = dirname(temporaryPath());
    let files = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        files += 1;
        const options = { path: join(folder, `${files}.db`), clock: () => new Date() };
        const withVec0 = openConnection(options);
        const connection = openConnection({ ...options, vectorLayout });
        new Vec0Vectors({ connection: withVec0, dimensions, prefix: "" }).create();
        const open = (layout: "vec0" | "pages") =>
          new VectorTable(layout === "vec0" ? withVec0 : connection, {
            embedder: { dimensions },
            prefix: "",
            layout,
          });
        const expected = new Set<number>();
        let [last, table] = [0, open("pages")];
        for (const one of steps) {
          if (one.do === "add") {
            last += one.gap;
            table.add(last, vectorOf(last));
            expected.add(last);
          } else if (one.do === "remove") {
            const gone = [...expected].slice(one.nth, one.nth + 3);
            expect(table.remove(gone)).toBe(gone.length);
            for (const passage of gone) expected.delete(passage);
          } else if (one.do === "turn") table = open(one.vec0 ? "vec0" : "pages");
          else table.move(one.blocks);
        }
        expect([...table.between(0, last)]).toEqual([...expected].map((one) => [one, vectorOf(one)]));
        expect(table.count()).toBe(expected.size);
        expect(Math.max(...expected, 0)).toBeLessThanOrEqual(table.last());
        expect(table.vec0?.isConsistent()).toBe(true);
        for (let passage = 1; passage <= last; passage += 1)
          expect(table.has(passage)).toBe(expected.has(passage));
        await withVec0.close();
        await connection.close();
      }),
      { numRuns: 30 },
    );
  },
);
