import { describe, expect, test } from "vitest";
import { addStanding, standingNames } from "../../src/recall/standing.js";

const signals = [
  "own",
  "near",
  "wider",
  "around",
  "phrase",
  "session",
  "cosine",
  "cosineBefore",
  "cosineAfter",
  "subject",
  "sessionSubject",
];
const names = [...signals, ...standingNames];

function rowsWithOwn(...own: number[]): Float64Array[] {
  return own.map((value) => {
    const row = new Float64Array(names.length);
    row[0] = value;
    return row;
  });
}

describe("addStanding()", () => {
  const column = (rows: readonly Float64Array[], name: string) => rows.map((row) => row[names.indexOf(name)]);

  test("gives each its share of the best", () => {
    const rows = rowsWithOwn(0.2, 0.4, 0);
    addStanding(rows, names, 4);
    expect(column(rows, "ownShare")).toEqual([0.5, 1, 0]);
  });

  test("gives equal values one place, and none to what has nothing", () => {
    const rows = rowsWithOwn(0.3, 0.3, 0.1, 0);
    addStanding(rows, names, 4);
    expect(column(rows, "ownPlace")).toEqual([1, 1, 5 / 7, 0]);
  });

  test("counts a share for more where the question has more words", () => {
    const [short, long] = [rowsWithOwn(0.5), rowsWithOwn(0.5)];
    addStanding(short, names, 1);
    addStanding(long, names, 12);
    expect(column(long, "ownLong")[0]).toBeGreaterThan(column(short, "ownLong")[0]!);
  });
});
