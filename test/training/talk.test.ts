import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type LabelledMessage, parseTalk, readTalk } from "../../training/extractor/examples/talk-message.js";

const folder = fileURLToPath(new URL("../../training/extractor/talk/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

const message: LabelledMessage = {
  dialog: "allotment-1",
  n: 1,
  speaker: "Edda",
  role: "user",
  at: "2026-04-02T08:00:00Z",
  text: "The beans went in yesterday, never use the blue can for them.",
  keep: true,
  facts: [],
  events: [{ text: "The beans went in", when: "yesterday", from: "2026-04-01", to: "2026-04-02" }],
  rules: [{ text: "never use the blue can", trigger: null, polarity: "dont", scope: "always" }],
};
const parse = (...messages: readonly object[]) =>
  parseTalk(
    messages.map((one) => JSON.stringify(one)),
    "beans.jsonl",
  );

describe("labelled talk", () => {
  it.each(files)("readTalk() accepts %s", (name) => {
    expect(readTalk(folder + name).length).toBeGreaterThan(500);
  });

  it("every file of talk has dialogs of its own", () => {
    const dialogs = files.flatMap((name) => [
      ...new Set(readTalk(folder + name).map(({ dialog }) => dialog)),
    ]);
    expect(new Set(dialogs).size).toBe(dialogs.length);
  });

  it("parseTalk() returns the messages of its lines", () => {
    expect(parse(message, { ...message, n: 2 })).toEqual([message, { ...message, n: 2 }]);
  });

  const event = message.events[0]!;
  const rule = message.rules[0]!;
  const fact = { entity: "Edda", property: "crop", value: "peas", subject: null, predicate: null };
  it.each([
    ["a value that is not copied", { facts: [{ ...fact, change: "none", former: null }] }, '"peas"'],
    ["a rule that is not copied", { rules: [{ ...rule, text: "use the red can" }] }, '"use the red can"'],
    ["an unknown change", { facts: [{ ...fact, value: "beans", change: "moves", former: null }] }, "change"],
    ["a day that is none", { events: [{ ...event, from: "2026-02-30" }] }, "from"],
    ["an event that ends first", { events: [{ ...event, to: "2026-04-01" }] }, "begin before it ends"],
    ["a time that is none", { at: "last spring" }, "at"],
    ["labels where nothing is kept", { keep: false }, "keep is false"],
    ["a field that the format does not have", { mood: "cheerful" }, "mood"],
  ])("parseTalk() refuses %s and names the line", (_, change, part) => {
    const lines = () => parse(message, { ...message, n: 2, ...change });
    expect(lines).toThrow("Cannot read beans.jsonl: line 2");
    expect(lines).toThrow(part);
  });

  it("parseTalk() refuses a dialog that goes back", () => {
    expect(() => parse(message, message)).toThrow("out of order");
    expect(() => parse(message, { ...message, n: 2, at: "2026-04-01T08:00:00Z" })).toThrow("out of order");
    expect(parse(message, { ...message, dialog: "allotment-2", n: 0 })).toHaveLength(2);
  });
});
