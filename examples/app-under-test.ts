/**
 * How an application tests its own use of memory: with a clock that only the test moves, counted
 * ids, and a memory that starts with what the test needs.
 *
 *   npx tsx examples/app-under-test.ts
 */
import assert from "node:assert/strict";
import type { MemoryService } from "keepsake";
import { testMemory } from "keepsake/testing";

/** The application. It takes the interface, so that a test can pass any memory. */
async function seatFor(traveller: string, memory: MemoryService): Promise<"window" | "aisle" | "any"> {
  const { semantic_memory, episodic_memory, procedural_memory } = await memory.recall(
    `Which seat does ${traveller} prefer?`,
  );

  const lines = [semantic_memory, episodic_memory, procedural_memory].join("\n").split("\n");
  const known = lines.filter((line) => line.includes(traveller)).join(" ");
  if (/window/u.test(known)) return "window";
  return /aisle/u.test(known) ? "aisle" : "any";
}

// The same calls return the same payloads, including ids and times.
const { memory, clock } = await testMemory({ seed: ["Ana prefers window seats."] });
assert.equal(await seatFor("Ana", memory), "window");
console.log("Ana gets a window seat");

// A record expires when the clock has moved past its time; the test does not sleep.
await memory.remember({
  content: "Bela prefers aisle seats.",
  expires_at: new Date(clock().getTime() + 86_400_000),
});
assert.equal(await seatFor("Bela", memory), "aisle");
clock.advance(2 * 86_400_000);
assert.equal(await seatFor("Bela", memory), "any");
console.log("Bela's preference has expired");

const { items } = await memory.records({ entity: "Ana" });
assert.match(items[0]?.id ?? "", /^00000000-0000-7000-8000-/u);
await memory.close();
