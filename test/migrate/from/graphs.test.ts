import { describe, expect, it } from "vitest";
import { allRecords, bringIn, newMemory, recordOf } from "../migrate-fixture.js";

describe("migrate() from mcp-memory", () => {
  it("stores observations under their entity's name, and relations as facts", async () => {
    await using memory = newMemory();
    const report = await bringIn(memory, { from: "mcp-memory" });
    expect(report.carried).toEqual({ observation: 2, relation: 1 });
    expect(await recordOf(memory, "Tomasz_Wolny: Speaks fluent Danish")).toMatchObject({
      entity: "Tomasz_Wolny",
      metadata: { entity_type: "person", imported_from: "mcp-memory" },
    });
    expect(await recordOf(memory, "Tomasz Wolny prefers morning meetings")).toBeDefined();
    expect(await recordOf(memory, "Tomasz_Wolny works at Port of Gdynia")).toMatchObject({
      entity: "Tomasz_Wolny",
      property: "employer",
      value: "Port of Gdynia",
      metadata: { predicate: "works_at" },
    });
    const { semantic_memory } = await memory.recall("Which language does Tomasz speak?");
    expect(semantic_memory).toContain("fluent Danish");
  });

  it("reports entities without an observation, and empty observations", async () => {
    await using memory = newMemory();
    const { not_carried } = await bringIn(memory, { from: "mcp-memory" });
    expect(not_carried.map(({ kind, places }) => [kind, ...places])).toEqual([
      ["observation", "line 1.observations[2]"],
      ["entity", "line 2"],
    ]);
  });

  it("accepts the result of read_graph, and observations with a time", async () => {
    await using memory = newMemory();
    const data = {
      entities: [
        {
          name: "Lind",
          entityType: "person",
          observations: [{ content: "Lind rows", timestamp: "2025-01-02T03:04:05Z" }],
        },
      ],
      relations: [{ from: "Lind", to: "", relationType: "owns" }],
    };
    const report = await bringIn(memory, { from: "mcp-memory", data });
    expect(await recordOf(memory, "Lind rows")).toMatchObject({ occurred_at: "2025-01-02T03:04:05.000Z" });
    expect(report.not_carried).toMatchObject([{ kind: "relation", reason: "to: must not be empty" }]);
  });
});

