import { expect, it } from "vitest";
import { memoryParts } from "../src/options.js";

it("memoryParts() gives ids that are UUIDv7 of the clock's time, each another", () => {
  const { newId } = memoryParts({ clock: () => new Date("2026-05-04T10:00:00.000Z") });
  const ids = Array.from({ length: 1000 }, newId);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^019df26e-2d00-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
