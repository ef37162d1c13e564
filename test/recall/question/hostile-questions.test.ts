/**
 * Questions that cost the most for their length: their cost grows with their length, not its
 * square.
 */
import { describe, expect, it } from "vitest";
import { askedEntitiesOf } from "../../../src/recall/question/entities/asked-entities.js";
import { type NameSearch, ownersOf } from "../../../src/recall/question/entities/owners.js";
import { namesIn } from "../../../src/recall/question/names.js";
import { timeExpressions } from "../../../src/recall/question/time-expressions.js";

// With quadratic cost, each of these takes longer than a test may; with linear cost, a fraction.
describe("a question of half a million characters", () => {
  it("of names that are words is read", () => {
    expect(namesIn(`What does ${"May ".repeat(2 ** 17)}`)).toEqual(["may"]);
  });

  it("of dates is read", () => {
    const dates = timeExpressions("before 1 May 1990 ".repeat(2 ** 14), new Date("2026-05-04"));
    expect(dates).toHaveLength(2 ** 14);
    expect(dates.at(-1)?.to).toBe(Date.UTC(1990, 4, 1));
  });

  it("of names that are joined is read", () => {
    const names = ["ana", "bob"];
    const asked = askedEntitiesOf(`Where does Ana ${"and Bob ".repeat(2 ** 16)}live?`, names);
    expect(asked?.names[0]).toEqual(["ana"]);
  });
});

it("a question of many names looks up 32 of them, each once", async () => {
  const looked: string[] = [];
  const search = async (asked: readonly { readonly by: string; readonly beginning?: string }[]) =>
    asked.map(({ by, beginning = "" }) => {
      if (by === "names" && beginning.length > 2) looked.push(beginning);
      return [];
    });
  const store = { search, read: async (asked: readonly unknown[]) => asked.map(() => []) };
  const names = [...Array(1000).keys()].flatMap((at) => [[`person${at}`], [`person${at}`]]);
  const asked = { names, asker: false, relation: undefined, topics: [], itself: true };
  const question = { store, scope: { now: "2026-05-04T00:00:00.000Z" }, speaker: undefined };
  await ownersOf(asked, question as unknown as NameSearch);
  expect(looked).toEqual([...Array(32).keys()].map((at) => `person${at}`));
});
