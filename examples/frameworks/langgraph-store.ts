/**
 * A store for LangGraph in a memory: `graph.compile({ store })` takes it, as everything that takes
 * a `BaseStore` does.
 *
 *   npx tsx examples/frameworks/langgraph-store.ts
 */
import { Memory, staticEmbedder } from "keepsake";
import { KeepsakeStore } from "keepsake/langgraph";

const memory = new Memory({ name: "boatyard" });
const store = new KeepsakeStore(memory, {
  scope: { user: "m7" },
  embedder: staticEmbedder(),
  fields: ["text"],
});

await store.put(["boats", "spray"], "mooring", { text: "Spray is moored at pier 4.", metres: 9 });
await store.put(["boats", "tern"], "mooring", { text: "Tern is being painted in the workshop.", metres: 6 });
await store.put(["recipes"], "bread", { text: "The oven of the bakery is hot at five in the morning." });

const near = await store.search([], { query: "When can I bake bread?", limit: 1 });
console.log(`nearest: ${near[0]?.value.text}`);
const long = await store.search(["boats"], { filter: { metres: { $gt: 7 } } });
console.log(`longer than 7 m: ${long.map(({ namespace }) => namespace.at(-1)).join(", ")}`);
const namespaces = await store.listNamespaces({ maxDepth: 1 });
console.log(`namespaces: ${namespaces.map((labels) => labels.join("/")).join(", ")}`);

await store.delete(["boats", "tern"], "mooring");
console.log(`deleted: ${(await store.get(["boats", "tern"], "mooring")) === null}`);
await memory.close();
