import { Memory } from "keepsake";
import { expect, it } from "vitest";
import { memoryParts } from "../src/memory-parts.js";

it("memoryParts() gives ids that are UUIDv7 of the clock's time, each another", () => {
  const { newId } = memoryParts({ clock: () => new Date("2026-05-04T10:00:00.000Z") });
  const ids = Array.from({ length: 1000 }, newId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^019df26e-2d00-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

it("actor as a function is asked by each call that writes", async () => {
  let actor = "ana";
  await using memory = new Memory({ actor: () => actor });
  await memory.remember("I live in Porto.");
  actor = "ben";
  const records = (await memory.records()).items;
  await memory.forget({ ids: records.map(({ id }) => id) });
  const { items } = await memory.audit();
  const of = (operation: string) => items.find((row) => row.operation === operation)?.actor;
  expect([of("REMEMBER"), of("CREATE"), of("FORGET")]).toEqual(["ana", "ana", "ben"]);
  expect((await memory.verifyAudit()).valid).toBe(true);
});
