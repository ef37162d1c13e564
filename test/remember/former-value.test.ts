/** Reconciling a draft that names its former value. */
import { describe, expect, it } from "vitest";
import { atOnce } from "../../src/async/next-turn.js";
import type { MemoryRecord } from "../../src/contract/record.js";
import type { SemanticDraft } from "../../src/extractors/extractor.js";
import { reconcile } from "../../src/remember/reconcile/reconcile.js";
import { testIds } from "../../src/testing/test-memory.js";

const january = "2026-01-01T00:00:00.000Z";
const march = "2026-03-01T00:00:00.000Z";
const may = "2026-05-01T00:00:00.000Z";

/** A fact about the user, many-valued by default. */
function draft(property: string, value: string, over: Partial<SemanticDraft> = {}): SemanticDraft {
  return {
    type: "semantic",
    entity: "Ana",
    property,
    value,
    text: `Ana's ${property} is ${value}.`,
    cardinality: "many",
    polarity: "holds",
    validFrom: null,
    validTo: null,
    reason: "a fact",
    ...over,
  };
}

function known(property: string, value: string, over: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    id: `known-${value}`,
    type: "semantic",
    source_id: "s",
    metadata: {},
    entity: "Ana",
    property,
    value,
    text: `Ana's ${property} is ${value}.`,
    trigger: null,
    speaker: "Ana",
    occurred_at: march,
    occurred_until: null,
    valid_from: march,
    valid_to: null,
    created_at: march,
    superseded_by: null,
    expires_at: null,
    ...over,
  };
}

interface Past {
  readonly facts?: readonly MemoryRecord[];
  readonly ended?: readonly MemoryRecord[];
  readonly saidAt?: string;
}

/** Records and closings of one passage with one draft. */
function decide(one: SemanticDraft, { facts = [], ended = [], saidAt = may }: Past = {}) {
  const passage = {
    text: `Something new: ${one.text}`,
    message: 0,
    speaker: "Ana",
    role: "user",
    saidAt,
    prompt: null,
  } as const;
  const decision = { keep: true, drafts: [one], mentions: [] } as const;
  const candidate = { passage, digest: passage.text, decision };
  const context = {
    known: { facts, ended, passages: [], named: [] },
    newId: testIds(),
    createdAt: may,
    expiresAt: null,
    metadata: {},
  };
  const plan = atOnce(reconcile([candidate], context));
  return { records: plan.passages.flatMap(({ records }) => records), closings: plan.closings };
}

