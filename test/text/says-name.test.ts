import { describe, expect, it } from "vitest";
import { sayingName } from "../../src/text/says-name.js";

describe("sayingName()", () => {
  it.each([
    ["Sally Bond", "Sally Bond called about the lease."],
    ["Sally Bond", "I gave the keys to SALLY BOND."],
    ["Sally Bond", "i owe sally bond ten euros"],
    ["sally bond", "Sally Bond's car is green."],
    ["Sally Bond", "Write to sally.bond@example.com."],
    ["Sally Bond", "Ask **Sally** Bond."],
    ["Sally Bond", "Sally\nBond"],
    ["Zoë Kern", "zoe kern was there"],
    ["J Friday", "J. Friday signed."],
    ["Ana", "Then Ana left."],
    ["Ana", "ana left then"],
    ["Ana", "Yesterday Ana Silva called."],
    ["Silva", "Dr Silva called."],
    ["rex", "Rex barks."],
    ["Will", "We asked Will."],
    ["田中", "昨日田中さんに会った。"],
  ])("finds %j in %j", (name, text) => {
    expect(sayingName(name)(text)).toBe(true);
  });

  it.each([
    ["Sally Bond", "Sally called. Bond prices rose."],
    ["Sally Bond", "Sally, Bond and Moore"],
    ["Sally Bond", "Bond Sally"],
    ["Sally Bond", "Sally Bondarenko"],
    ["Ana", "Anabel left."],
    ["Rose", "She planted a rose in the garden."],
    ["Will", "i will call tomorrow"],
    ["user", "Add a user table to the schema."],
    ["Silva", "Ana Silva called."],
    ["🦊", "a fox"],
    ["", "anything"],
  ])("does not find %j in %j", (name, text) => {
    expect(sayingName(name)(text)).toBe(false);
  });

  it("finds every word that may be the name, with the reading perhaps", () => {
    expect(sayingName("Rose", "perhaps")("She planted a rose.")).toBe(true);
    expect(sayingName("Silva", "perhaps")("Ana Silva called.")).toBe(true);
    expect(sayingName("Rose", "perhaps")("She rose early and Roseanne slept.")).toBe(true);
    expect(sayingName("Ana", "perhaps")("Anabel left.")).toBe(false);
  });
});
