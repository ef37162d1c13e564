/** A read of one state of the store that fails, at its end too, keeps nobody waiting. */
import { expect, it } from "vitest";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";

it("snapshot() lets others go on where its work fails, and where its transaction cannot be ended as it should", async () => {
  const connection = openConnection({ path: ":memory:", clock: () => new Date(0) });
  await expect(
    connection.snapshot("read", async () => {
      throw new Error("the work failed");
    }),
  ).rejects.toThrow("the work failed");
  await expect(
    connection.snapshot("read", async () => {
      // As an error of the disk does, which ends the transaction.
      connection.database.exec("rollback");
      return 1;
    }),
  ).rejects.toThrow();
  expect(await connection.read("read", () => connection.dataVersion())).toBeGreaterThan(0);
  await connection.close();
});
