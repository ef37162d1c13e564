/** Messages that give an assistant a part to play. */
import { describe, expect, it } from "vitest";
import { givesPart } from "../../../src/text/rules/given-part.js";

describe("givesPart()", () => {
  it.each([
    "I want you to act as a lawyer.",
    "Pretend you are my landlord and I call about the heating.",
    "You are a travel guide who knows Rome well. Plan a day for me.",
    "Reply as a pirate would.",
    "Please reply as Simone.",
    "Act as my boss who refuses every holiday.",
    "Good, now play the waiter, i play the guest.",
    "Let's role-play a job interview.",
  ])("is true of %s", (text) => expect(givesPart(text)).toBe(true));

  it.each([
    "You're an angel!",
    "You are a good friend. I moved to Graz.",
    "I act in a small theatre.",
    "I play the piano and my son plays the drums.",
    "She plays the role of her life in that film.",
    "Always answer in Portuguese.",
    "Please reply as soon as you can.",
  ])("is false of %s", (text) => expect(givesPart(text)).toBe(false));
});
