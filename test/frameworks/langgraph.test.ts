/** `KeepsakeStore` against LangGraph's own store in memory. */
import { Embeddings } from "@langchain/core/embeddings";
import { InMemoryStore, type Operation } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { Memory, staticEmbedder } from "keepsake";
import { KeepsakeStore } from "keepsake/langgraph";
import { describe, expect, it, onTestFinished } from "vitest";

const embedder = staticEmbedder();

class Static extends Embeddings {
  constructor() {
    super({});
  }
  override async embedQuery(text: string) {
    return Array.from((await embedder.embed([text], { kind: "query" }))[0]!);
  }
  override async embedDocuments(texts: string[]) {
    return (await embedder.embed(texts, { kind: "passage" })).map((vector) => Array.from(vector));
  }
}

function opened(): { readonly memory: Memory; readonly storeOf: (user: string) => KeepsakeStore } {
  const memory = new Memory();
  onTestFinished(() => memory.close());
  return { memory, storeOf: (user) => new KeepsakeStore(memory, { scope: { user }, embedder }) };
}

const labels = fc.constantFrom("users", "ana", "ben", "notes", "a/b", 'quo"te', "Zoë");
const namespaces = fc.array(labels, { minLength: 1, maxLength: 3 });
const keys = fc.constantFrom("one", "two", "a/b", "", "é\n", "k".repeat(300));
const scalars = fc.constantFrom<unknown>(
  "boats",
  "the key is under the flowerpot",
  1,
  2.5,
  10,
  true,
  false,
  null,
  "10",
);
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
const values = fc
  .dictionary(
    fc.constantFrom("topic", "text", "rank", "tags", "__proto"),
    fc.oneof(
      scalars,
      fc.array(scalars, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("inner", "text"), scalars),
    ),
  )
  .map(json);
const indexes = fc.constantFrom<undefined | false | string[]>(
  undefined,
  undefined,
  false,
  ["text"],
  ["tags[*]", "topic"],
);
const filters = fc
  .dictionary(
    fc.constantFrom("topic", "rank", "text"),
    fc.oneof(
      scalars,
      ...["$eq", "$ne", "$gt", "$gte", "$lt", "$lte"].map((op) => scalars.map((value) => ({ [op]: value }))),
      ...["$in", "$nin"].map((op) => fc.array(scalars, { maxLength: 3 }).map((list) => ({ [op]: list }))),
    ),
    { maxKeys: 2 },
  )
  .map(json);
const paths = fc.array(fc.oneof(labels, fc.constant("*")), { minLength: 1, maxLength: 2 });
const condition = fc.record({
  matchType: fc.constantFrom("prefix" as const, "suffix" as const),
  path: paths,
});

/** Operations whose order is defined: a page of unranked items, or of equal scores, is not. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      namespace: namespaces,
      key: keys,
      value: values,
      index: indexes,
    }) as fc.Arbitrary<Operation>,
  },
  { weight: 2, arbitrary: fc.record({ namespace: namespaces, key: keys, value: fc.constant(null) }) },
  { weight: 3, arbitrary: fc.record({ namespace: namespaces, key: keys }) },
  {
    weight: 3,
    arbitrary: fc.record({
      namespacePrefix: fc.array(labels, { maxLength: 2 }),
      filter: fc.option(filters, { nil: undefined }),
      query: fc.option(fc.constantFrom("Where is the key?", "boats"), { nil: undefined }),
      limit: fc.constant(1000),
    }) as fc.Arbitrary<Operation>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      matchConditions: fc.option(fc.array(condition, { maxLength: 2 }), { nil: undefined }),
      maxDepth: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 5 }),
      offset: fc.integer({ min: 0, max: 2 }),
    }) as fc.Arbitrary<Operation>,
  },
);

/**
 * LangGraph's store, filled anew before each batch: by itself it lists namespaces without items,
 * and ranks an item by texts that it no longer has.
 */
class Reference {
  #items = new Map<string, Extract<Operation, { value: unknown }>>();

