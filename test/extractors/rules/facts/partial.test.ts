import { describe, expect, test } from "vitest";
import { draftsOf } from "../../drafts.js";

async function cardinalities(text: string): Promise<string[]> {
  return (await draftsOf(text)).flatMap((draft) =>
    draft.type === "semantic" ? [`${draft.property} = ${draft.value}: ${draft.cardinality}`] : [],
  );
}

const beside: Readonly<Record<string, string>> = {
  "I also work at Bosch on weekends.": "employer = Bosch",
  "I work at Bosch as well.": "employer = Bosch",
  "I work at Bosch too.": "employer = Bosch",
  "Sometimes I work at Bosch.": "employer = Bosch",
  "I work part-time at Bosch.": "employer = Bosch",
  "I work for Bosch on Saturdays.": "employer = Bosch",
  "I have a second job at Bosch.": "employer = Bosch",
  "We live in Porto during the summer.": "home = Porto",
  "We live in Porto half the year.": "home = Porto",
  "In winter I live in Porto.": "home = Porto",
};

describe("what is additional, or so only part of the time", () => {
  test.each(Object.entries(beside))("%j closes nothing", async (text, fact) => {
    expect(await cardinalities(text)).toEqual([`${fact}: many`]);
  });
  test("in one clause says nothing of the next", async () => {
    expect(await cardinalities("I live in Porto and work part-time at Bosch.")).toEqual([
      "home = Porto: one",
      "employer = Bosch: many",
    ]);
  });
  test("does not make a move in winter one for the winter", async () => {
    expect(await cardinalities("I moved to Porto in winter.")).toEqual(["home = Porto: one"]);
  });
});
