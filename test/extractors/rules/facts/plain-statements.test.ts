/** Plain statements about things and other people, in their own words. */
import { describe, expect, it } from "vitest";
import { factsIn } from "../../drafts.js";

const both = { parts: ["grammar", "tagger"] } as const;

describe("a group, a numbered place or a recurring time", () => {
  it.each([
    ["Ines is in the Hedgehog group.", "Ines: group = Hedgehog group"],
    ["Kemi is in Miss Drury's class.", "Kemi: class = Miss Drury's class"],
    ["The stall is on pitch 14.", "stall: pitch = pitch 14"],
    ["The tanker comes every second morning.", "tanker: schedule = every second morning"],
    ["The clinic is tue thu 9 to 12.", "clinic: schedule = tue thu"],
    ["The shop is closed on Mondays.", "shop: schedule = Mondays"],
    ["They've moved the stall to pitch 22.", "stall: location = pitch 22"],
    ["Kemi got moved to Mr Falk's class.", "Kemi: location = Mr Falk's class"],
    ["Malik is our keeper.", "Ana: keeper = Malik"],
    ["Our replica is db-09.", "Ana: replica = db-09"],
    ["Subs are 4 euros a week.", "subs: value = 4 euros a week"],
    ["The oxygen cage's in Bay 4.", "oxygen cage: location = Bay 4"],
    ["The stall's been moved to pitch 9.", "stall: location = pitch 9"],
    ["Rent is 780 euros.", "Ana: rent = 780 euros"],
    ["We have a daughter, Leela, who is four.", "Leela: age = four"],
    ["Our conductor Simone is from Antwerp.", "Simone: hometown = Antwerp"],
  ])("%s", async (text, fact) => {
    expect(await factsIn(text)).toContain(fact);
  });

  it.each([
    ["They might have moved the stall to pitch 22."],
    ["If they moved the stall to pitch 22, we would see more people."],
    ["Kemi is 12."],
    ["The train was late every second morning that I needed it."],
    ["Malik isn't our keeper."],
  ])("is not in: %s", async (text) => {
    const facts = await factsIn(text);
    expect(facts.filter((fact) => /schedule|location|keeper|kemi = /.test(fact))).toEqual([]);
  });
});

describe("a name or a code in the words of its clause", () => {
  it.each([
    ["payments-db runs Postgres 14 on db-07.", "payments-db: runs on = db-07"],
    ["The oxygen cage lives in the prep room.", "oxygen cage: location = prep room"],
    ["The samples are kept in Bay 4.", "samples: kept in = Bay 4"],
  ])("%s", async (text, fact) => {
    expect(await factsIn(text, both)).toContain(fact);
  });
});

describe("what others think or are quoted with is no fact", () => {
  it.each([
    "My mate thinks Greer lives in Fife.",
    '"I joined the choir in Leeds and I love it", says Graham every year.',
    '"We should all move to Oslo and work at Acme", as the poster has it.',
  ])("%s", async (text) => {
    expect(await factsIn(text, both)).toEqual([]);
  });
});
