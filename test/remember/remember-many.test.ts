import { type Embedder, type Extractor, Memory, type RememberInput } from "keepsake";
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { staticEmbedder } from "../../src/embedders/static-embedder.js";
import { ruleExtractor } from "../../src/extractors/rule-extractor.js";
import { memoryParts } from "../../src/memory-parts.js";
import { remember } from "../../src/remember/remember.js";
import { openSqliteStore } from "../../src/stores/sqlite/sqlite-store.js";
import type { Store } from "../../src/stores/store.js";

const said = [
  "Ana lives in Lisbon.",
  "Hi!",
  "Ana lives in Lisbon.",
  "Ana moved to Porto.",
  "Whenever it rains, close the skylight.",
];

/** The bundled embedder with a list of its calls. It fails on the text `bad`. */
function watched(bad?: string) {
  const calls: string[][] = [];
  const own = staticEmbedder();
  const embedder: Embedder = {
    id: own.id,
    dimensions: own.dimensions,
    countTokens: (text) => own.countTokens(text),
    embed: async (texts, options) => {
      if (texts.length > 0 && options.kind === "passage") calls.push([...texts]);
      if (bad !== undefined && texts.includes(bad)) throw new Error(`cannot embed ${bad}`);
      return own.embed(texts, options);
    },
  };
  return { embedder, calls };
}

/** The bundled rules, but not for one text. */
function failingOn(bad: string): Extractor {
  const rules = ruleExtractor();
  return {
    id: rules.id,
    extract: async (request, options) => {
      if (request.passages.some(({ text }) => text === bad)) throw new Error("cannot read this");
      return rules.extract(request, options);
    },
  };
}

/** A clock that never advances, so that no time limit is reached. */
const clock = () => new Date("2024-05-05T10:00:00.000Z");

async function textsOf(memory: Memory): Promise<(string | null)[]> {
  return (await memory.records()).items.map(({ value, text }) => value ?? text);
}

