/** A pasted e-mail: who wrote it. */
import { testMemory } from "keepsake/testing";
import { describe, expect, it } from "vitest";
import { senderOf } from "../../../src/remember/segment/mail.js";

describe("senderOf()", () => {
  it.each([
    ["From: Kwabena Osei\nSubject: opening\n\nHi,\nI live in Accra.", "Kwabena Osei"],
    ["Subject: opening\nFrom: Ottilie Brandt <o@museum.example>\nTo: all\n\nHi", "Ottilie Brandt"],
    ["From: Delft\nI wrote you a letter.", null],
    ["From: here on I rest\nSubject: rest", null],
    ["From now on: no sugar.\nSubject: food", null],
    ["Dear all,\nFrom: Kwabena Osei\nSubject: opening", null],
    ["Subject: opening\n\nFrom: Kwabena Osei", null],
    [`From: ${"A".repeat(1_000_000)}\nSubject: x`, null],
    ["From: Ann\n".repeat(100_000), null],
  ])("%.60j", (text, sender) => {
    expect(senderOf(text)).toBe(sender);
  });
});

it("remember() of an e-mail stores its sender's facts, not facts of the person who pasted it", async () => {
  const content = "From: Kwabena Osei\nSubject: move\n\nHi,\nI live in Accra now.\nKwabena";
  const { memory } = await testMemory({ seed: [{ content, speaker: "Ana" }] });
  const { items } = await memory.records({ types: ["semantic"] });
  expect(items.map(({ entity, property }) => [entity, property])).toEqual([["Kwabena Osei", "home"]]);
});
