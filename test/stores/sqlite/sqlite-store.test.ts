/** The contract of a store, on SQLite in memory; `sqlite-store.slow.test.ts` runs it on a file. */
import { describeStore } from "../store.contract.js";
import { openStore } from "./sqlite-fixture.js";

describeStore("a SQLite store in memory", async () => openStore(":memory:"));
describeStore("a SQLite store with vectors in plain tables", async () =>
  openStore(":memory:", { vectorLayout: "pages" }),
);