  async batch(operations: Operation[]): Promise<unknown[]> {
    const store = new InMemoryStore({ index: { dims: embedder.dimensions, embeddings: new Static() } });
    await store.batch([...this.#items.values()]);
    const answers: unknown[] = await store.batch(operations);
    for (const put of operations) {
      if (!("value" in put)) continue;
      const path = JSON.stringify([...put.namespace, put.key]);
      if (put.value === null) this.#items.delete(path);
      else this.#items.set(path, put);
    }
    return answers;
  }
}

/** Without times, and in an order that both stores define. */
function comparable(answer: unknown): unknown {
  if (!Array.isArray(answer)) return bare(answer);
  const isNames = answer.every((item) => Array.isArray(item));
  return isNames ? answer : answer.map((item) => JSON.stringify(bare(item))).sort();
}

function bare(item: unknown): unknown {
  if (typeof item !== "object" || item === null) return item ?? null;
  const { createdAt: _, updatedAt: __, score, ...rest } = item as Record<string, unknown>;
  return { ...rest, ...(typeof score === "number" ? { score: score.toFixed(9) } : {}) };
}

describe("KeepsakeStore", () => {
  it.each([1, 2, 3, 4])("answers random batches as InMemoryStore does (%i)", async (seed) => {
    const store = opened().storeOf("ana");
    const reference = new Reference();
    for (const batch of fc.sample(fc.array(operation, { minLength: 1, maxLength: 6 }), {
      numRuns: 40,
      seed,
    })) {
      const [given, expected] = [await store.batch(batch), await reference.batch(batch)];
      expect((given as unknown[]).map(comparable), JSON.stringify(batch)).toEqual(expected.map(comparable));
    }
  });

  it("ranks by meaning, and pages what it ranked", async () => {
    const store = opened().storeOf("ana");
    await store.put(["notes"], "boat", { text: "The sailing boat is moored at the pier." });
    await store.put(["notes"], "oven", { text: "Bread is baked in the oven." });
    await store.put(["notes"], "quiet", { text: "A yacht in the harbour." }, false);
    const ranked = await store.search(["notes"], { query: "ship in the port" });
    expect(ranked.map(({ key }) => key)).toEqual(["boat", "oven", "quiet"]);
    expect(ranked[0]?.score).toBeGreaterThan(ranked[1]?.score ?? 1);
    const second = await store.search(["notes"], { query: "ship in the port", limit: 1, offset: 1 });
    expect(second.map(({ key }) => key)).toEqual(["oven"]);
  });

  it("keeps the time of creation, and updates the other", async () => {
    const memory = new Memory();
    onTestFinished(() => memory.close());
    let now = Date.parse("2026-03-01T10:00:00.000Z");
    const store = new KeepsakeStore(memory, { clock: () => new Date(now) });
    await store.put(["notes"], "a", { text: "one" });
    now += 60_000;
    await store.put(["notes"], "a", { text: "two" });
    expect(await store.get(["notes"], "a")).toEqual({
      namespace: ["notes"],
      key: "a",
      value: { text: "two" },
      createdAt: new Date("2026-03-01T10:00:00.000Z"),
      updatedAt: new Date("2026-03-01T10:01:00.000Z"),
    });
  });

  it("separates two users, and survives the process that wrote", async () => {
    const { memory, storeOf } = opened();
    await storeOf("ana").put(["notes"], "a", { text: "Ana's" });
    expect(await storeOf("ben").get(["notes"], "a")).toBeNull();
    expect(await storeOf("ben").search([], { query: "Ana" })).toEqual([]);
    expect(await storeOf("ben").listNamespaces()).toEqual([]);
    const lines: string[] = [];
    for await (const line of memory.export({ scope: { user: "ana" } })) lines.push(line);
    const moved = new Memory();
    onTestFinished(() => moved.close());
    await moved.import(lines);
    const store = new KeepsakeStore(moved, { scope: { user: "ana" } });
    expect((await store.get(["notes"], "a"))?.value).toEqual({ text: "Ana's" });
  });

  it("erases what was deleted or replaced", async () => {
    const { memory, storeOf } = opened();
    const store = storeOf("ana");
    await store.put(["codes"], "door", { text: "The code is 4711." });
    await store.put(["codes"], "door", { text: "The code is 0815." });
    await store.put(["codes"], "gate", { text: "The code is 1234." });
    await store.delete(["codes"], "gate");
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(line);
    expect(lines.join()).toContain("0815");
    expect(lines.join()).not.toMatch(/4711|1234/);
  });

  it("lets recall of the same scope find the texts of a value", async () => {
    const { memory, storeOf } = opened();
    await storeOf("ana").put(["boats"], "spray", { where: "The boat Spray is moored at pier 4." });
    const payload = await memory.recall({ query: "Where is the boat Spray moored?", scope: { user: "ana" } });
    expect(payload.file_memory[0]?.text).toContain("pier 4");
  });

  it("refuses a namespace that is none, and writes nothing of its batch", async () => {
    const store = opened().storeOf("ana");
    await expect(store.put([], "a", { x: 1 })).rejects.toThrow("Namespace cannot be empty");
    await expect(store.put(["a.b"], "a", { x: 1 })).rejects.toThrow("periods");
    await expect(
      store.batch([
        { namespace: ["ok"], key: "a", value: { x: 1 } },
        { namespace: [""], key: "b", value: { x: 1 } },
      ]),
    ).rejects.toThrow("empty strings");
    expect(await store.listNamespaces()).toEqual([]);
  });
});
