/**
 * Lines that `export` would not write. They are refused by name, or read once for what they
 * contain, and counted in full.
 */
import { Memory, MemoryError } from "keepsake";
import { describe, expect, it } from "vitest";

const time = "2026-05-02T09:00:00.000Z";
const header = JSON.stringify({ format: "keepsake", version: 1, name: "a", exported_at: time });

const record = (parts: object = {}) => ({
  id: "r1",
  type: "semantic",
  text: "Ana lives in Lisbon.",
  entity: "Ana",
  property: "home",
  value: "Lisbon",
  trigger: null,
  occurred_at: time,
  valid_from: time,
  valid_to: null,
  created_at: time,
  superseded_by: null,
  expires_at: null,
  metadata: {},
  ...parts,
});
const passage = (parts: object = {}) => ({
  text: "Ana lives in Lisbon.",
  prompt: null,
  message: 0,
  speaker: "Ana",
  role: "user",
  said_at: time,
  mentions: ["Ana"],
  records: [record()],
  ...parts,
});
const line = (passages: readonly object[]) =>
  JSON.stringify({ source: { id: "s1", created_at: time, passages } });

async function imported(passages: readonly object[]) {
  const memory = new Memory();
  const outcome = await memory.import([header, line(passages)]).catch((error: unknown) => error);
  const { memory: used } = await memory.details();
  return { memory, outcome, used: used.storage_used };
}

describe("import()", () => {
  const lone = "\uD800".repeat(10);
  it.each([
    ["a lone surrogate in a speaker", passage({ speaker: lone })],
    ["a lone surrogate in a name", passage({ mentions: [lone] })],
    ["a lone surrogate in an entity", passage({ records: [record({ entity: lone })] })],
    ["a lone surrogate in a value", passage({ records: [record({ value: lone })] })],
    ["a NUL character in a property", passage({ records: [record({ property: "a\0b" })] })],
    ["a NUL character in a trigger", passage({ records: [record({ trigger: "a\0b" })] })],
    ["an entity of 5 MB", passage({ records: [record({ entity: "a".repeat(5_000_000) })] })],
    ["a value of 5 MB", passage({ records: [record({ value: "a".repeat(5_000_000) })] })],
    ["a speaker of 5 MB", passage({ speaker: "a".repeat(5_000_000) })],
  ])("refuses %s, as remember does", async (_what, hostile) => {
    const { memory, outcome, used } = await imported([hostile]);
    expect(MemoryError.is(outcome, "invalid_input"), String(outcome).slice(0, 200)).toBe(true);
    expect((outcome as Error).message).toContain("line 2");
    expect(used).toBe(0);
    await memory.close();
  });

  it("counts what it stores: forgetting all of it leaves 0", async () => {
    const wide = passage({
      speaker: "\u{1F600} é 中",
      mentions: ["\u{1F600}"],
      text: "\u{1F600}".repeat(99),
    });
    const { memory, outcome, used } = await imported([wide]);
    expect(outcome).toMatchObject({ records: 1 });
    expect(used).toBeGreaterThan(400);
    await memory.forget({ all: true, confirm: true });
    expect((await memory.details()).memory.storage_used).toBe(0);
    await memory.close();
  });

  it("keeps the first record of an id that occurs twice, in one passage or in two", async () => {
    const twice = [record(), record({ value: "Porto" })];
    const { memory, outcome } = await imported([
      passage({ records: twice }),
      passage({ text: "Ana lives in Porto.", records: [record({ value: "Porto" }), record({ id: "r2" })] }),
    ]);
    expect(outcome).toEqual({ sources: 1, records: 2, skipped: 2 });
    const { items } = await memory.records({ ids: ["r1"] });
    expect(items.map(({ value }) => value)).toEqual(["Lisbon"]);
    await memory.close();
  });
});
