/** No call waits forever for a snapshot that fails, even if ending its transaction fails too. */
import { expect, it } from "vitest";
import { openConnection } from "../../../../src/stores/sqlite/database/open.js";

it("snapshot() lets other calls continue if its work fails, or ending its transaction fails", async () => {
  const connection = openConnection({ path: ":memory:", clock: () => new Date(0) });
  await expect(
    connection.snapshot("read", async () => {
      throw new Error("the work failed");
    }),
  ).rejects.toThrow("the work failed");
  await expect(
    connection.snapshot("read", async () => {
      // Like an error of the disk, which ends the transaction.
      connection.database.exec("rollback");
      return 1;
    }),
  ).rejects.toThrow();
  expect(await connection.read("read", () => connection.dataVersion())).toBeGreaterThan(0);
  await connection.close();
});
