/**
 * For any file, a mapping reports what it imports and what it does not. It never throws, and
 * creates nothing that the store refuses.
 */
import fc from "fast-check";
import { MemoryError } from "keepsake";
import { type MigrationFormat, migrationFormats } from "keepsake/migrate";
import { describe, expect, it } from "vitest";
import { allRecords, bringIn, newMemory } from "./migrate-fixture.js";

/** Field names of all the systems, so that random values pass the first check. */
const keys = [
  ..."id uuid key name memory text data content role role_type user_id metadata created_at updated_at valid_at".split(
    " ",
  ),
  ..."invalid_at expired_at fact summary labels source relationship target destination memory_id event old_memory".split(
    " ",
  ),
  ..."type entityType observations from to relationType namespace prefix value mapping current_node parent message".split(
    " ",
  ),
  ..."author parts content_type create_time messages block_ids label tool_calls session_id source_node_uuid".split(
    " ",
  ),
];
const lists =
  "results memories relations history entities agents blocks edges nodes episodes messages sessions items conversations".split(
    " ",
  );

const scalar = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("user", "assistant", "UPDATE", "2025-01-01T00:00:00Z", "\ud800", "\0", "__proto__", " "),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small" }, scalar, tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  object: fc.dictionary(fc.constantFrom(...keys), tie("value"), { maxKeys: 8 }),
}));
const data = fc.oneof(
  fc.array(value, { maxLength: 8 }),
  fc.dictionary(fc.constantFrom(...lists), fc.array(value, { maxLength: 6 }), { maxKeys: 4 }),
);

const systems = migrationFormats.filter((from): from is Exclude<MigrationFormat, "cogx"> => from !== "cogx");

describe("migrate()", () => {
  it.each(systems)("survives any content in a file of %s", async (from) => {
    await fc.assert(
      fc.asyncProperty(data, async (given) => {
        await using memory = newMemory();
        try {
          const { imported } = await bringIn(memory, { from, data: given });
          const kept = await allRecords(memory);
          expect(kept.length).toBeGreaterThanOrEqual(imported.records);
        } catch (error) {
          // Nothing in it was of that system: it is reported and nothing is stored.
          if (!MemoryError.is(error, "invalid_input")) throw error;
          expect(await allRecords(memory)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
