import { describeStore } from "../store.contract.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

describeStore("a SQLite store in memory", async () => openStore(":memory:"));
describeStore("a SQLite store in a file", async () => openStore(temporaryPath()));
describeStore("a SQLite store with vectors in plain tables", async () =>
  openStore(":memory:", { vectorLayout: "pages" }),
);
