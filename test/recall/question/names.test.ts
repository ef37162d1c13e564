import { describe, expect, it } from "vitest";
import { namesIn } from "../../../src/recall/question/names.js";

describe("namesIn()", () => {
  it.each([
    ["Where does Bob live?", ["bob"]],
    ["Where does Will live?", ["will"]],
    ["What is Will's phone number?", ["will"]],
    ["Is Rose coming on Monday?", ["rose"]],
    ["What is May allergic to?", ["may"]],
    ["When is August free?", ["august"]],
    ["Does April eat meat?", ["april"]],
    ["What happened in May?", []],
    ["What did we plan for June?", []],
    ["Was May a good month?", []],
    ["How was August?", []],
    ["Will it rain tomorrow?", []],
    ["May I use the kiln?", []],
    ["What Will Happen To The House?", ["happen", "house"]],
  ])("of %j are %j", (query, expected) => expect(namesIn(query)).toEqual(expected));
});
