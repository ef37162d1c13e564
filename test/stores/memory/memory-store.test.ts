import { memoryStore } from "../../../src/stores/memory/memory-store.js";
import { describeStore } from "../store.contract.js";
import { countingIds, now, testEmbedder } from "../store-fixture.js";

describeStore("the reference store", async () =>
  memoryStore()({ embedder: testEmbedder, ids: countingIds("store"), clock: () => new Date(now) }),
);
