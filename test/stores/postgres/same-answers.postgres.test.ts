/** The PostgreSQL store answers as the reference store does. */
import { it } from "vitest";
import { assertSameAnswers } from "../same-answers.js";
import { openStore, testPool } from "./postgres-fixture.js";

it("the PostgreSQL store and the reference store answer the same, whatever was done to them", async () => {
  const pool = testPool();
  await assertSameAnswers((options) => openStore({ pool }, options), 25);
}, 600_000);
