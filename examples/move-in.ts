/**
 * Imports the memories of two other systems, asks questions about them, and exports everything as
 * Markdown.
 *
 *   npx tsx examples/move-in.ts
 */
import { Memory } from "keepsake";
import { exportMarkdown, migrate } from "keepsake/migrate";

/** The result of mem0's get_all(). */
const mem0 = {
  results: [
    {
      id: "a1",
      memory: "Prefers the aisle on night trains",
      user_id: "Ines",
      created_at: "2025-11-02T08:00:00Z",
    },
    { id: "a2", memory: "", user_id: "Ines" },
  ],
};

/** Edges and nodes of a Zep graph: facts, with the period for which they were true. */
const zep = {
  nodes: [
    { uuid: "n1", name: "Ines" },
    { uuid: "n2", name: "Coimbra" },
    { uuid: "n3", name: "Faro" },
  ],
  edges: [
    {
      uuid: "e1",
      name: "LIVES_IN",
      fact: "Ines lives in Coimbra",
      source_node_uuid: "n1",
      target_node_uuid: "n2",
      valid_at: "2024-02-01T00:00:00Z",
      invalid_at: "2026-01-15T00:00:00Z",
    },
    {
      uuid: "e2",
      name: "LIVES_IN",
      fact: "Ines lives in Faro",
      source_node_uuid: "n1",
      target_node_uuid: "n3",
      valid_at: "2026-01-15T00:00:00Z",
    },
  ],
};

const memory = new Memory({ name: "Ines" });
for (const [from, data] of [
  ["mem0", mem0],
  ["zep", zep],
] as const) {
  const { imported, not_carried } = await migrate(memory, { from, data });
  console.log(`${from}: ${imported.records} records`);
  for (const { count, kind, reason } of not_carried)
    console.log(`  not imported, ${count} ${kind}: ${reason}`);
}

const query = "Where does Ines live?";
console.log(`\n${query}\n${(await memory.recall(query)).semantic_memory}`);
console.log(`In 2025:\n${(await memory.recall({ query, as_of: "2025-06-01" })).semantic_memory}\n`);

for await (const line of exportMarkdown(memory, { includeSuperseded: true })) console.log(line);
await memory.close();
