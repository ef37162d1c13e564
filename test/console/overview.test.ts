import { Memory } from "keepsake";
import { testClock, testIds } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { overviewOf } from "../../src/console/overview.js";

const never = new AbortController().signal;

describe("overviewOf()", () => {
  it("counts by type, month, entity, speaker and file, and links entities", async () => {
    const clock = testClock("2026-02-03T10:00:00Z");
    const memory = new Memory({ clock, ids: testIds() });
    await memory.remember({ content: "I live in Oporto.", speaker: "Ruth" });
    await memory.remember({ content: "My brother is Otto. Otto lives in Turin.", speaker: "Ruth" });
    clock.set("2026-04-03T10:00:00Z");
    await memory.remember({ content: "I moved to Braga.", speaker: "Ruth" });
    await memory.rememberFile({ name: "fees.md", data: Buffer.from("# Fees\n\nA berth costs ten euros.\n") });
    const counted = await overviewOf(memory, undefined, never);
    expect(counted.replaced).toBe(1);
    expect(counted.months.map(({ month }) => month)).toEqual(["2026-02", "2026-03", "2026-04"]);
    expect(counted.months[1]).toMatchObject({ semantic: 0, episodic: 0, procedural: 0, file: 0 });
    expect(counted.entities.map(({ name }) => name)).toContain("Ruth");
    expect(counted.speakers).toMatchObject([{ name: "Ruth" }]);
    expect(counted.links).toContainEqual({ from: "Ruth", to: "Otto", property: "brother" });
    expect(counted.files).toMatchObject([{ name: "fees.md", passages: 1, versions: 1 }]);
    const { items } = await memory.records({ limit: 1000 });
    expect(counted.current).toBe(items.length);
  });

  it("is empty for an empty store", async () => {
    const memory = new Memory();
    const counted = await overviewOf(memory, undefined, never);
    expect(counted).toMatchObject({ current: 0, replaced: 0, months: [], entities: [], scopes: [] });
  });
});
