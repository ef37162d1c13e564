import { type Extraction, type Extractor, type ExtractRequest, Memory, type SemanticDraft } from "keepsake";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { staticEmbedder } from "../../src/embedders/static-embedder.js";

/** An extractor that keeps a fact of each passage, drafted as the test says, and remembers what it was shown. */
class Drafting implements Extractor {
  readonly id = "drafting@1";
  readonly requests: ExtractRequest[] = [];
  draft: (request: ExtractRequest) => Partial<SemanticDraft> = () => ({});
  /** Done while the extractor is asked: what somebody else does meanwhile. */
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

describe("remember() with an extractor that wants to see what is near", () => {
  it("shows it the current records nearest to each passage, and tells them as considered", async () => {
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

  it("shows nothing to, and embeds nothing for, one that does not", async () => {
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

  it("updates the record that a draft names, and destroys nothing", async () => {
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
});
