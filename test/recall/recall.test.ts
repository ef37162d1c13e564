import { describe, expect, it } from "vitest";
import { Memory, MemoryError, type MemoryOptions, type Rerank } from "../../src/index.js";

const clock = () => new Date("2026-06-10T10:00:00.000Z");

async function storeOf(texts: readonly string[], options: MemoryOptions = {}): Promise<Memory> {
  const memory = new Memory({ clock, ...options });
  for (const text of texts) await memory.remember(text);
  return memory;
}

async function proseOf(memory: Memory, query: string): Promise<string> {
  const { semantic_memory, episodic_memory, procedural_memory } = await memory.recall(query);
  return [semantic_memory, episodic_memory, procedural_memory].filter((field) => field !== "").join("\n");
}

const facts = [
  "Ana moved to Lisbon in May and prefers window seats.",
  "Bob works at Siemens in Graz.",
  "My sister is a nurse.",
  "The deploy key rotates every 90 days.",
  "When a deploy fails, roll back first.",
  "Carl visited the Alhambra last summer.",
  "Zoë trinkt am liebsten schwarzen Kaffee.",
  "東京タワーに行きました。",
];

describe("recall() on a store of one fact", () => {
  it("answers the question that it answers", async () => {
    await using memory = await storeOf(facts.slice(0, 1));
    expect((await memory.recall("Where does Ana live?")).semantic_memory).toContain("Lisbon");
  });

  it("is empty for any other", async () => {
    await using memory = await storeOf(facts.slice(0, 1));
    expect(await proseOf(memory, "What is the capital of France?")).toBe("");
  });
});

describe("recall() on a store of a few facts", () => {
  it.each([
    ["Where does Ana live?", "Lisbon", "Siemens"],
    ["Where does Bob work?", "Siemens", "Lisbon"],
    ["What is my sister's job?", "nurse", "Siemens"],
    ["How often does the deploy key change?", "90 days", "Lisbon"],
    ["When did Carl go to the Alhambra?", "Alhambra", "Lisbon"],
    ["Lisbon", "Lisbon", "Graz"],
    ["schwarzer Kaffee", "Kaffee", "Lisbon"],
    ["東京タワー", "東京タワー", "Lisbon"],
  ])("answers %j with %j and not with %j", async (query, wanted, unwanted) => {
    await using memory = await storeOf(facts);
    const prose = await proseOf(memory, query);
    expect(prose).toContain(wanted);
    expect(prose).not.toContain(unwanted);
  });

  it.each([
    "What is the capital of France?",
    "How do I bake bread?",
    "Who won the world cup in 1998?",
    "Wie wird das Wetter morgen?",
  ])("says nothing to %j", async (query) => {
    await using memory = await storeOf(facts);
    expect(await proseOf(memory, query)).toBe("");
  });

  it("returns a rule as procedural memory", async () => {
    await using memory = await storeOf(facts);
    const { procedural_memory } = await memory.recall("What should I do when a deploy fails?");
    expect(procedural_memory).toContain("roll back first");
  });

  it("brings a standing rule to a question that shares no word with it", async () => {
    const rule = "Always format code with syntax highlighting.";
    await using memory = await storeOf([rule, "Olek repairs violins.", "The fence was painted in June."]);
    expect(await proseOf(memory, "Show me how to write a function")).toContain(rule);
  });

  it("does not return a rule with another condition", async () => {
    await using memory = await storeOf([
      "When the boiler leaks, shut the main valve.",
      "Olek repairs violins.",
    ]);
    expect(await proseOf(memory, "How do I write a cover letter?")).toBe("");
  });

  it("does not return a rule for when somebody else asks", async () => {
    await using memory = await storeOf([
      "I am allergic to walnuts. If she asks you for a cake recipe, leave them out.",
      "Olek repairs violins.",
    ]);
    expect(await proseOf(memory, "How do I renew a passport?")).toBe("");
  });

  it("says nothing of an empty store", async () => {
    await using memory = await storeOf([]);
    expect(await proseOf(memory, "Where does Ana live?")).toBe("");
  });
});

describe("recall() and change", () => {
  it("returns the present value once, and the old one only if the question asks how it changed", async () => {
    await using memory = await storeOf(["Ana lives in Graz.", "Ana moved to Porto."]);
    expect(await proseOf(memory, "Where does Ana live?")).not.toContain("Graz");
    const history = await proseOf(memory, "Where did Ana live before moving?");
    expect(history.indexOf("Graz")).toBeGreaterThanOrEqual(0);
    expect(history.indexOf("Graz")).toBeLessThan(history.indexOf("Porto"));
  });
});

