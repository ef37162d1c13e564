import { expect, it, vi } from "vitest";
import { Memory } from "../../src/index.js";
import { Transactions } from "../../src/stores/sqlite/database/transactions.js";

const clock = () => new Date("2026-06-10T10:00:00.000Z");

it.each([
  "Where does Ana live?",
  "What should I do when a deploy fails in May?",
  "What does Zoë's landlady say about page 3 of the report?",
])("recall() of %j reads the store in one transaction", async (query) => {
  await using memory = new Memory({ clock });
  await memory.remember(
    "Ana moved to Lisbon in May. My landlady is Zoë. When a deploy fails, roll back first.",
  );
  await memory.rememberFile({
    name: "report.txt",
    data: Buffer.from("The harbour report is about deploys."),
  });
  const begun = vi.spyOn(Transactions.prototype, "begin");
  await memory.recall(query);
  const begins = begun.mock.calls.map(([begin]) => begin);
  begun.mockRestore();
  // First whether the vectors are the embedder's; last what the call is counted as.
  expect(begins).toEqual(["begin", "begin", "begin immediate"]);
});
