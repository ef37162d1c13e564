import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/async/next-turn.js";
import type { MemoryRecord } from "../../../src/contract/record.js";
import type { Draft, ProceduralDraft, SemanticDraft } from "../../../src/extractors/extractor.js";
import type { Candidate, ReconcileContext } from "../../../src/remember/reconcile/plan.js";
import { factKeys, reconcile, replacedIds } from "../../../src/remember/reconcile/reconcile.js";
import { testIds } from "../../../src/testing/test-memory.js";

const march = "2026-03-01T00:00:00.000Z";
const may = "2026-05-01T00:00:00.000Z";

function fact(value: string, over: Partial<SemanticDraft> = {}): SemanticDraft {
  const text = `Ana lives in ${value}.`;
  const base = {
    type: "semantic",
    entity: "Ana",
    property: "home",
    value,
    text,
    cardinality: "one",
    polarity: "holds",
  } as const;
  return { ...base, validFrom: null, validTo: null, reason: "says where Ana lives", ...over };
}

function said(text: string, drafts: readonly Draft[], saidAt = may): Candidate {
  const passage = { text, message: 0, speaker: "Ana", role: "user", saidAt, prompt: null } as const;
  return { passage, digest: text, decision: { keep: true, drafts, mentions: [] } };
}

function known(value: string, over: Partial<MemoryRecord> = {}): MemoryRecord {
  const times = {
    occurred_at: march,
    occurred_until: null,
    valid_from: march,
    valid_to: null,
    created_at: march,
    superseded_by: null,
    expires_at: null,
  };
  const about = {
    entity: "Ana",
    property: "home",
    value,
    text: `Ana lives in ${value}.`,
    trigger: null,
    speaker: "Ana",
  };
  return {
    id: `known-${value}`,
    type: "semantic",
    source_id: "s",
    metadata: {},
    ...about,
    ...times,
    ...over,
  };
}

function decide(
  candidates: readonly Candidate[],
  facts: readonly MemoryRecord[] = [],
  { passages = [], ended = [], named = [] }: Partial<Omit<ReconcileContext["known"], "facts">> = {},
) {
  const context = {
    known: { facts, ended, passages, named },
    newId: testIds(),
    createdAt: may,
    expiresAt: null,
    metadata: {},
  };
  return atOnce(reconcile(candidates, context));
}

const records = (plan: ReturnType<typeof decide>) => plan.passages.flatMap((passage) => passage.records);