describe("rememberMany()", () => {
  it("returns the same payloads as separate calls of remember()", async () => {
    const [one, many] = [await testMemory(), await testMemory()];
    const alone = [];
    for (const input of said) alone.push(await one.memory.remember(input));
    expect(await many.memory.rememberMany(said)).toEqual(alone);
    expect((await many.memory.records()).items).toEqual((await one.memory.records()).items);
    await Promise.all([one.memory.close(), many.memory.close()]);
  });

  it("decides about an input with the records of the ones before it", async () => {
    await using memory = new Memory();
    const payloads = await memory.rememberMany(said);
    expect(payloads.map(({ stored }) => stored)).toEqual([true, false, false, true, true]);
    const { semantic } = payloads[3]!.data.data.memory_decisions;
    expect(semantic.items[0]).toMatchObject({ operation: "UPDATE", previous: { value: "Lisbon" } });
  });

  it("calls the embedder once for all kept passages of many inputs", async () => {
    const { embedder, calls } = watched();
    await using memory = new Memory({ embedder, clock });
    await memory.rememberMany(said);
    expect(calls).toEqual([said.filter((text) => text !== "Hi!")]);
  });

  it("calls the embedder with a bounded number of passages", async () => {
    const { embedder, calls } = watched();
    await using memory = new Memory({ embedder, clock });
    const long = (day: number) =>
      Array.from({ length: 100 }, (_, at) => `Boat ${at} sailed on day ${day}.`).join("\n\n");
    await memory.rememberMany([1, 2, 3, 4].map(long));
    expect(calls.map((texts) => texts.length)).toEqual([300, 100]);
  });

  it("returns the first payloads without waiting for a slow extractor", async () => {
    const { embedder, calls } = watched();
    const rules = ruleExtractor();
    let now = clock().getTime();
    const extractor: Extractor = {
      id: rules.id,
      extract: (request, options) => {
        now += 200;
        return rules.extract(request, options);
      },
    };
    await using memory = new Memory({ embedder, extractor, clock: () => new Date(now) });
    await memory.rememberMany(["Ana lives in Lisbon.", "Ben sails.", "Cleo breeds llamas."]);
    expect(calls.map((texts) => texts.length)).toEqual([2, 1]);
  });

  it("saves the inputs before one that fails, and none after it", async () => {
    const inputs = ["Ana lives in Lisbon.", "Ben sails.", "Cleo breeds llamas."];
    await using memory = new Memory({ extractor: failingOn("Ben sails.") });
    const stored: boolean[] = [];
    const reading = (async () => {
      for await (const payload of memory.rememberMany(inputs)) stored.push(payload.stored);
    })();
    await expect(reading).rejects.toThrow("cannot read this");
    expect(stored).toEqual([true]);
    expect(await textsOf(memory)).toEqual(["Lisbon"]);
  });

  it("saves the inputs before a text that cannot be embedded", async () => {
    const { embedder } = watched("Dora swims.");
    await using memory = new Memory({ embedder });
    const inputs = ["Ana lives in Lisbon.", "Ben lives in Graz.", "Cleo lives in Cusco.", "Dora swims."];
    await expect(memory.rememberMany(inputs)).rejects.toThrow("cannot embed Dora swims.");
    expect(await textsOf(memory)).toEqual(["Lisbon", "Graz", "Cusco"]);
  });

  it("stops between two inputs when it is aborted", async () => {
    const abort = new AbortController();
    const rules = ruleExtractor();
    const extractor: Extractor = {
      id: rules.id,
      extract: (request, options) => {
        if (request.passages[0]?.text === "Ben lives in Graz.") abort.abort(new Error("enough"));
        return rules.extract(request, options);
      },
    };
    await using memory = new Memory({ extractor });
    const many = memory.rememberMany(["Ana lives in Lisbon.", "Ben lives in Graz.", "Cleo lives in Cusco."], {
      signal: abort.signal,
    });
    await expect(many).rejects.toThrow("enough");
    expect((await textsOf(memory)).includes("Cusco")).toBe(false);
  });

  it("returns a payload before the stream's next input arrives", async () => {
    await using memory = new Memory();
    const answered: (() => void)[] = [];
    async function* talk(): AsyncGenerator<RememberInput> {
      for (const line of ["Ana lives in Lisbon.", "Ben lives in Graz."]) {
        yield line;
        await new Promise<void>((resolve) => answered.push(resolve));
      }
    }
    const stored: boolean[] = [];
    for await (const payload of memory.rememberMany(talk())) {
      stored.push(payload.stored);
      answered.pop()?.();
    }
    expect(stored).toEqual([true, true]);
  });

  it("asks an extractor with wantsNearest about one input at a time", async () => {
    const rules = ruleExtractor();
    const shown: number[] = [];
    const extractor: Extractor = {
      id: rules.id,
      wantsNearest: true,
      extract: (request, options) => {
        shown.push(request.nearest!.flat().length);
        return rules.extract(request, options);
      },
    };
    await using memory = new Memory({ extractor });
    await memory.rememberMany(["Ana lives in Lisbon.", "Ana moved to Porto."]);
    expect(shown).toEqual([0, 1]);
  });

  it("returns the first payload again for a repeated idempotency key", async () => {
    await using memory = new Memory();
    const input = { content: "Ana lives in Lisbon.", idempotency_key: "k" };
    const [first, second] = await memory.rememberMany([input, input]);
    expect(first?.stored).toBe(true);
    expect(second).toEqual(first);
  });
});

describe("remember() of several requests", () => {
  it("waits for the disk once, after the last of them was saved", async () => {
    const parts = memoryParts({});
    const done: string[] = [];
    const own = openSqliteStore({
      path: ":memory:",
      embedder: parts.embedder,
      ids: parts.newId,
      clock: parts.now,
    });
    const store = new Proxy<Store>(own, {
      get: (target, name: keyof Store) => {
        const value = target[name];
        if (typeof value !== "function") return value;
        if (name === "save" || name === "settled") done.push(name);
        return value.bind(target);
      },
    });
    const requests = ["Ana lives in Lisbon.", "Ben sails.", "Cleo breeds llamas."].map((content) => ({
      content,
    }));
    expect(await remember(requests, { ...parts, actor: "agent", store })).toHaveLength(3);
    expect(done).toEqual(["save", "save", "save", "settled"]);
    await own.close();
  });
});