describe("reconcile() of a draft with a former value", () => {
  it("closes the current value that it names, also of a many-valued property", () => {
    const { records, closings } = decide(draft("instrument", "cello", { former: "violin" }), {
      facts: [known("instrument", "violin"), known("instrument", "piano")],
    });
    expect(records).toMatchObject([
      {
        record: { operation: "UPDATE", value: "cello", validTo: null },
        previous: { record_id: "known-violin", value: "violin" },
        changed: [{ record_id: "known-violin", value: "violin", change: "replaced" }],
      },
    ]);
    expect(closings).toEqual([
      { recordId: "known-violin", validTo: may, supersededBy: records[0]!.record.id },
    ]);
  });

  it("closes a current value that includes the former one, or is part of it", () => {
    const closed = (current: string, former: string) =>
      decide(draft("team", "Design", { former }), { facts: [known("team", current)] }).closings.map(
        ({ recordId }) => recordId,
      );
    expect(closed("the Billing team", "Billing")).toEqual(["known-the Billing team"]);
    expect(closed("Billing", "the Billing team")).toEqual(["known-Billing"]);
    expect(closed("Sales", "Billing")).toEqual([]);
  });

  it("finds the former value by whole words", () => {
    const closed = (current: string, former: string) =>
      decide(draft("likes", "cocoa", { former }), { facts: [known("likes", current)] }).closings;
    expect(closed("steak", "tea")).toEqual([]);
    expect(closed("65 %", "5 %")).toEqual([]);
    expect(closed("green tea", "tea")).toHaveLength(1);
  });

  it("closes nothing for a former value without words", () => {
    const { records, closings } = decide(draft("likes", "cocoa", { former: "—" }), {
      facts: [known("likes", "tea")],
    });
    expect(closings).toEqual([]);
    expect(records).toMatchObject([{ record: { value: "cocoa", operation: "CREATE" } }]);
  });

  it("records a former value that was not known first, and replaces it", () => {
    const { records, closings } = decide(draft("coverage", "82 %", { former: "65 %", cardinality: "one" }));
    const [before, now] = records;
    expect(records).toHaveLength(2);
    expect(before!.record).toMatchObject({
      operation: "CREATE",
      value: "65 %",
      text: "Ana's coverage is 65 %.",
      supersededBy: now!.record.id,
    });
    expect(before!.record.validTo).not.toBeNull();
    expect(now).toMatchObject({
      record: { operation: "UPDATE", value: "82 %", validTo: null, supersededBy: null },
      previous: { record_id: before!.record.id, value: "65 %" },
    });
    expect(closings).toEqual([]);
  });

  it("leaves other values of a many-valued property alone when it records a former one", () => {
    const { records, closings } = decide(draft("instrument", "cello", { former: "violin" }), {
      facts: [known("instrument", "piano")],
    });
    expect(records.map(({ record }) => [record.value, record.validTo === null])).toEqual([
      ["violin", false],
      ["cello", true],
    ]);
    expect(closings).toEqual([]);
  });

  it("does not record a former value again that is known to have ended", () => {
    const { records } = decide(draft("employer", "Bosch", { former: "Acme", cardinality: "one" }), {
      facts: [known("employer", "Bosch")],
      ended: [
        known("employer", "Acme", {
          occurred_at: january,
          occurred_until: null,
          valid_from: january,
          valid_to: march,
          superseded_by: "known-Bosch",
        }),
      ],
    });
    expect(records.map(({ record }) => record.value)).toEqual(["Bosch"]);
  });

  it("closes a former value that it records from a late report too", () => {
    const { records, closings } = decide(draft("coverage", "82 %", { former: "65 %", cardinality: "one" }), {
      facts: [known("coverage", "90 %")],
      saidAt: january,
    });
    const [before, then] = records;
    expect(records.map(({ record }) => record.value)).toEqual(["65 %", "82 %"]);
    expect(before!.record).toMatchObject({ supersededBy: then!.record.id });
    expect(before!.record.validTo).not.toBeNull();
    expect(then!.record).toMatchObject({ validTo: march, supersededBy: "known-90 %" });
    expect(closings).toEqual([]);
  });

  it("closes a former value that it records from a report of the far future too", () => {
    const { records } = decide(draft("coverage", "82 %", { former: "65 %", cardinality: "one" }), {
      saidAt: "2100-01-01T00:00:00.000Z",
    });
    expect(records.map(({ record }) => [record.value, record.validTo === null])).toEqual([
      ["65 %", false],
      ["82 %", true],
    ]);
  });

  it("does nothing where the former value is the value", () => {
    const { records, closings } = decide(draft("team", "Billing", { former: "billing" }), {
      facts: [known("team", "the Billing team")],
    });
    expect(records.map(({ record }) => [record.operation, record.value])).toEqual([["CREATE", "Billing"]]);
    expect(closings).toEqual([]);
  });

  it("closes a value of the same unit, not one of another", () => {
    const load = (value: string) => draft("load", value, { cardinality: "one" });
    const closed = (current: string, value: string) =>
      decide(load(value), { facts: [known("load", current)] }).closings.length;
    expect(closed("250 ms", "80 ms")).toBe(1);
    expect(closed("250 ms", "12 %")).toBe(0);
    expect(closed("250 ms", "low")).toBe(1);
  });

  it("closes the former value whatever its unit, where the text says that it ended", () => {
    const { closings } = decide(draft("load", "12 %", { former: "250 ms", cardinality: "one" }), {
      facts: [known("load", "250 ms")],
    });
    expect(closings).toMatchObject([{ recordId: "known-250 ms" }]);
  });
});
