/** What a text says something is now. */
import { describe, expect, it } from "vitest";
import { newValuesIn } from "../../src/text/new-values.js";

describe("newValuesIn()", () => {
  it.each([
    ["We switched. The new pediatrician is Dr. Sommer. She is kind.", ["pediatrician = Dr. Sommer"]],
    ["At the meeting we decided on 135 euros as the annual fee.", ["annual fee = 135 euros"]],
    ["The book's called Low Tide now.", ["book = Low Tide"]],
    ["Our standup is at 9:30 from now on.", ["standup = 9:30"]],
    ["From now on our dentist is Dr Nwosu.", ["dentist = Dr Nwosu"]],
    ["My bank is now Nordea, they charge less.", ["bank = Nordea"]],
    ["Leif left, Sunniva is our manager now.", ["manager = Sunniva"]],
    ["Mesa Verde does the catering now.", ["catering = Mesa Verde"]],
    ["New alarm code: 9062.", ["alarm code = 9062"]],
    ["Maria was elected president of the club.", ["president of the club = Maria"]],
    ["My threshold is 255 now.", ["threshold = 255"]],
    ["They gave me until 15 July.", ["deadline = 15 July"]],
    ["I have until 9 May for the report now.", ["report = 9 May"]],
    ["Mrs Tangen wants 650 from now on.", [" = 650"]],
    ["I've left Dr. Kern, I'm with Dr. Ruiz now.", [" = Dr. Ruiz"]],
  ])("finds in %j", (text, expected) => {
    expect(newValuesIn(text).map(({ noun, value }) => `${noun} = ${value}`)).toEqual(expected);
  });

  it.each([
    "If the vet is Dr. Kern now, I am glad.",
    "The vet might be Dr. Kern now.",
    "Is the vet Dr. Kern now?",
    "I heard that our vet is Dr. Kern now.",
    "The vet isn't Dr. Kern now.",
    "We thought about Dr. Kern as our vet.",
    "The van is Jonas's now.",
    "The kitchen is lovely now.",
    "Our new colleague is Petra.",
    "My sister is Head of Sales now.",
    "At the office, the new printer is a Canon.",
    "Mrs Tangen wants to leave now.",
    "They might have given me until 15 July.",
  ])("finds nothing in %j", (text) => {
    expect(newValuesIn(text)).toEqual([]);
  });

  it.each([
    ["one noun", `The ${"a".repeat(200_000)} is Otto now.`],
    ["many nouns", `The ${"vet ".repeat(60_000)}is Otto now`],
    ["many values", `The vet is ${"Otto ".repeat(60_000)}now`],
    ["many words of change", "now ".repeat(80_000)],
    ["many days", "gave me until ".repeat(20_000)],
    ["many former names", `left ${"Otto ".repeat(60_000)}with Ada now.`],
    ["many sentences", "The vet is Otto now. ".repeat(20_000)],
    ["many names", `${"Otto ".repeat(60)}is our vet now. `.repeat(800)],
  ])("reads %s in time linear in its length", (_, text) => {
    const before = process.cpuUsage();
    newValuesIn(text);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1500);
  });
});
