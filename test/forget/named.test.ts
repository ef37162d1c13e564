import { describe, expect, it } from "vitest";
import { Memory } from "../../src/index.js";

async function memoryWith(
  texts: readonly (string | { content: string; metadata: Record<string, string> })[],
) {
  const memory = new Memory({ clock: () => new Date("2026-06-10T10:00:00.000Z") });
  for (const text of texts) await memory.remember(text);
  return memory;
}

async function leftIn(memory: Memory): Promise<string> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines.join("\n");
}

describe("forget({ entity })", () => {
  it.each([
    ["Sally Bond", "Sally Bond called about the lease yesterday."],
    ["Jan Friday", "I have to hand the keys of the flat to Jan Friday."],
    ["sally bond", "I met SALLY BOND at the fair in March."],
    ["Jan Friday", "On Monday I wrote to jan.friday@example.com about the roof."],
    ["Ida May", "Yesterday Ida May's dog ate my lunch."],
  ])("finds %j in %j", async (entity, text) => {
    await using memory = await memoryWith([text, "I live in Lisbon."]);
    const { preview } = await memory.forget({ entity, query: text });
    const result = await memory.forget({ entity });
    expect(result.forgotten).toBeGreaterThan(0);
    expect(result.verified).toBe(true);
    expect((await leftIn(memory)).toLowerCase()).not.toContain(entity.split(" ")[1]!.toLowerCase());
    expect(await leftIn(memory)).toContain("Lisbon");
    for (const { because, why } of preview)
      if (because === "selected") expect(why).toMatch(/says|is about, was said by or names/);
  });

  it("finds a name in metadata and says so", async () => {
    await using memory = await memoryWith([
      { content: "The invoice of March was paid on time.", metadata: { customer: "Sally Bond" } },
    ]);
    const { preview } = await memory.forget({ entity: "Sally Bond", query: "invoice of March" });
    expect(preview[0]?.why).toContain('says "Sally Bond"');
    expect(await memory.forget({ entity: "Sally Bond" })).toMatchObject({ verified: true });
    expect(await leftIn(memory)).not.toContain("Sally");
  });

  it("does not report a proof when it forgets nothing but the word occurs", async () => {
    await using memory = await memoryWith(["She planted a rose in the garden of the old house."]);
    expect(await memory.forget({ entity: "Rose" })).toMatchObject({ forgotten: 0, verified: false });
    expect(await memory.forget({ entity: "Heather" })).toMatchObject({ forgotten: 0, verified: true });
  });

  it("does not match a longer name or another order of the words", async () => {
    await using memory = await memoryWith([
      "Sally Bondarenko paints houses.",
      "I asked Sally. Bond prices rose in May.",
    ]);
    expect(await memory.forget({ entity: "Sally Bond" })).toMatchObject({ forgotten: 0, verified: true });
  });

  it("finds names only in its scope", async () => {
    await using memory = new Memory();
    const [ana, ben] = [memory.for({ user: "ana" }), memory.for({ user: "ben" })];
    await ana.remember("Sally Bond called about the lease yesterday.");
    await ben.remember("Sally Bond called about the car yesterday.");
    expect((await ana.forget({ entity: "Sally Bond" })).verified).toBe(true);
    expect((await ben.records()).items.length).toBeGreaterThan(0);
  });
});
