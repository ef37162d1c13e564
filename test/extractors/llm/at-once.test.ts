/**
 * Concurrent requests to a model: windows of a long input, and inputs of `rememberMany`.
 */
import { Memory } from "keepsake";
import { llmExtractor } from "keepsake/extractors/llm";
import { describe, expect, it } from "vitest";
import { answering, GatedModel } from "./models.js";

const inputs = Array.from({ length: 7 }, (_, day) => `On day ${day} the boat was late.`);

function answerOf(question: string): string {
  return answering([{ passage: 1, type: "event", quote: question.slice(0, 8), about: "the user" }]);
}

/** Answers all open requests until none is left. */
async function answerUntil(model: GatedModel, count: number): Promise<void> {
  for (let asked = 1; asked <= count; ) {
    await model.whenAsked(asked);
    asked += model.answerAll(answerOf);
  }
}

describe("llmExtractor()", () => {
  it("asks about 4 inputs of rememberMany at once by default, and gives the payloads in order", async () => {
    const gated = new GatedModel();
    await using memory = new Memory({ extractor: llmExtractor({ model: gated.model }) });
    const many = Promise.resolve(memory.rememberMany(inputs));
    await gated.whenAsked(4);
    expect(gated.asked).toEqual(inputs.slice(0, 4));
    for (const input of inputs.slice(0, 4).reverse()) gated.answer(input, answerOf(input));
    await gated.whenAsked(7);
    gated.answerAll(answerOf);
    const documents = (await many).map(({ data }) => data.data.memory_decisions.episodic.items[0]?.document);
    expect(documents).toEqual(inputs);
    expect(gated.mostAtOnce).toBe(4);
  });

  it("asks one question after the other where concurrency is 1", async () => {
    const gated = new GatedModel();
    const extractor = llmExtractor({ model: gated.model, concurrency: 1 });
    await using memory = new Memory({ extractor });
    const many = Promise.resolve(memory.rememberMany(inputs));
    await answerUntil(gated, 7);
    expect(await many).toHaveLength(7);
    expect(gated.mostAtOnce).toBe(1);
  });

  it("keeps to the bound where inputs have several windows, over all calls", async () => {
    const gated = new GatedModel();
    const extractor = llmExtractor({ model: gated.model, concurrency: 2, windowChars: 400 });
    await using memory = new Memory({ extractor });
    const long = (boat: string) =>
      Array.from({ length: 12 }, (_, day) => `On day ${day} the boat ${boat} left the harbour late.`).join(
        "\n\n",
      );
    const many = Promise.resolve(memory.rememberMany([long("Rita"), long("Tove"), long("Vera")]));
    const one = memory.remember(long("Zora"));
    await gated.whenAsked(2);
    let answered = false;
    const all = Promise.all([many, one]).finally(() => {
      answered = true;
    });
    while (!answered) {
      gated.answerAll(answerOf);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await all)[0]).toHaveLength(3);
    expect(gated.mostAtOnce).toBe(2);
    expect(gated.asked.length).toBeGreaterThan(4);
  });

  it("stops every question that is open when it is aborted, and asks no other", async () => {
    const gated = new GatedModel();
    const controller = new AbortController();
    await using memory = new Memory({ extractor: llmExtractor({ model: gated.model }) });
    const many = Promise.resolve(memory.rememberMany(inputs, { signal: controller.signal }));
    await gated.whenAsked(4);
    controller.abort(new Error("enough"));
    await expect(many).rejects.toThrow("enough");
    expect(gated.stopped).toEqual(inputs.slice(0, 4));
    expect(gated.asked).toHaveLength(4);
    expect((await memory.records()).items).toEqual([]);
  });

  it("stops the questions after one that fails for good, and keeps what came before it", async () => {
    const gated = new GatedModel();
    const extractor = llmExtractor({ model: gated.model, fallback: false });
    await using memory = new Memory({ extractor });
    const many = Promise.resolve(memory.rememberMany(inputs));
    await gated.whenAsked(4);
    gated.answer(inputs[0]!, answerOf(inputs[0]!));
    gated.answer(inputs[1]!, new Error("down"));
    // The next call begins with it, so it is asked again.
    await gated.whenAsked(8);
    expect(gated.stopped).toEqual(inputs.slice(2, 4));
    gated.answer(inputs[1]!, new Error("still down"));
    await expect(many).rejects.toMatchObject({ code: "extractor_failed" });
    expect((await memory.records()).items.map(({ text }) => text)).toEqual([inputs[0]]);
  });
});