describe("reconcile()", () => {
  it("creates what is new", () => {
    const plan = decide([said("I live in Lisbon.", [fact("Lisbon")])]);
    expect(records(plan)).toMatchObject([
      { record: { operation: "CREATE", value: "Lisbon", validFrom: may, validTo: null } },
    ]);
    expect(plan.closings).toEqual([]);
  });

  it("updates a single-valued property and closes the old record where the new one begins", () => {
    const plan = decide(
      [said("I moved to Lisbon.", [fact("Lisbon", { validFrom: "2026-04-01T00:00:00.000Z" })])],
      [known("Porto")],
    );
    const [planned] = records(plan);
    expect(planned).toMatchObject({
      record: { operation: "UPDATE" },
      previous: { record_id: "known-Porto", value: "Porto" },
    });
    expect(plan.closings).toEqual([
      { recordId: "known-Porto", validTo: "2026-04-01T00:00:00.000Z", supersededBy: planned?.record.id },
    ]);
  });

  it("lists every record that a new value replaces, the last one as the previous", () => {
    const plan = decide([said("I moved to Lisbon.", [fact("Lisbon")])], [known("Porto"), known("Faro")]);
    expect(records(plan)).toMatchObject([
      {
        previous: { record_id: "known-Faro", value: "Faro" },
        changed: [
          { record_id: "known-Porto", value: "Porto", change: "replaced" },
          { record_id: "known-Faro", value: "Faro", change: "replaced" },
        ],
      },
    ]);
  });

  it("lists no record where a new one changes none", () => {
    const likes = (value: string) => fact(value, { property: "likes", cardinality: "many" });
    const plan = decide([said("I like tea.", [likes("tea")])], [known("coffee", { property: "likes" })]);
    expect(records(plan).map(({ changed }) => changed)).toEqual([[]]);
  });

  it("closes what a correction replaces as never true", () => {
    const plan = decide([said("I meant Faro.", [fact("Faro", { corrects: true })])], [known("Porto")]);
    const [planned] = records(plan);
    expect(planned).toMatchObject({
      record: { operation: "UPDATE", validFrom: may, validTo: null },
      reason: "says where Ana lives; corrects Porto",
      changed: [{ record_id: "known-Porto", value: "Porto", change: "corrected" }],
    });
    expect(plan.closings).toEqual([
      { recordId: "known-Porto", validTo: null, supersededBy: planned?.record.id },
    ]);
  });

  it("closes what a correction in the same call replaces where it began", () => {
    const plan = decide([
      said("I live in Porto.", [fact("Porto")], march),
      said("I meant Faro.", [fact("Faro", { corrects: true })]),
    ]);
    const [porto, faro] = records(plan);
    expect(porto?.record).toMatchObject({
      validFrom: march,
      validTo: march,
      supersededBy: faro?.record.id,
    });
    expect(plan.closings).toEqual([]);
  });

  it("corrects a fact that is taken back without a new value", () => {
    const draft = fact("Porto", { polarity: "ended", corrects: true });
    const plan = decide([said("I never lived in Porto.", [draft])], [known("Porto")]);
    expect(records(plan)).toMatchObject([{ changed: [{ value: "Porto", change: "corrected" }] }]);
    expect(plan.closings).toMatchObject([{ recordId: "known-Porto", validTo: null }]);
  });

  it("leaves a fact that was never true without a time, whatever is reported late", () => {
    const april = "2026-04-01T00:00:00.000Z";
    const never = known("Faro", { valid_to: march, superseded_by: "known-Lisbon" });
    const lisbon = known("Lisbon", { occurred_at: may, valid_from: may });
    const late = fact("Porto", { validFrom: "2020-01-01T00:00:00.000Z" });
    const plan = decide([said("I have lived in Porto since 2020.", [late], april)], [lisbon], {
      ended: [never],
    });
    expect(plan.closings).toEqual([]);
  });

  it("adds to a many-valued property", () => {
    const likes = (value: string) => fact(value, { property: "likes", cardinality: "many" });
    const plan = decide([said("I like tea.", [likes("tea")])], [known("coffee", { property: "likes" })]);
    expect(records(plan)).toMatchObject([{ record: { operation: "CREATE" } }]);
    expect(plan.closings).toEqual([]);
  });

  it("skips a fact that is known already and says so", () => {
    const plan = decide([said("I live in Porto.", [fact("porto")])], [known("Porto")]);
    expect(plan.passages).toEqual([]);
    expect(plan.skipped).toEqual([{ text: "I live in Porto.", reason: "known already" }]);
  });

  it("keeps a known fact that comes with more information", () => {
    const plan = decide(
      [said("I live in Porto, in the old tower by the river.", [fact("Porto")])],
      [known("Porto")],
    );
    expect(records(plan)).toHaveLength(1);
    expect(plan.closings).toEqual([]);
  });

  it("inserts a late report into the history and replaces nothing", () => {
    const plan = decide(
      [said("I live in Faro.", [fact("Faro")], "2025-01-01T00:00:00.000Z")],
      [known("Porto")],
    );
    expect(records(plan)).toMatchObject([
      { record: { operation: "CREATE", validTo: march, supersededBy: "known-Porto" } },
    ]);
    expect(plan.closings).toEqual([]);
  });

  it("inserts a late report before the next statement, not before the current one", () => {
    const porto = known("Porto", {
      occurred_at: "2025-06-01T00:00:00.000Z",
      occurred_until: null,
      valid_from: "2025-06-01T00:00:00.000Z",
    });
    const late = said("I live in Faro.", [fact("Faro")], "2025-01-01T00:00:00.000Z");
    const plan = decide([late], [known("Lisbon")], { ended: [{ ...porto, superseded_by: "known-Lisbon" }] });
    expect(records(plan)).toMatchObject([
      { record: { validTo: "2025-06-01T00:00:00.000Z", supersededBy: "known-Porto" } },
    ]);
  });

  it("ends the statement before a late report where the report begins", () => {
    const faro = known("Faro", { superseded_by: "known-Lisbon", valid_to: may });
    const lisbon = known("Lisbon", { occurred_at: may, valid_from: may });
    const april = "2026-04-01T00:00:00.000Z";
    const plan = decide([said("I live in Porto.", [fact("Porto")], april)], [lisbon], { ended: [faro] });
    const [porto] = records(plan);
    expect(porto?.record).toMatchObject({ validFrom: april, validTo: may, supersededBy: "known-Lisbon" });
    expect(porto).not.toHaveProperty("previous");
    expect(porto?.changed).toEqual([{ record_id: "known-Faro", value: "Faro", change: "replaced" }]);
    expect(plan.closings).toEqual([
      {
        recordId: "known-Faro",
        validTo: april,
        supersededBy: porto?.record.id,
        formerSuccessor: "known-Lisbon",
      },
    ]);
  });

  it("shortens what an earlier message of the same call closed", () => {
    const [faro, lisbon, porto] = records(
      decide([
        said("I live in Faro.", [fact("Faro")], march),
        said("I moved to Lisbon.", [fact("Lisbon")]),
        said("I live in Porto.", [fact("Porto")], "2026-04-01T00:00:00.000Z"),
      ]),
    );
    expect(faro?.record).toMatchObject({
      validTo: porto?.record.validFrom,
      supersededBy: porto?.record.id,
    });
    expect(porto?.record).toMatchObject({ validTo: may, supersededBy: lisbon?.record.id });
  });

  it("keeps a statement of the far future from ending a present one, and the reverse", () => {
    const mars = decide(
      [said("I live on Mars.", [fact("Mars")], "9999-01-01T00:00:00.000Z")],
      [known("Porto")],
    );
    expect(mars.closings).toEqual([]);
    const ahead = known("Mars", { occurred_at: "9999-01-01T00:00:00.000Z" });
    const moved = decide([said("I moved to Lisbon.", [fact("Lisbon")])], [known("Porto"), ahead]);
    expect(moved.closings).toMatchObject([{ recordId: "known-Porto" }]);
  });

  it("never closes a record that the same passage created", () => {
    const plan = decide([said("I live in Porto, I mean Lisbon.", [fact("Porto"), fact("Lisbon")])]);
    expect(plan.closings).toEqual([]);
    expect(records(plan)[0]?.record.supersededBy).toBe(records(plan)[1]?.record.id);
  });

  it("lets a later message of one call update an earlier one", () => {
    const plan = decide([
      said("I live in Porto.", [fact("Porto")], march),
      said("I moved to Lisbon.", [fact("Lisbon")]),
    ]);
    const [porto, lisbon] = records(plan);
    expect(porto).toMatchObject({ record: { validTo: may, supersededBy: lisbon?.record.id } });
    expect(lisbon).toMatchObject({ record: { operation: "UPDATE" }, previous: { value: "Porto" } });
    expect(plan.closings).toEqual([]);
  });

  it("ends a fact without a new value", () => {
    const ended = fact("Acme", {
      property: "employer",
      polarity: "ended",
      text: "Ana no longer works at Acme.",
    });
    const plan = decide(
      [said("I no longer work at Acme.", [ended])],
      [known("Acme Ltd", { property: "employer" })],
    );
    expect(records(plan)).toMatchObject([
      {
        record: { operation: "UPDATE", property: "former employer", value: "Acme" },
        previous: { value: "Acme Ltd" },
        changed: [{ record_id: "known-Acme Ltd", value: "Acme Ltd", change: "ended" }],
      },
    ]);
    expect(plan.closings).toMatchObject([{ recordId: "known-Acme Ltd", validTo: may }]);
  });

  it("records no ending without a value where nothing ended and the passage says more", () => {
    const wife = fact("", { property: "wife", polarity: "ended", text: "Ana is divorced." });
    const status = fact("divorced", { property: "relationship status" });
    const plan = decide([said("I got divorced.", [status, wife])]);
    expect(records(plan).map(({ record }) => record.property)).toEqual(["relationship status"]);
    expect(records(decide([said("I quit.", [wife])]))).toHaveLength(1);
  });

  it("keeps the other values when one ends", () => {
    const ended = fact("Acme", { property: "employer", polarity: "ended" });
    expect(
      decide([said("I left Acme.", [ended])], [known("Siemens", { property: "employer" })]).closings,
    ).toEqual([]);
  });

  it("never closes a record before it began", () => {
    const since = fact("Lisbon", { validFrom: "2019-01-01T00:00:00.000Z" });
    expect(
      decide([said("I have lived in Lisbon since 2019.", [since])], [known("Porto")]).closings,
    ).toMatchObject([{ validTo: may }]);
  });

  it("keeps the same undated sentence once, and a dated one once for each day", () => {
    const ran = (occurredAt: string, dated: boolean): Draft => ({
      type: "episodic",
      entity: "Ana",
      participants: [],
      occurredAt,
      dated,
      reason: "",
    });
    const earlier = (draft: Draft) => [
      {
        digest: "I ran.",
        records: [known("", { type: "episodic", property: null, value: null, occurred_at: march })],
        draft,
      },
    ];
    expect(
      decide([said("I ran.", [ran(may, false)])], [], { passages: earlier(ran(march, false)) }).passages,
    ).toEqual([]);
    expect(
      decide([said("I ran.", [ran(march, true)])], [], { passages: earlier(ran(march, true)) }).passages,
    ).toEqual([]);
    expect(
      decide([said("I ran.", [ran(may, true)])], [], { passages: earlier(ran(march, true)) }).passages,
    ).toHaveLength(1);
  });

  it("records a fact again that is true again after a change", () => {
    const plan = decide([said("I live in Porto.", [fact("Porto")])], [known("Lisbon")], {
      passages: [{ digest: "I live in Porto.", records: [] }],
    });
    expect(records(plan)).toMatchObject([{ record: { operation: "UPDATE", value: "Porto" } }]);
  });

  it("passes on why the extractor skipped a passage", () => {
    const greeting: Candidate = { ...said("Hi!", []), decision: { keep: false, reason: "greeting" } };
    expect(decide([greeting]).skipped).toEqual([{ text: "Hi!", reason: "greeting" }]);
  });
});

