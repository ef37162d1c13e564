import { describe, expect, it } from "vitest";
import { inPast } from "../../../src/recall/prose/past-tense.js";

describe("inPast()", () => {
  it.each([
    ["Ana lives in Graz.", "Ana", "Ana lived in Graz."],
    ["Ana is 30 years old.", "Ana", "Ana was 30 years old."],
    ["The user studies law.", "the user", "The user studied law."],
    ["The user plays chess.", "the user", "The user played chess."],
    ["Bo's parents live in Oslo.", "Bo's parents", undefined],
    ["Bo's favourite colour is blue.", "Bo", "Bo's favourite colour was blue."],
    ["Bo's dogs are Rex and Ulla.", "Bo", "Bo's dogs were Rex and Ulla."],
    ["Ana teaches maths.", "Ana", "Ana taught maths."],
    ["Ana does not eat meat.", "Ana", "Ana did not eat meat."],
    ["Ana coaches rowing.", "Ana", "Ana coached rowing."],
    ["Ana wohnt in Graz.", "Ana", undefined],
    ["In Graz lebt Ana.", "Ana", undefined],
  ])("%s", (text, entity, past) => {
    expect(inPast(text, entity)).toBe(past);
  });
});
