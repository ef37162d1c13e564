import { type Extraction, type Extractor, type ExtractRequest, Memory, type SemanticDraft } from "keepsake";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { staticEmbedder } from "../../src/embedders/static-embedder.js";

/**
 * An extractor that drafts the test's fact from each passage, and records its requests.
 */
class Drafting implements Extractor {
  readonly id = "drafting@1";
  readonly requests: ExtractRequest[] = [];
  draft: (request: ExtractRequest) => Partial<SemanticDraft> = () => ({});
  /** Runs during extraction: a concurrent change by another caller. */
  meanwhile: () => Promise<unknown> = async () => {};

  constructor(public wantsNearest: boolean) {}

  async extract(request: ExtractRequest): Promise<Extraction> {
    this.requests.push(request);
    const drafts = [{ ...plain, ...this.draft(request) }];
    const decisions = request.passages.map(() => ({ keep: true, drafts, mentions: [] }) as const);
    await this.meanwhile();
    return { decisions, success: true, tokens: 7 };
  }
}

const plain: SemanticDraft = {
  type: "semantic",
  entity: "Ana",
  property: "drinks",
  value: "tea",
  text: "Ana drinks tea.",
  cardinality: "many",
  polarity: "holds",
  validFrom: null,
  validTo: null,
  reason: "says what Ana drinks",
};

/** The bundled embedder, counting how often a text was embedded. */
function counting() {
  const embedder = staticEmbedder();
  const embedded: string[] = [];
  const embed: typeof embedder.embed = (texts, options) => {
    if (options.kind === "passage") embedded.push(...texts);
    return embedder.embed(texts, options);
  };
  return { embedded, embedder: { ...part(embedder), embed } };
}

function part(embedder: ReturnType<typeof staticEmbedder>) {
  const { id, dimensions } = embedder;
  return { id, dimensions, countTokens: (text: string) => embedder.countTokens(text) };
}

describe("remember()", () => {
  it("returns the span of a record and the extractor's certainty", async () => {
    const extractor = new Drafting(false);
    extractor.draft = () => ({ span: { start: 0, end: 11 }, certainty: 0.7 });
    const { memory } = await testMemory({ extractor });
    const [item] = (await memory.remember("I drink tea, on most days.")).data.data.memory_decisions.semantic
      .items;
    expect(item).toMatchObject({ span: "I drink tea", certainty: 0.7, changed: [] });
    await memory.close();
  });

  it("counts the bytes of kept passages, not of skipped ones", async () => {
    const { memory } = await testMemory();
    const kept = "Je déménage à Besançon.";
    const content = [
      { role: "user", content: "Good morning!" },
      { role: "user", content: kept },
      { role: "user", content: `  ${kept}  ` },
    ] as const;
    const [twice, again, none] = await memory.rememberMany([content, kept, "Thanks!"]);
    expect(twice).toMatchObject({ stored: true, bytes: Buffer.byteLength(kept) });
    expect(again).toMatchObject({ stored: false, bytes: 0 });
    expect(none).toMatchObject({ stored: false, bytes: 0 });
    await memory.close();
  });

  it("returns the whole passage and a certainty of 1 for drafts of the bundled rules", async () => {
    const { memory } = await testMemory();
    const content = "I live in Graz. Yesterday I met Rita. Always answer in German.";
    const { semantic, episodic, procedural } = (await memory.remember(content)).data.data.memory_decisions;
    for (const item of [...semantic.items, ...episodic.items, ...procedural.items]) {
      expect(content).toContain(item.span);
      expect(item).toMatchObject({ certainty: 1, changed: [] });
    }
    for (const { span, document } of [...episodic.items, ...procedural.items]) expect(span).toBe(document);
    await memory.close();
  });

  it("returns no corrected fact as of any day, and keeps it in the history", async () => {
    const extractor = new Drafting(false);
    const home = { property: "home", cardinality: "one" } as const;
    extractor.draft = () => ({ ...home, value: "Lisbon", text: "Ana lives in Lisbon." });
    const { memory } = await testMemory({ extractor });
    await memory.remember({ content: "I live in Lisbon.", occurred_at: "2026-01-10" });
    const ask = async (as_of: string) =>
      (await memory.recall({ query: "Where does Ana live?", as_of })).semantic_memory;
    expect(await ask("2026-01-12")).toContain("Lisbon");
    extractor.draft = () => ({ ...home, value: "Porto", text: "Ana lives in Porto.", corrects: true });
    const payload = await memory.remember({ content: "I meant Porto.", occurred_at: "2026-01-20" });
    const [item] = payload.data.data.memory_decisions.semantic.items;
    expect(item).toMatchObject({
      operation: "UPDATE",
      previous: { value: "Lisbon" },
      changed: [{ record_id: item?.previous?.record_id, value: "Lisbon", change: "corrected" }],
    });
    for (const day of ["2026-01-10", "2026-01-12", "2026-01-20", "2026-03-01"])
      expect(await ask(day)).not.toContain("Lisbon");
    expect(await ask("2026-03-01")).toContain("Porto");
    const [lisbon] = (await memory.history(item!.record_id)).items;
    expect(lisbon).toMatchObject({ value: "Lisbon", superseded_by: item!.record_id });
    expect(lisbon?.valid_to).toBe(lisbon?.valid_from);
    await memory.close();
  });

  it("erases a saved payload together with a record that it lists as changed", async () => {
    const extractor = new Drafting(false);
    const { memory } = await testMemory({ extractor });
    const say = (value: string, occurred_at: string, idempotency_key?: string) => {
      extractor.draft = () => ({
        property: "home",
        cardinality: "one",
        value,
        text: `Ana lives in ${value}.`,
      });
      return memory.remember({
        content: `I live in ${value}.`,
        occurred_at,
        ...(idempotency_key === undefined ? {} : { idempotency_key }),
      });
    };
    const [faro] = (await say("Faro", "2026-01-01")).data.data.memory_decisions.semantic.items;
    await say("Lisbon", "2026-03-01");
    // A late report: it shortens a fact that has ended, which is none of the considered records.
    const late = await say("Porto", "2026-02-01", "k1");
    expect(late.data.data.memory_decisions.semantic.items[0]?.changed).toMatchObject([{ value: "Faro" }]);
    expect(await say("Porto", "2026-02-01", "k1")).toEqual(late);
    await memory.forget({ ids: [faro!.record_id] });
    expect(JSON.stringify(await say("Porto", "2026-02-01", "k1"))).not.toContain("Faro");
    await memory.close();
  });
});