describe("migrate() from zep", () => {
  it("turns an edge into a record with the period for which it was true", async () => {
    await using memory = newMemory();
    await bringIn(memory, { from: "zep" });
    expect(await recordOf(memory, "Priya lives in Antwerp")).toMatchObject({
      entity: "Priya",
      property: "home",
      value: "Antwerp",
      valid_from: "2023-11-01T00:00:00.000Z",
      valid_to: "2024-09-01T00:00:00.000Z",
      created_at: "2024-01-05T09:00:00.000Z",
      metadata: { expired_at: "2024-09-03T08:00:00.000Z", original_id: "e-1", predicate: "LIVES_IN" },
    });
    const home = "Where does Priya live?";
    const now = await memory.recall(home);
    const then = await memory.recall({ query: home, as_of: "2024-03-01" });
    expect(now.semantic_memory).toContain("Bruges");
    expect(now.semantic_memory).not.toContain("Antwerp");
    expect(then.semantic_memory).toContain("Antwerp");
    expect(then.semantic_memory).not.toContain("Bruges");
  });

  it("creates facts that later facts replace", async () => {
    await using memory = newMemory();
    await bringIn(memory, { from: "zep" });
    const payload = await memory.remember({ content: "I moved to Ghent.", speaker: "Priya" });
    const [home] = payload.data.data.memory_decisions.semantic.items;
    expect(home).toMatchObject({ operation: "UPDATE", value: "Ghent", previous: { value: "Bruges" } });
    const { semantic_memory } = await memory.recall("Where does Priya live?");
    expect(semantic_memory).toContain("Ghent");
    expect(semantic_memory).not.toContain("Bruges");
  });

  it("stores summaries and episodes as they are, and remembers messages", async () => {
    await using memory = newMemory();
    const report = await bringIn(memory, { from: "zep" });
    expect(report.carried).toEqual({ edge: 2, node: 1, episode: 1, message: 1 });
    expect(report.remembered.conversations).toBe(1);
    expect(await recordOf(memory, "Priya restores lace and sings in a choir.")).toMatchObject({
      entity: "Priya",
      metadata: { labels: ["Entity", "Person"] },
    });
    expect(await recordOf(memory, "Priya: the choir sings in the belfry on Sundays now")).toMatchObject({
      type: "episodic",
      occurred_at: "2024-09-05T19:00:00.000Z",
    });
    const { items } = await memory.records({ filter: { original_id: "t-2" } });
    expect(items.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Priya's sister is Leela.", "Leela works at lace museum."]),
    );
    expect(report.remembered.records).toBe(items.length);
    for (const item of items)
      expect(item).toMatchObject({ speaker: "Priya", occurred_at: "2024-09-06T19:00:00.000Z" });
  });

  it("takes the names of a fact's ends from later nodes that have only a name", async () => {
    await using memory = newMemory();
    const data = {
      edges: [
        { uuid: "e", fact: "Odd owns a sloop", name: "OWNS", source_node_uuid: "n", target_node_uuid: "s" },
      ],
      nodes: [
        { uuid: "n", name: "Odd" },
        { uuid: "s", name: "a sloop" },
      ],
    };
    await bringIn(memory, { from: "zep", data });
    expect(await allRecords(memory)).toMatchObject([{ entity: "Odd", property: "owns", value: "a sloop" }]);
  });

  it("treats a fact as ended if Zep only noted when it learned of the end", async () => {
    await using memory = newMemory();
    const edge = {
      uuid: "e",
      fact: "The mill grinds rye",
      name: "GRINDS",
      created_at: "2024-01-01T00:00:00Z",
    };
    await bringIn(memory, { from: "zep", data: [{ ...edge, expired_at: "2024-02-01T00:00:00Z" }] });
    expect(await allRecords(memory)).toMatchObject([{ valid_to: "2024-02-01T00:00:00.000Z", entity: null }]);
  });

  it("reports nodes without a summary, broken edges and system messages", async () => {
    await using memory = newMemory();
    const { not_carried } = await bringIn(memory, { from: "zep" });
    expect(not_carried.map(({ kind, count }) => [kind, count])).toEqual([
      ["edge", 1],
      ["node", 2],
      ["message", 1],
    ]);
  });
});

describe("migrate() from cogx", () => {
  it("stores what each kind contains, facts with their validity and names", async () => {
    await using memory = newMemory();
    const report = await bringIn(memory, { from: "cogx" });
    expect(report.carried).toEqual({ document: 1, turn: 1, entity: 1, fact: 1, memory: 1, memory_block: 1 });
    expect(await recordOf(memory, "Ilse works in Ghent")).toMatchObject({
      entity: "Ilse",
      property: "works in",
      value: "Ghent",
      valid_from: "2025-01-01T00:00:00.000Z",
      created_at: "2025-06-01T00:00:00.000Z",
      metadata: { external_system: "cognee", original_id: "f-1", provenance: ["e-1"] },
    });
    expect(await recordOf(memory, "Likes a dark roast")).toMatchObject({
      entity: "ilse",
      metadata: { categories: ["food"] },
    });
    expect(await recordOf(memory, "The tower clock has stopped again.")).toMatchObject({ type: "episodic" });
  });

  it("reports graph nodes, facts that refer to one, and empty records", async () => {
    await using memory = newMemory();
    const { not_carried } = await bringIn(memory, { from: "cogx" });
    expect(not_carried.map(({ kind, places }) => [kind, ...places])).toEqual([
      ["turn", "episode, line 1.turns[1]"],
      ["entity", "entity, line 2"],
      ["fact", "fact, line 2"],
      ["raw_node", "raw_node, line 1"],
    ]);
  });
});
