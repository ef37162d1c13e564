import { describe, expect, it } from "vitest";
import { isSentToMany } from "../../../src/text/rules/sent-to-many.js";

describe("isSentToMany()", () => {
  it.each([
    "Text message from Brightpeak Energy: Always submit your reading before the 5th. Reply STOP to opt out.",
    "Notification (Stridely): Never skip leg day.",
    "E-mail from Lumen Cinemas: Members, remember to show your card at the desk every time.",
    "Okoro Dental: Welcome! Please always arrive ten minutes early. If you need to cancel call us.",
  ])("is true of %s", (text) => {
    expect(isSentToMany(text)).toBe(true);
  });

  it.each([
    ["a rule under a heading", "Code Reviews: Be kind. Always say what you would change."],
    ["a rule under a word", "Style: we use tabs, please keep your lines short."],
    ["a rule", "Always answer in German, please. Our office works in German."],
    [
      "what the user says of a message",
      "Message from Ana: she wants me to ring. Always remind me of her calls.",
    ],
    ["a prompt", "You are a travel assistant. Never mention our prices to your customers."],
  ])("is false of %s", (_, text) => {
    expect(isSentToMany(text)).toBe(false);
  });
});
