import { memoryStore } from "../../../src/stores/memory/memory-store.js";
import { describeFileStore } from "../file-store.contract.js";
import { describeReembedding } from "../reembedding.contract.js";
import { describeScopes } from "../scopes.contract.js";
import { describeStore } from "../store.contract.js";
import { countingIds, now, testEmbedder } from "../store-fixture.js";

const open = async () =>
  memoryStore()({ embedder: testEmbedder, ids: countingIds("store"), clock: () => new Date(now) });

describeStore("the reference store", open);
describeFileStore("the reference store", open);
describeScopes("the reference store", open);
describeReembedding("the reference store", open);
