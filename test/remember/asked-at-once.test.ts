/** `rememberMany` with an extractor that may be asked about several inputs at once. */
import { type Extraction, type Extractor, type ExtractRequest, Memory, type SemanticDraft } from "keepsake";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { ruleExtractor } from "../../src/extractors/rule-extractor.js";

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

/**
 * Decides by the bundled rules or with the test's drafts, when the test allows it. An input is
 * identified by its first passage.
 */
class Waiting implements Extractor {
  readonly id = "waiting@1";
  readonly wantsNearest = true;
  readonly begun: string[] = [];
  readonly stopped: string[] = [];
  mostAtOnce = 0;
  draft: ((request: ExtractRequest) => Partial<SemanticDraft>) | undefined;
  /** Delays an answer; by default by one turn of the event loop. */
  hold: (text: string) => Promise<unknown> = () => new Promise((resolve) => setImmediate(resolve));
  #atOnce = 0;
  readonly #rules = ruleExtractor();

  constructor(readonly concurrency: number) {}

  async extract(
    request: ExtractRequest,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Extraction> {
    const text = request.passages[0]?.text ?? "";
    this.begun.push(text);
    this.#atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce);
    const stopped = new Promise<never>((_, reject) => {
      signal?.addEventListener("abort", () => {
        this.stopped.push(text);
        reject(signal.reason);
      });
    });
    try {
      await Promise.race([this.hold(text), stopped]);
    } finally {
      this.#atOnce -= 1;
    }
    const drafted = this.draft?.(request);
    if (drafted === undefined) return this.#rules.extract(request);
    const decision = { keep: true, drafts: [{ ...plain, ...drafted }], mentions: [] } as const;
    return { decisions: request.passages.map(() => decision), success: true, tokens: 0 };
  }
}

/** A promise that the test resolves. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

const homes = ["Ana lives in Lisbon.", "Ana moved to Porto.", "Ana moved to Graz.", "Hi!", "Ben sails."];

async function values(memory: Memory): Promise<(string | null)[]> {
  return (await memory.records()).items.map(({ value, text }) => value ?? text);
}

describe("rememberMany() with an extractor that may be asked about several inputs at once", () => {
  it("asks it about as many as it allows, and about the next ones once those are kept", async () => {
    const extractor = new Waiting(3);
    await using memory = new Memory({ extractor });
    const shown: number[] = [];
    extractor.draft = ({ nearest, passages }) => {
      shown.push(nearest!.flat().length);
      return { value: passages[0]!.text };
    };
    const inputs = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `Ana drinks ${name}.`);
    const payloads = await memory.rememberMany(inputs);
    expect(extractor.begun).toEqual(inputs);
    expect(extractor.mostAtOnce).toBe(3);
    expect(shown.slice(0, 4)).toEqual([0, 0, 0, 3]);
    expect(payloads.map(({ data }) => data.data.memory_decisions.semantic.items[0]?.value)).toEqual(inputs);
  });

  it("decides and answers as one after the other, whichever answer comes first", async () => {
    const alone = new Waiting(1);
    const together = new Waiting(4);
    const first = gate();
    together.hold = (text) => {
      if (text === homes[3]) first.open();
      return first.opened;
    };
    const [one, many] = [await testMemory({ extractor: alone }), await testMemory({ extractor: together })];
    const before = await one.memory.rememberMany(homes);
    const after = await many.memory.rememberMany(homes);
    const decided = (payloads: typeof before) => payloads.map(({ data }) => data.data);
    expect(decided(after)).toEqual(decided(before));
    expect((await many.memory.records({ include_superseded: true })).items).toEqual(
      (await one.memory.records({ include_superseded: true })).items,
    );
    expect({ alone: alone.mostAtOnce, together: together.mostAtOnce }).toEqual({ alone: 1, together: 4 });
    await Promise.all([one.memory.close(), many.memory.close()]);
  });

  it("updates a record once where two inputs name it: the second one adds to what is there", async () => {
    const extractor = new Waiting(2);
    await using memory = new Memory({ extractor });
    extractor.draft = () => ({});
    await memory.remember("I drink tea.");
    extractor.draft = ({ nearest, passages }) => ({
      value: /\w+(?=\.)/.exec(passages[0]!.text)![0],
      replaces: nearest![0]![0]!.id,
    });
    const payloads = await memory.rememberMany(["From now on I drink coffee.", "From now on I drink water."]);
    const items = payloads.map(({ data }) => data.data.memory_decisions.semantic.items[0]);
    expect(items).toMatchObject([
      { operation: "UPDATE", value: "coffee", previous: { value: "tea" } },
      {
        operation: "CREATE",
        value: "water",
        reason: "says what Ana drinks; what it was to replace is no longer current",
      },
    ]);
    expect(await values(memory)).toEqual(["coffee", "water"]);
  });

  it("keeps what came before an input that fails, stops what was asked after it, and keeps nothing of that", async () => {
    const extractor = new Waiting(4);
    const all = gate();
    extractor.hold = async (text) => {
      if (extractor.begun.length >= extractor.concurrency) all.open();
      if (text === homes[0]) return;
      await all.opened;
      if (text === homes[1]) throw new Error("cannot read this");
      await new Promise(() => {});
    };
    await using memory = new Memory({ extractor });
    const stored: boolean[] = [];
    const reading = (async () => {
      for await (const payload of memory.rememberMany(homes)) stored.push(payload.stored);
    })();
    await expect(reading).rejects.toThrow("cannot read this");
    expect(stored).toEqual([true]);
    expect(await values(memory)).toEqual(["Lisbon"]);
    expect(extractor.stopped).toEqual(expect.arrayContaining([homes[2], homes[3]]));
  });

  it("stops all that is asked when it is aborted, with the signal's reason, and keeps nothing of it", async () => {
    const extractor = new Waiting(3);
    const controller = new AbortController();
    const asked = gate();
    extractor.hold = (text) => {
      if (text === homes[2]) asked.open();
      return text === homes[0] ? Promise.resolve() : new Promise(() => {});
    };
    await using memory = new Memory({ extractor });
    const many = Promise.resolve(memory.rememberMany(homes, { signal: controller.signal }));
    await asked.opened;
    controller.abort(new Error("enough"));
    await expect(many).rejects.toThrow("enough");
    expect(extractor.stopped).toEqual(expect.arrayContaining(homes.slice(1, 3)));
    expect(extractor.begun).toHaveLength(3);
    expect(await values(memory)).toEqual([]);
  });

  it("asks about one idempotency key once", async () => {
    const extractor = new Waiting(4);
    await using memory = new Memory({ extractor });
    const input = { content: "Ana lives in Lisbon.", idempotency_key: "k" };
    const [first, second] = await memory.rememberMany([input, input]);
    expect(second).toEqual(first);
    expect(extractor.begun).toHaveLength(1);
  });

  it("asks about fewer at once where they are long", async () => {
    const extractor = new Waiting(4);
    await using memory = new Memory({ extractor });
    extractor.draft = () => ({});
    const long = (day: number) => `Boat ${day} sailed. ${"The tide rose and fell again. ".repeat(900)}`;
    await memory.rememberMany([1, 2, 3].map(long));
    expect(extractor.begun).toHaveLength(3);
    expect(extractor.mostAtOnce).toBe(2);
  });

  it("asks about no more than those when the loop is left", async () => {
    const extractor = new Waiting(2);
    await using memory = new Memory({ extractor });
    for await (const { stored } of memory.rememberMany(homes)) if (stored) break;
    expect(extractor.begun).toEqual(homes.slice(0, 2));
  });
});
