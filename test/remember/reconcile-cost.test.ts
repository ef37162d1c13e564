/**
 * The cost of reconciling grows linearly with the size of a call. It is counted in comparisons, not
 * in time.
 */
import { afterEach, describe, expect, it, vi } from "vitest";
import { atOnce } from "../../src/async/next-turn.js";
import type { SemanticDraft } from "../../src/extractors/extractor.js";
import { comparedFacts } from "../../src/remember/reconcile/fact-index.js";
import type { Candidate } from "../../src/remember/reconcile/plan.js";
import { reconcile } from "../../src/remember/reconcile/reconcile.js";
import { testIds } from "../../src/testing/test-memory.js";
import { ComparedValue } from "../../src/text/same-value.js";

const may = "2026-05-01T00:00:00.000Z";

function likes(value: string, over: Partial<SemanticDraft> = {}): SemanticDraft {
  return {
    type: "semantic",
    entity: "Ana",
    property: "likes",
    value,
    text: `Ana likes ${value}.`,
    cardinality: "many",
    polarity: "holds",
    validFrom: null,
    validTo: null,
    reason: "says what Ana likes",
    ...over,
  };
}

function said(draft: SemanticDraft, saidAt = may): Candidate {
  const { text } = draft;
  const passage = { text, message: 0, speaker: "Ana", role: "user", saidAt, prompt: null } as const;
  return {
    passage,
    digest: `${text} ${draft.polarity}`,
    decision: { keep: true, drafts: [draft], mentions: [] },
  };
}

function contextOf() {
  const known = { facts: [], ended: [], passages: [], named: [] };
  return { known, newId: testIds(), createdAt: may, expiresAt: null, metadata: {} };
}

const manyLikes = (count: number) => Array.from({ length: count }, (_, at) => said(likes(`food ${at}`)));

/** Comparisons of two values while a call is reconciled. */
function comparisons(candidates: readonly Candidate[]): number {
  const { prototype } = ComparedValue;
  const spies = [
    vi.spyOn(prototype, "equals"),
    vi.spyOn(prototype, "isNamedBy"),
    vi.spyOn(prototype, "sharesWords"),
    vi.spyOn(prototype, "hasUnitOf"),
  ];
  atOnce(reconcile(candidates, contextOf()));
  return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

describe("reconcile()", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("compares a fact of a many-valued property with no other", () => {
    expect(comparisons(manyLikes(3000))).toBe(0);
  });

  it("compares an ending with a bounded number of facts, and still ends an old one", () => {
    const endings = Array.from({ length: 20 }, (_, at) => said(likes(`food ${at}`, { polarity: "ended" })));
    const candidates = [...manyLikes(3000), ...endings];
    const { passages } = atOnce(reconcile(candidates, contextOf()));
    expect(passages[0]?.records[0]?.record.supersededBy).not.toBeNull();
    expect(comparisons(candidates)).toBeLessThanOrEqual(endings.length * (comparedFacts + 1));
  });

  it("compares a correction with a bounded number of facts", () => {
    const corrections = Array.from({ length: 20 }, (_, at) =>
      said(likes(`drink ${at}`, { former: `dish ${at}`, corrects: true })),
    );
    const compared = comparisons([...manyLikes(3000), ...corrections]);
    expect(compared).toBeGreaterThan(0);
    expect(compared).toBeLessThanOrEqual(corrections.length * 6 * (comparedFacts + 1));
  });

  it("inserts a late report without comparing it with all other facts", () => {
    const days = Array.from({ length: 300 }, (_, at) =>
      new Date(Date.parse(may) - at * 86_400_000).toISOString(),
    );
    const backwards = days.map((day, at) =>
      said(likes(`town ${at}`, { property: "home", cardinality: "one" }), day),
    );
    expect(comparisons(backwards)).toBeLessThanOrEqual(4 * days.length);
    const { passages } = atOnce(reconcile(backwards, contextOf()));
    const ends = passages.map(({ records }) => records[0]!.record.validTo);
    expect(ends).toEqual([null, ...days.slice(0, -1)]);
  });

  it("yields so that other work can run", () => {
    const work = reconcile(manyLikes(640), contextOf());
    let pauses = 0;
    while (work.next().done !== true) pauses++;
    expect(pauses).toBe(40);
  });
});
