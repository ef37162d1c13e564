import { describe, expect, test } from "vitest";
import type { Transaction } from "../../../src/stores/postgres/database/transaction.js";
import { NewRows } from "../../../src/stores/postgres/writing/new-rows.js";

/** A transaction that only collects what is saved. */
function collecting() {
  const saved: unknown[] = [];
  const rows = async (_text: string, [given]: readonly string[]) => {
    saved.push(JSON.parse(given!));
    return [];
  };
  return { tx: { rows } as unknown as Transaction, saved };
}

const records = (added: NewRows, id: number) => added.add("records", [["id", (one: number) => one]], [id]);

describe("NewRows", () => {
  test("saves each row of the word index once, with the passages of all additions", async () => {
    const { tx, saved } = collecting();
    const added = new NewRows();
    added.addWords([
      { hash: "7", chunk: 0, passages: [1, 2] },
      { hash: "8", chunk: 0, passages: [2] },
    ]);
    records(added, 1);
    await added.flushWithoutWords(tx);
    added.addWords([
      { hash: "7", chunk: 0, passages: [3] },
      { hash: "7", chunk: 1, passages: [128] },
    ]);
    records(added, 2);
    await added.flush(tx);
    expect(saved).toEqual([
      { records: [{ id: 1 }] },
      {
        records: [{ id: 2 }],
        words: [
          { hash: "7", chunk: 0, passages: [1, 2, 3] },
          { hash: "8", chunk: 0, passages: [2] },
          { hash: "7", chunk: 1, passages: [128] },
        ],
      },
    ]);
  });

  test("sends nothing if there is nothing to save", async () => {
    const { tx, saved } = collecting();
    const added = new NewRows();
    await added.flush(tx);
    added.addWords([{ hash: "7", chunk: 0, passages: [1] }]);
    await added.flushWithoutWords(tx);
    expect(saved).toEqual([]);
    expect(added.take()).toEqual({ words: [{ hash: "7", chunk: 0, passages: [1] }] });
    expect(added.take()).toEqual({});
  });

  test("does not change the passages that were given", () => {
    const given = [1];
    const added = new NewRows();
    added.addWords([{ hash: "7", chunk: 0, passages: given }]);
    added.addWords([{ hash: "7", chunk: 0, passages: [2] }]);
    expect(given).toEqual([1]);
  });
});
