/** A random sequence of verbs against a simple model. */
import fc from "fast-check";
import { Memory } from "keepsake";
import { testClock } from "keepsake/testing";
import { describe, expect, it } from "vitest";

const people = ["Ana", "Ben", "Cleo"] as const;
const cities = ["Lisbon", "Graz", "Oslo", "Ghent"] as const;
const day = 86_400_000;

type Step =
  | { readonly verb: "move"; readonly who: (typeof people)[number]; readonly to: (typeof cities)[number] }
  | { readonly verb: "forget"; readonly who: (typeof people)[number] }
  | { readonly verb: "greet" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      verb: fc.constant("move" as const),
      who: fc.constantFrom(...people),
      to: fc.constantFrom(...cities),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant("forget" as const), who: fc.constantFrom(...people) }),
  },
  { weight: 1, arbitrary: fc.constant({ verb: "greet" as const }) },
);

/** Where everybody lived from which day on. */
type Model = Map<string, { at: number; city: string }[]>;

describe("Memory, after any sequence of verbs,", () => {
  it("adds up its storage, keeps its trail whole, recalls nothing forgotten and answers as of any day", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const clock = testClock("2026-01-01T00:00:00Z");
        await using memory = new Memory({ clock });
        const model: Model = new Map();
        let used = 0;
        for (const one of steps) {
          used += await take(one, memory, model, clock().getTime());
          clock.advance(day);
        }
        expect((await memory.details()).memory.storage_used).toBe(used);
        expect(await memory.verifyAudit()).toMatchObject({ valid: true });
        for (const who of people) await agree(memory, who, model.get(who) ?? [], clock().getTime());
      }),
      { numRuns: 25 },
    );
  });
});

/**
 * Takes a step in the memory and in the model, and gives what it should have changed in storage.
 */
async function take(one: Step, memory: Memory, model: Model, at: number): Promise<number> {
  if (one.verb === "greet") return (await memory.remember("Hello there!")).total_storage_bytes;
  if (one.verb === "forget") {
    model.delete(one.who);
    return -(await memory.forget({ entity: one.who })).freed_bytes;
  }
  const homes = model.get(one.who) ?? [];
  const payload = await memory.remember(`${one.who} lives in ${one.to}.`);
  const known = homes.at(-1)?.city === one.to;
  expect(payload.stored).toBe(!known);
  if (!known) model.set(one.who, [...homes, { at, city: one.to }]);
  return payload.total_storage_bytes;
}

async function agree(
  memory: Memory,
  who: string,
  homes: Model extends Map<string, infer Homes> ? Homes : never,
  now: number,
): Promise<void> {
  const query = `Where does ${who} live?`;
  const present = (await memory.recall(query)).semantic_memory;
  for (const city of cities)
    expect(present.includes(`${who} lives in ${city}`)).toBe(homes.at(-1)?.city === city);
  for (const { at } of homes) {
    const as_of = new Date(Math.min(now, at + day / 2));
    const past = (await memory.recall({ query, as_of })).semantic_memory;
    const city = homes.filter((home) => home.at <= as_of.getTime()).at(-1)?.city;
    expect(past).toContain(`${who} lives in ${city}`);
  }
}