describe("reconcile() of a draft that names what it updates", () => {
  const tea = known("tea", { property: "favourite drink", id: "tea" });
  const rule = known("", {
    id: "rule",
    type: "procedural",
    property: null,
    value: null,
    text: "Write in French.",
  });
  const ruled = (over: Partial<ProceduralDraft> = {}): ProceduralDraft => ({
    type: "procedural",
    entity: "Ana",
    trigger: null,
    reason: "a rule",
    ...over,
  });

  it("closes that record, whatever its property is called", () => {
    const draft = fact("coffee", { property: "drinks", cardinality: "many", replaces: "tea" });
    const plan = decide([said("I gave up tea for coffee.", [draft])], [], { named: [tea] });
    const [planned] = records(plan);
    expect(planned).toMatchObject({
      record: { operation: "UPDATE" },
      previous: { record_id: "tea", value: "tea" },
      reason: "says where Ana lives; replaces tea",
    });
    expect(plan.closings).toEqual([{ recordId: "tea", validTo: may, supersededBy: planned?.record.id }]);
  });

  it("creates it, and says so, where that record is no longer current", () => {
    const draft = fact("coffee", { property: "drinks", cardinality: "many", replaces: "tea" });
    const plan = decide([said("I gave up tea for coffee.", [draft])]);
    expect(records(plan)).toMatchObject([
      {
        record: { operation: "CREATE" },
        reason: "says where Ana lives; what it was to replace is no longer current",
      },
    ]);
    expect(plan.closings).toEqual([]);
  });

  it("closes a record once, however many drafts name it", () => {
    const drinks = (value: string) => fact(value, { property: value, cardinality: "many", replaces: "tea" });
    const plan = decide([said("Coffee, or water.", [drinks("coffee"), drinks("water")])], [], {
      named: [tea],
    });
    expect(records(plan).map(({ record }) => record.operation)).toEqual(["UPDATE", "CREATE"]);
    expect(plan.closings).toHaveLength(1);
  });

  it("closes a record once that its property would close too", () => {
    const porto = known("Porto");
    const draft = fact("Faro", { replaces: porto.id });
    const plan = decide([said("I moved to Faro.", [draft])], [porto], { named: [porto] });
    expect(plan.closings).toMatchObject([{ recordId: porto.id }]);
  });

  it("ends it where it is no longer so", () => {
    const draft = fact("tea", { property: "drinks", polarity: "ended", replaces: "tea" });
    const plan = decide([said("No more tea for me.", [draft])], [], { named: [tea] });
    expect(records(plan)).toMatchObject([
      { record: { property: "former drinks", operation: "UPDATE" }, previous: { record_id: "tea" } },
    ]);
    expect(plan.closings).toMatchObject([{ recordId: "tea" }]);
  });

  it("skips it where that record says the same already", () => {
    const draft = fact("Tea", { property: "favourite drink", cardinality: "many", replaces: "tea" });
    const plan = decide([said("Tea.", [draft])], [tea], { named: [tea] });
    expect(plan.skipped).toEqual([{ text: "Tea.", reason: "known already" }]);
    expect(plan.closings).toEqual([]);
  });

  it("replaces a rule by a rule", () => {
    const plan = decide([said("Write in English from now on.", [ruled({ replaces: "rule" })])], [], {
      named: [rule],
    });
    const [planned] = records(plan);
    expect(planned).toMatchObject({
      record: { operation: "UPDATE", type: "procedural", validFrom: may, validTo: null },
      previous: { record_id: "rule", value: "Write in French." },
    });
    expect(plan.closings).toEqual([{ recordId: "rule", validTo: may, supersededBy: planned?.record.id }]);
  });

  it("inserts an older statement into the history and replaces nothing", () => {
    const early = "2025-01-01T00:00:00.000Z";
    const drafts = [ruled({ replaces: "rule" }), fact("milk", { property: "drinks", replaces: "tea" })];
    const plan = decide([said("Write in Latin; I drink milk.", drafts, early)], [], { named: [rule, tea] });
    expect(records(plan)).toMatchObject([
      { record: { operation: "CREATE", validTo: march, supersededBy: "rule" } },
      { record: { operation: "CREATE", validTo: march, supersededBy: "tea" } },
    ]);
    expect(plan.closings).toEqual([]);
  });

  it("never replaces an event: what happened has happened", () => {
    const ran = known("", { id: "ran", type: "episodic", property: null, value: null });
    const plan = decide([said("I swam.", [ruled({ replaces: "ran" })])], [], { named: [ran] });
    expect(records(plan)).toMatchObject([{ record: { operation: "CREATE" } }]);
    expect(plan.closings).toEqual([]);
  });
});

describe("replacedIds()", () => {
  it("names each record once", () => {
    const draft = fact("x", { replaces: "r1" });
    expect(replacedIds([said("a", [draft, draft]), said("b", [fact("y")])])).toEqual(["r1"]);
  });
});

describe("factKeys()", () => {
  it("names each fact once, whatever its case", () => {
    expect(factKeys([said("a", [fact("x"), fact("y", { entity: "ANA" })])])).toHaveLength(1);
  });
});