describe("remember() with an extractor that has wantsNearest", () => {
  it("passes it the current records nearest to each passage, and lists them as considered", async () => {
    const extractor = new Drafting(true);
    const { memory } = await testMemory({ extractor });
    const first = await memory.remember("I drink tea.");
    expect(extractor.requests[0]?.nearest).toEqual([[]]);
    extractor.draft = () => ({ value: "coffee", text: "Ana drinks coffee." });
    const second = await memory.remember("I drink coffee.");
    const [known] = first.data.data.memory_decisions.semantic.items;
    expect(extractor.requests[1]?.nearest?.map((records) => records.map(({ id }) => id))).toEqual([
      [known?.record_id],
    ]);
    expect(second.data.query.semantic_context).toEqual([
      { record_id: known?.record_id, text: "Ana drinks tea." },
    ]);
    await memory.close();
  });

  it("embeds each passage once", async () => {
    const { embedder, embedded } = counting();
    await using memory = new Memory({ embedder, extractor: new Drafting(true) });
    await memory.remember("I drink tea.");
    expect(embedded).toEqual(["I drink tea."]);
  });

  it("passes no records and embeds nothing first for one without wantsNearest", async () => {
    const { embedder, embedded } = counting();
    const extractor = new Drafting(false);
    await using memory = new Memory({ embedder, extractor });
    await memory.remember("I drink tea.");
    expect(extractor.requests[0]).not.toHaveProperty("nearest");
    expect(embedded).toEqual(["I drink tea."]);
    await using ruled = new Memory({ embedder });
    await ruled.remember("Good morning!");
    expect(embedded).toEqual(["I drink tea."]);
  });

  it("updates the record that a draft names, and deletes nothing", async () => {
    const extractor = new Drafting(true);
    const { memory, clock } = await testMemory({ extractor });
    await memory.remember("I drink tea.");
    clock.advance(86_400_000);
    extractor.draft = ({ nearest }) => ({
      property: "favourite drink",
      value: "coffee",
      replaces: nearest![0]![0]!.id,
    });
    const payload = await memory.remember("I gave up tea for coffee.");
    const [item] = payload.data.data.memory_decisions.semantic.items;
    expect(item).toMatchObject({ operation: "UPDATE", previous: { value: "tea" } });
    const chain = await memory.history(item!.record_id);
    expect(chain.items.map(({ value, superseded_by }) => [value, superseded_by])).toEqual([
      ["tea", item!.record_id],
      ["coffee", null],
    ]);
    expect((await memory.verifyAudit()).valid).toBe(true);
    await memory.close();
  });

  it("does not update a record that it did not show", async () => {
    const extractor = new Drafting(true);
    const { memory } = await testMemory({ extractor });
    const first = await memory.remember("I drink tea.");
    const [known] = first.data.data.memory_decisions.semantic.items;
    extractor.wantsNearest = false;
    extractor.draft = () => ({ value: "coffee", replaces: known!.record_id });
    const payload = await memory.remember("I gave up tea for coffee.");
    expect(payload.data.data.memory_decisions.semantic.items).toMatchObject([{ operation: "CREATE" }]);
    expect((await memory.records()).items).toHaveLength(2);
    await memory.close();
  });

  it("decides anew where somebody forgot the record meanwhile", async () => {
    const extractor = new Drafting(true);
    const { memory } = await testMemory({ extractor });
    const first = await memory.remember("I drink tea.");
    const { record_id } = first.data.data.memory_decisions.semantic.items[0]!;
    extractor.draft = () => ({ value: "coffee", replaces: record_id });
    extractor.meanwhile = () => memory.forget({ ids: [record_id] });
    const payload = await memory.remember("I gave up tea for coffee.");
    expect(payload.data.data.memory_decisions.semantic.items).toMatchObject([
      { operation: "CREATE", reason: "says what Ana drinks; what it was to replace is no longer current" },
    ]);
    await memory.close();
  });

  it("counts the tokens that a model reported", async () => {
    const { memory } = await testMemory({ extractor: new Drafting(true) });
    const counted = staticEmbedder();
    await counted.embed([], { kind: "passage" });
    expect((await memory.remember("I drink tea.")).tokens).toBe(counted.countTokens("I drink tea.") + 7);
    await memory.close();
  });

  it("counts the tokens of a long content as those of one text", async () => {
    const { memory } = await testMemory({ extractor: new Drafting(false) });
    const counted = staticEmbedder();
    await counted.embed([], { kind: "passage" });
    const content = "Ana fährt, naïve résumé 12.5%! ".repeat(5000);
    expect((await memory.remember(content)).tokens).toBe(counted.countTokens(content) + 7);
    await memory.close();
  });
});