describe("recall() with its options", () => {
  it("lets the context say what the question leaves open", async () => {
    await using memory = await storeOf(facts);
    const answer = await memory.recall({
      query: "When did he go there?",
      previous_context: "We talked about Carl and the Alhambra.",
    });
    expect(answer.episodic_memory).toContain("Alhambra");
  });

  it("explains best first, with scores between 0 and 1 that fall", async () => {
    await using memory = await storeOf(facts);
    const { records = [] } = await memory.recall({ query: "Where does Bob work?", explain: true });
    expect(records[0]?.text).toContain("Siemens");
    const scores = records.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score < 1)).toBe(true);
    expect(Object.keys(records[0]?.signals ?? {}).length).toBeGreaterThan(3);
  });

  it("keeps to the types asked for", async () => {
    await using memory = await storeOf(facts);
    const answer = await memory.recall({ query: "What when a deploy fails?", types: ["semantic"] });
    expect([answer.episodic_memory, answer.procedural_memory]).toEqual(["", ""]);
  });

  it("takes the hook's order for the best candidates", async () => {
    const seen: string[] = [];
    const rerank: Rerank = async (_, candidates) => {
      seen.push(...candidates.map(({ record_id }) => record_id));
      return candidates.map((_candidate, index) => index);
    };
    await using memory = await storeOf(["Tom likes tea with milk.", "Tom likes tea with lemon."], { rerank });
    const { records = [] } = await memory.recall({ query: "What tea does Tom like?", explain: true });
    expect(seen.length).toBeGreaterThan(1);
    expect(records[0]?.record_id).toBe(seen.at(-1));
  });

  it.each([
    ["no array", "a lot", /an array of one finite number a candidate, 1 in all, got string/],
    ["null", null, /got null/],
    ["too few", [], /1 in all, got 0/],
    ["no number", [Number.NaN], /got NaN for candidate 0/],
    ["a text", ["1"], /got 1 for candidate 0/],
  ])("fails with rerank_failed where the hook gives %s", async (_what, answer, rule) => {
    const rerank = (async () => answer) as unknown as Rerank;
    await using memory = await storeOf(["Tom likes tea with milk."], { rerank });
    const failure = await memory.recall("What tea does Tom like?").catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "rerank_failed", message: expect.stringMatching(rule) });
  });

  it("fails with rerank_failed where the hook throws, but passes on our own errors and an abort", async () => {
    const store = async (thrown: unknown) =>
      storeOf(["Tom likes tea with milk."], { rerank: () => Promise.reject(thrown) });
    const own = new MemoryError("missing_dependency", "no package", { data: { package: "x" } });
    const cause = new Error("model gone");
    await using failing = await store(cause);
    await expect(failing.recall("What tea does Tom like?")).rejects.toMatchObject({
      code: "rerank_failed",
      message: "Cannot recall: rerank must not throw: model gone",
      cause,
    });
    await using naming = await store(own);
    await expect(naming.recall("What tea does Tom like?")).rejects.toBe(own);
    const controller = new AbortController();
    const reason = new Error("enough");
    const rerank: Rerank = async (_query, _candidates, { signal }) => {
      controller.abort(reason);
      signal!.throwIfAborted();
      return [];
    };
    await using stopped = await storeOf(["Tom likes tea with milk."], { rerank });
    await expect(stopped.recall("What tea does Tom like?", { signal: controller.signal })).rejects.toBe(
      reason,
    );
  });

  it("refuses a call that the wallet cannot cover, before any work", async () => {
    await using memory = await storeOf([], {
      plan: { name: "small", storage_gb: 1, token_rate: 1 },
      prices: { add: 0, search: 1000 },
      wallet: { balance: 0.5 },
    });
    await expect(memory.recall("Where does Ana live?")).rejects.toMatchObject({
      code: "insufficient_balance",
      data: { wallet_balance: 0.5 },
    });
    const cheap = await memory.recall({ query: "Where does Ana live?", token_budget: 10 });
    expect(cheap.cost).toBeGreaterThan(0);
    expect(cheap.wallet_balance).toBeCloseTo(0.5 - cheap.cost, 6);
  });

  it("lets other tasks run in the middle of a long one, and not of a short one", async () => {
    await using memory = await storeOf(facts);
    const turnsDuring = async (query: string) => {
      let turns = 0;
      let isOver = false;
      const count = () => {
        if (isOver) return;
        turns += 1;
        setImmediate(count);
      };
      setImmediate(count);
      await memory.recall(query);
      isOver = true;
      return turns;
    };
    expect(await turnsDuring("Where does Ana live?")).toBe(0);
    expect(await turnsDuring(`Where does Ana live? ${"It rains. ".repeat(300)}`)).toBeGreaterThan(2);
  });

  it("answers a question with thirty thousand marks as one with thirty", async () => {
    await using memory = await storeOf(facts);
    const { cost: _, tokens: __, ...few } = await memory.recall(`Wo ist Zoe${"\u0301\u0316".repeat(15)}?`);
    const {
      cost: ___,
      tokens: ____,
      ...many
    } = await memory.recall(`Wo ist Zoe${"\u0301\u0316".repeat(15_000)}?`);
    expect(many).toEqual(few);
    expect(JSON.stringify(few)).toContain("Kaffee");
  });

  it("stops where the signal says so", async () => {
    await using memory = await storeOf(facts.slice(0, 1));
    await expect(memory.recall("Ana?", { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
  });
});
