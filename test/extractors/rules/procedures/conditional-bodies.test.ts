import { describe, expect, it } from "vitest";
import { isCommandThen } from "../../../../src/extractors/rules/procedures/conditional-bodies.js";

describe("isCommandThen()", () => {
  it.each([
    ["whisper", "the baby is asleep"],
    ["count calories in kilojoules", "I train"],
    ["take it again", "blood pressure is above 160"],
    ["remember that I need wide ones", "I order shoes"],
    ["have the passports ready", "the vet comes"],
    ["no jazz", "I ask for music"],
    ["only a pinch", "you feed them"],
    ["wait five days before you write", "a tenant doesn't pay"],
  ])("accepts %j after %j", (body, condition) => {
    expect(isCommandThen(body, condition)).toBe(true);
  });

  it.each([
    ["life goes on", "a friend leaves"],
    ["prices rise", "a harvest fails"],
    ["no problem", "a guest is late"],
    ["no one is there", "a guest rings"],
    ["take it easy", "a colleague shouts"],
    ["make lemonade", "life gives you lemons"],
    ["call me", "you want"],
    ["look at the sky", "she called"],
    ["can you call them?", "a guest is late"],
    ["cover is not needed", "a guest is late"],
  ])("refuses %j after %j", (body, condition) => {
    expect(isCommandThen(body, condition)).toBe(false);
  });
});
