/** Text that a message hands over to be worked on. */
import { describe, expect, it } from "vitest";
import { Memory } from "../../src/index.js";
import { pastedIn, withoutPasted } from "../../src/text/pasted.js";

const ownOf = (text: string) => withoutPasted(text, pastedIn(text)).replace(/\s+/gu, " ").trim();

describe("pastedIn()", () => {
  it.each([
    [
      'Translate this: "I live in Rome. My dog is ill." Keep it polite.',
      'Translate this: " " Keep it polite.',
    ],
    ["How do you say 'I have two daughters' in Spanish?", "How do you say ' ' in Spanish?"],
    ["Fix it: 'It's Ana's shop and I don't sell bread.'", "Fix it: ' '"],
    ["Proofread the following:\n\nI was born in Oslo.\nI like fish.", "Proofread the following:"],
    ["“We build roofs since 1990”, is this right?", "“ ”, is this right?"],
  ])("%s", (text, own) => expect(ownOf(text)).toBe(own));

  it.each([
    ["make lint pass: 12:5  error  Use 'const' instead  prefer-const", "make lint pass:"],
    ["fix warnings\nwarning: phx-feedback-for is deprecated, use used_input?/1", "fix warnings"],
    [
      "why?\nTypeError: x is not a function\n    at run (app.js:3:1)\nIt worked before.",
      "why? It worked before.",
    ],
    ["turn this into csv:\n2026-03-12 10:02:11 WARN c.q.LedgerJob - lag 420ms", "turn this into csv:"],
    ["[00:00:03.122] <err> os: BUS FAULT\nlook only on the bus", "look only on the bus"],
  ])("what a program printed: %s", (text, own) => expect(ownOf(text)).toBe(own));

  it.each([
    "Error: I moved to Berlin, not to Bonn.",
    "Warning: my brother is allergic to nuts.",
    "2026-03-12 Met Ines, she has moved to Porto.\n10:30 dentist",
    "My dog's called Rex, and the neighbours' cat is Tom.",
    'The sequel of "Dune" is good.',
    "I'm reading 'The Name of the Wind' at the moment.",
    '"I live in Rome and work in Milan."',
    "Here is what I need:\nmilk, bread",
  ])("a title, an apostrophe and a whole message are not: %s", (text) => {
    expect(pastedIn(text)).toEqual([]);
  });
});

describe("Memory.remember()", () => {
  const factsOf = async (content: string) => {
    await using memory = new Memory();
    const { data } = await memory.remember(content);
    return data.data.memory_decisions.semantic.items.map(({ text }) => text);
  };

  it("states no fact of the user that is only in pasted text", async () => {
    const letter = `I live in Scottsdale and my wife is Shirin. ${"We have a garden with two old trees. ".repeat(30)}I am a dentist.`;
    expect(await factsOf(`Translate this into Spanish: "${letter}"`)).toEqual([]);
    expect(await factsOf("Proofread the following text:\n\nMy name is Duncan and I live in Troon.")).toEqual(
      [],
    );
  });

  it("states what the user says beside it", async () => {
    expect(await factsOf("I live in Graz. How do you say 'I live in Madrid' in Spanish?")).toEqual([
      "The user lives in Graz.",
    ]);
  });

  it("believes less of what is said in a play", async () => {
    await using memory = new Memory();
    const { data } = await memory.remember({
      content: [
        { role: "user", content: "Act as my landlord, I call about the heating." },
        { role: "assistant", content: "Yes?" },
        { role: "user", content: "My name is Greta Holm and I live in Bergen." },
        { role: "assistant", content: "Tomorrow, Mrs Holm." },
        { role: "user", content: "Thanks, that was fun! I'm Paul, by the way. I live in Linz." },
      ],
    });
    const { items } = data.data.memory_decisions.semantic;
    const sure = items.filter(({ certainty }) => certainty === 1).map(({ value }) => value);
    expect(sure).toContain("Linz");
    expect(sure).not.toContain("Bergen");
    expect(sure).not.toContain("Greta Holm");
  });
});
