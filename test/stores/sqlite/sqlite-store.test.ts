import { describeFileStore } from "../file-store.contract.js";
import { describeReembedding } from "../reembedding.contract.js";
import { describeScopes } from "../scopes.contract.js";
import { describeStore } from "../store.contract.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

describeStore("in memory", async () => openStore(":memory:"));
describeStore("in a file", async () => openStore(temporaryPath()));
describeFileStore("in memory", async () => openStore(":memory:"));
describeFileStore("in a file", async () => openStore(temporaryPath()));
describeScopes("in memory", async () => openStore(":memory:"));
describeScopes("in a file", async () => openStore(temporaryPath()));
describeReembedding("in memory", async () => openStore(":memory:"));
describeReembedding("in a file", async () => openStore(temporaryPath()));
