import { expect, it, vi } from "vitest";
import { openConnection } from "../../../src/stores/sqlite/open.js";
import { RecordTable } from "../../../src/stores/sqlite/record-table.js";

it.each([
  ["facts", "r USING INDEX records_by_fact"],
  ["factIds", "r USING INDEX records_by_fact"],
  ["endedFacts", "r USING INDEX records_by_fact"],
  ["saidBefore", "p USING INDEX passages_by_digest"],
] as const)(
  "%s() finds by an index what a remember looks up, however many records there are",
  async (name, index) => {
    const connection = openConnection({ path: ":memory:", clock: () => new Date() });
    const asked: string[] = [];
    for (const kind of ["statement", "column"] as const) {
      const own = connection[kind].bind(connection);
      vi.spyOn(connection, kind).mockImplementation((sql: string) => {
        asked.push(sql);
        return own(sql) as never;
      });
    }
    const records = new RecordTable(connection);
    if (name === "saidBefore") records.saidBefore("digest", 0);
    else records[name]("ana", "home", 0);
    const plans = asked.map((sql) => {
      const parameters = { now: 0, entity: "", property: "", digest: "" };
      const steps = connection.database.prepare(`explain query plan ${sql}`).all(parameters);
      return (steps as { detail: string }[]).map(({ detail }) => detail).join("\n");
    });
    expect(plans).toEqual([expect.stringContaining(index)]);
    await connection.close();
  },
);
