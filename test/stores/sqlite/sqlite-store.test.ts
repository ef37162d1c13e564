import { describeStore } from "../store.contract.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

describeStore("in memory", async () => openStore(":memory:"));
describeStore("in a file", async () => openStore(temporaryPath()));
