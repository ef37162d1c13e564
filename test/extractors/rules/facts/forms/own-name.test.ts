import { describe, expect, it } from "vitest";
import { ownNameIn } from "../../../../../src/extractors/rules/facts/forms/own-name.js";
import type { Passage } from "../../../../../src/text/passage.js";

const passage = (text: string, speaker: string | null = null): Passage =>
  ({ text, role: "user", speaker }) as unknown as Passage;
const drafts = (text: string) => ownNameIn(text, passage(text));
const nameIn = (text: string) => drafts(text)[0]?.value;

describe("ownNameIn()", () => {
  it.each([
    ["My name's Oyelaran btw", "Oyelaran"],
    ["btw name is Paweł", "Paweł"],
    ["im Tamsin, 34, nurse", "Tamsin"],
    ["you can call me Jo", "Jo"],
  ])("%s says the name surely", (text, name) => {
    expect(nameIn(text)).toBe(name);
    expect(drafts(text)[0]?.certainty).toBeUndefined();
  });

  it.each([
    ["I'm Callum by the way, I look after the invoicing side.", "Callum"],
    ["I am Henning by the way, her father", "Henning"],
    ["I'm Taye — I drive the van", "Taye"],
    ["Callum here, quick question about taxes", "Callum"],
    ["Hi, this is Dagny from purchasing", "Dagny"],
    ["Tamsin, 34.", "Tamsin"],
  ])("%s says it unsurely", (text, name) => {
    expect(nameIn(text)).toBe(name);
    expect(drafts(text)[0]?.certainty).toBeLessThan(1);
  });

  it.each([
    "I'm Catholic, I go to mass",
    "I'm home by the way",
    "Nothing here",
    "This is Priya, my sister",
    "Don't call me Bob",
    "call me Monday",
    "I'm not Callum, I'm his brother",
    "Paris was great",
  ])("%s says none", (text) => expect(nameIn(text)).toBeUndefined());

  it("adds a nickname to the name and does not replace it", () => {
    expect(drafts("Everyone calls me Jo.")[0]?.cardinality).toBe("many");
    expect(drafts("My name is Johanna.")[0]?.cardinality).toBe("one");
  });

  it("reads no name of somebody who speaks under one", () => {
    expect(ownNameIn("call me Jo", passage("call me Jo", "Johanna"))).toEqual([]);
  });
});
