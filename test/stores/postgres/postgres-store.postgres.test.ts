/** The contract of a store, on PostgreSQL. */
import { describeStore } from "../store.contract.js";
import { openStore } from "./postgres-fixture.js";

describeStore("a PostgreSQL store", () => openStore());
