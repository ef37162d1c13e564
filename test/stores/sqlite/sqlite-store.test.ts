import { describeFileStore } from "../file-store.contract.js";
import { describeReembedding } from "../reembedding.contract.js";
import { describeScopes } from "../scopes.contract.js";
import { describeStore } from "../store.contract.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

const suites = [describeStore, describeFileStore, describeScopes, describeReembedding];

for (const describeSuite of suites) {
  describeSuite("in memory", async () => openStore(":memory:"));
  describeSuite("in a file", async () => openStore(temporaryPath()));
  describeSuite("in plain tables", async () => openStore(":memory:", { vectorLayout: "pages" }));
}
