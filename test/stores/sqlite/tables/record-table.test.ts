import { expect, it, vi } from "vitest";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";
import { RecordTable } from "../../../../src/stores/sqlite/tables/record-table.js";

it.each([
  ["facts", "r USING INDEX records_by_fact"],
  ["factIds", "r USING INDEX records_current_by_fact"],
  ["endedFacts", "r USING INDEX records_by_fact"],
  ["withDigest", "p USING INDEX passages_by_digest"],
] as const)("%s() uses an index", async (name, index) => {
  const connection = openConnection({ path: ":memory:", clock: () => new Date() });
  const prepare = vi.spyOn(connection.database, "prepare");
  const records = new RecordTable(connection);
  const moment = { now: 0, scopes: [7] };
  if (name === "withDigest") records.withDigest("digest", moment);
  else records[name]({ entity: "ana", property: "home" }, moment);
  const asked = prepare.mock.calls.map(([sql]) => sql);
  const plans = asked.map((sql) => {
    const parameters = { now: 0, entity: "", property: "", digest: "", scope: 7 };
    const steps = connection.database.prepare(`explain query plan ${sql}`).all(parameters);
    return (steps as { detail: string }[]).map(({ detail }) => detail).join("\n");
  });
  expect(plans).toEqual([expect.stringContaining(index)]);
  await connection.close();
});
