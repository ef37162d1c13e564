import { describe, expect, it } from "vitest";
import { forgetInput } from "../../src/contract/forget.js";
import { forget, isNameGone, verify } from "../../src/forget/forget.js";
import { withReasons } from "../../src/forget/reasons.js";
import type { Erasure, Residue, Selection, Store } from "../../src/stores/store.js";

const clean: Residue = { records: 0, passages: 0, vectors: 0, words: 0, overwritten: true };
const doomed = {
  record_id: "r1",
  type: "semantic",
  text: "Ana lives in Lisbon.",
  because: "selected",
} as const;

/** A store that selects one record and notes the calls that it gets. */
function recorder(selected: readonly (typeof doomed)[] = [doomed], residue = clean, stillNamed = false) {
  const asked: {
    selection?: Selection;
    verified?: Selection;
    erased?: readonly string[];
    erasure?: Erasure;
  } = {};
  const store = {
    select: async (selection: Selection) => {
      if (asked.erased !== undefined) {
        asked.verified = selection;
        return stillNamed ? [doomed] : [];
      }
      asked.selection = selection;
      return [...selected];
    },
    erase: async (ids: readonly string[], erasure: Erasure) => {
      asked.erased = ids;
      asked.erasure = erasure;
      return { ids, freedBytes: 10, residue };
    },
  } as unknown as Store;
  const parts = {
    store,
    relevant: async () => [{ id: "r1", why: 'says "lisbon"' }],
    now: () => new Date(0),
    actor: "tester",
  };
  return { asked, run: (input: object) => forget(forgetInput.parse(input), parts) };
}

describe("forget()", () => {
  it("only previews with dry_run, whatever selects and even when confirmed", async () => {
    for (const selector of [{ ids: ["r1"] }, { entity: "Ana" }, { query: "Lisbon", confirm: true }]) {
      const { asked, run } = recorder();
      const result = await run({ ...selector, dry_run: true });
      expect(result).toMatchObject({ forgotten: 0, ids: ["r1"], freed_bytes: 0, verified: false });
      expect(result.preview).toMatchObject([{ record_id: "r1", because: "selected" }]);
      expect(asked.selection).not.toHaveProperty("dry_run");
      expect(asked.erased).toBeUndefined();
    }
  });

  it("erases nothing with dry_run where an entity is in no record", async () => {
    const { asked, run } = recorder([]);
    expect(await run({ entity: "Zoe", dry_run: true })).toMatchObject({ forgotten: 0, verified: false });
    expect(asked.erased).toBeUndefined();
  });

  it("only previews what a query matches", async () => {
    const { asked, run } = recorder();
    const result = await run({ query: "Lisbon" });
    expect(result).toEqual({
      forgotten: 0,
      ids: ["r1"],
      preview: [{ ...doomed, why: 'says "lisbon"' }],
      freed_bytes: 0,
      verified: false,
    });
    expect(asked.selection).toEqual({ matched: ["r1"] });
    expect(asked.erased).toBeUndefined();
  });

  it("erases what a confirmed query matches, with the caller's reason", async () => {
    const { asked, run } = recorder();
    expect(await run({ query: "Lisbon", confirm: true, reason: "asked" })).toMatchObject({
      forgotten: 1,
      preview: [],
      verified: true,
    });
    expect(asked.erasure).toMatchObject({
      operation: "FORGET",
      reason: "asked",
      actor: "tester",
      at: "1970-01-01T00:00:00.000Z",
    });
  });

  it("erases what a condition names at once, and passes every condition to the store", async () => {
    const { asked, run } = recorder();
    await run({ entity: "Ana", type: "semantic", before: "2026-01-01" });
    expect(asked.selection).toEqual({ entity: "Ana", type: "semantic", before: "2026-01-01T00:00:00.000Z" });
    expect(asked.erased).toEqual(["r1"]);
  });

  it("writes nothing if nothing is selected", async () => {
    const { asked, run } = recorder([]);
    expect(await run({ type: "procedural" })).toEqual({
      forgotten: 0,
      ids: [],
      preview: [],
      freed_bytes: 0,
      verified: true,
    });
    expect(asked.erased).toBeUndefined();
  });

  it("does not report a proof while a reader pins the log", async () => {
    const { run } = recorder([doomed], { ...clean, overwritten: false });
    const result = await run({ entity: "Ana" });
    expect(result).toMatchObject({ forgotten: 1, verified: false });
    expect(result).not.toHaveProperty("unproven");
  });

  it("says why the store cannot prove an erasure, unless something is still found", async () => {
    const residue = { ...clean, overwritten: false, unproven: "copies may remain" };
    const { run } = recorder([doomed], residue);
    expect(await run({ entity: "Ana" })).toMatchObject({ verified: false, unproven: "copies may remain" });
    const found = await recorder([doomed], { ...residue, words: 1 }).run({ entity: "Ana" });
    expect(found).toMatchObject({ verified: false });
    expect(found).not.toHaveProperty("unproven");
    expect(await recorder([doomed], residue, true).run({ entity: "Ana" })).not.toHaveProperty("unproven");
  });
});

describe("forget({ entity })", () => {
  it("does not report a proof if nothing was erased and a word may be the name", async () => {
    const { asked, run } = recorder([], clean, true);
    expect(await run({ entity: "Rose" })).toMatchObject({ forgotten: 0, verified: false });
    expect(asked.verified).toEqual({ entity: "Rose", strictness: "perhaps" });
    expect(await recorder([]).run({ entity: "Rose" })).toMatchObject({ forgotten: 0, verified: true });
  });

  it("does not report a proof if the name is still found after an erasure", async () => {
    const { asked, run } = recorder([doomed], clean, true);
    expect(await run({ entity: "Ana" })).toMatchObject({ forgotten: 1, verified: false });
    expect(asked.verified).toEqual({ entity: "Ana", strictness: "surely" });
  });

  it("does not report a proof in a preview, which does not look for the name", async () => {
    const { run } = recorder([]);
    expect(await run({ entity: "Rose", query: "gardens" })).toMatchObject({ forgotten: 0, verified: false });
  });

  it("says why the store found a record by its words", () => {
    const found = { ...doomed, why: 'says "Ana"' };
    const request = forgetInput.parse({ entity: "Ana", type: "semantic" });
    expect(withReasons([found], request, [])[0]?.why).toBe('says "Ana"; is of type semantic');
    expect(withReasons([doomed], request, [])[0]?.why).toBe(
      'is about, was said by or names "Ana"; is of type semantic',
    );
  });
});

describe("isNameGone()", () => {
  const gone = ["r1"];
  it.each([
    [gone, false, false, true],
    [gone, true, false, false],
    [gone, true, true, true],
    [[], false, false, true],
    [[], true, true, false],
  ] as const)("erased %j, named %s, further conditions %j: %j", (ids, stillNamed, further, expected) => {
    expect(isNameGone({ ids, stillNamed }, further)).toBe(expected);
  });
});

describe("verify()", () => {
  it("accepts only a residue with nothing found and all bytes overwritten", () => {
    expect(verify(clean)).toBe(true);
    for (const found of ["records", "passages", "vectors", "words"] as const)
      expect(verify({ ...clean, [found]: 1 })).toBe(false);
    expect(verify({ ...clean, overwritten: false })).toBe(false);
  });
});
