import { describe, expect, it } from "vitest";
import { asTheUserSays } from "../../../src/text/rules/notes-about-user.js";

describe("asTheUserSays()", () => {
  it.each([
    ["User wants replies without headings.", "I want replies without headings."],
    ["The user doesn't like small talk.", "I don't like small talk."],
    ["The user would prefer tables.", "I would prefer tables."],
    ["User asked to be called Kit.", "I'd like to be called Kit."],
    ["User asked for metric units.", "I'd like metric units."],
    ["User has asked the assistant not to use emojis.", "I want you not to use emojis."],
    ["- Asked never to be given the answer.", "I'd like never to be given the answer."],
    ["Asked that every budget be shown net", "I want you to always keep every budget shown net"],
    ["The user wants me to be brief.", "I want you to be brief."],
  ])("%s", (note, said) => expect(asTheUserSays(note)).toBe(said));

  it.each(["User asked about trains.", "The users want a refund.", "Ana wants replies without headings."])(
    "leaves what states no wish of the user: %s",
    (note) => expect(asTheUserSays(note)).toBe(note),
  );
});
