import { expect, test } from "vitest";
import {
  customIn,
  forbiddenBy,
  situationIn,
} from "../../../../src/extractors/rules/procedures/situations.js";

test.each([
  ["Should the pump stop, ring Aldo", "the pump stop"],
  ["Asked about wages, say nothing", "wages"],
  ["The moment I mention knitting, remind me of the loom", "I mention knitting"],
  ["In case of flooding the boats go upstairs", "flooding"],
  ["Whoever locks up at night checks the oven", "locks up at night"],
  ["After ten no drilling", "After ten"],
  ["Parcels from abroad go to the back door", "Parcels from abroad"],
  ["Crates that arrive wet go into the shed first", "Crates that arrive wet"],
  ["Any keys without a label get a red tag", "keys without a label"],
  ["Complaints about smells: send them to Aldo", "Complaints about smells"],
  ["Patches touching payments: two reviewers", "Patches touching payments"],
  ["For hires over 2,000 euros take a deposit", "hires over 2,000 euros"],
  ["For trips abroad book the refundable fare", "trips abroad"],
])("situationIn() finds the condition of %j", (text, trigger) => {
  expect(situationIn(text)?.trigger).toBe(trigger);
});

test.each([
  "The side will be done at the second of April, launch on 8 June",
  "Kids with asthma need love and patience",
  "Friends from Norway go to the lake with us",
  "Parcels from abroad went to the back door yesterday",
  "Twelve months of selling in numbers: 940 parcels",
  "Should the pump run today?",
  "Surrounding ourselves with things that bring joy needs a plan",
  "A lamp in the hall turns on by itself at 3:12 every night",
  "On 16 mg since the first of April and no dizziness",
])("situationIn() finds no condition in %j", (text) => {
  expect(situationIn(text)).toBeNull();
});

test("customIn() finds what is done when something happens to anybody or anything", () => {
  expect(customIn("When a crate arrives wet, it goes into the shed")?.trigger).toBe("a crate arrives wet");
  expect(customIn("If the guest is rude, stay calm and hang up")?.trigger).toBe("the guest is rude");
  expect(customIn("When it rains we go to the barn")?.trigger).toBe("it rains");
  expect(customIn("if a guest cancels late they still owe us the night")?.trigger).toBe(
    "a guest cancels late",
  );
  expect(customIn("if a guest cancels late they still feel welcome")).toBeNull();
  expect(customIn("When a crate arrived wet, it went into the shed")).toBeNull();
  expect(customIn("When it rains I feel sad")).toBeNull();
});

test.each([
  ["No launches on Mondays.", "launches on Mondays"],
  ["Nobody may park by the pump, ever.", "park by the pump"],
  ["Don't feed the geese after dark, please", "feed the geese after dark"],
  ["No smoking.", null],
  ["The pump must be cleaned.", null],
])("forbiddenBy() of %j is %j", (sentence, what) => {
  expect(forbiddenBy(sentence)).toBe(what);
});
