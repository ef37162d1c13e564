import { InMemoryStore } from "@langchain/langgraph-checkpoint";
import { LookedUpEmbeddings } from "../looked-up-embeddings.js";
import type { Item, Peer } from "../peer.js";

/** LangGraph's in-memory store. */
export const langgraph: Peer = {
  name: "LangGraph InMemoryStore",
  searches: "exact scan of arrays",
  packageName: "@langchain/langgraph-checkpoint",
  limit: {
    records: 100_000,
    because: "a search at 100,000 takes a good part of a second, and its arrays gigabytes",
  },
  durable: false,
  async open({ dimensions, vectorOf }) {
    const embeddings = new LookedUpEmbeddings(vectorOf);
    const store = new InMemoryStore({ index: { dims: dimensions, embeddings, fields: ["text"] } });
    const keep = ({ id, text }: Item) => store.put(["memories"], String(id), { text });
    return {
      async fill(items) {
        for (const item of items) await keep(item);
      },
      add: keep,
      async search({ text }, k) {
        const found = await store.search(["memories"], { query: text, limit: k });
        return found.map(({ key }) => Number(key));
      },
      close: async () => {},
    };
  },
};
