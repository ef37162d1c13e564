/** The contract of a store, on a SQLite file. */
import { describeStore } from "../store.contract.js";
import { openStore, temporaryPath } from "./sqlite-fixture.js";

describeStore("a SQLite store in a file", async () => openStore(temporaryPath()));
