/** The SQLite store answers as the reference store does. */
import { it } from "vitest";
import { assertSameAnswers } from "./same-answers.js";
import { openStore } from "./sqlite/sqlite-fixture.js";

it(
  "the SQLite store and the reference store answer the same, whatever was done to them",
  () => assertSameAnswers((options) => openStore(":memory:", options), 40),
  120_000,
);
