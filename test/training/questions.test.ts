import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  compileQuestions,
  parseQuestions,
  readDialogs,
  readQuestionFile,
} from "../../training/ranker/questions/question-file.js";

const folder = fileURLToPath(new URL("../../training/ranker/questions/", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const dialogs = readDialogs();

const message = {
  dialog: "beans-1",
  n: 1,
  speaker: "Edda",
  role: "user" as const,
  at: "2026-04-02T08:00:00Z",
  text: "The beans went in yesterday.",
  keep: true,
  facts: [],
  events: [],
  rules: [],
};
const talk = new Map([
  ["beans-1", [message, { ...message, n: 2, text: "Twelve rows." }]],
  ["peas-1", [{ ...message, dialog: "peas-1", at: "2026-03-01T08:00:00Z", text: "The peas are up." }]],
]);
const question = {
  id: "beans-1-q1",
  kind: "count",
  question: "How many rows has Edda sown?",
  answer: "twelve",
  evidence: ["beans-1#2"],
};
const group = { id: "garden", dialogs: ["beans-1", "peas-1"], questions: [question] };
const parse = (...groups: readonly object[]) =>
  parseQuestions(
    groups.map((one) => JSON.stringify(one)),
    "garden.jsonl",
  );

describe("questions over the talk", () => {
  it.each(files)("%s compiles", (name) => {
    const conversations = compileQuestions(readQuestionFile(folder + name), dialogs);
    expect(conversations.flatMap(({ questions }) => questions).length).toBeGreaterThan(50);
    for (const { turns } of conversations) expect(turns.length).toBeGreaterThan(150);
  });

  it("all files together repeat no id", () => {
    const groups = files.flatMap((name) => readQuestionFile(folder + name));
    expect(compileQuestions(groups, dialogs)).toHaveLength(groups.length);
  });

  it("compileQuestions() keeps each dialog together, the one that begins first in front", () => {
    const [garden] = compileQuestions(parse(group), talk);
    expect(garden!.turns.map(({ id }) => id)).toEqual(["peas-1#1", "beans-1#1", "beans-1#2"]);
    expect(garden!.turns[0]).toEqual({
      id: "peas-1#1",
      session: "peas-1",
      at: "2026-03-01T08:00:00Z",
      speaker: "Edda",
      text: "The peas are up.",
    });
    expect(garden!.questions).toEqual([question]);
  });

  it.each([
    ["a kind that is unknown", { ...group, questions: [{ ...question, kind: "riddle" }] }, "kind"],
    ["a group without questions", { ...group, questions: [] }, "questions"],
    ["a field that the format does not have", { ...group, mood: "cheerful" }, "mood"],
    [
      "evidence that names no message",
      { ...group, questions: [{ ...question, evidence: ["2"] }] },
      "evidence",
    ],
  ])("parseQuestions() refuses %s and names the line", (_, changed, part) => {
    const lines = () => parse(group, changed);
    expect(lines).toThrow("Cannot read garden.jsonl: line 2");
    expect(lines).toThrow(part);
  });

  it.each([
    ["a dialog that does not exist", { dialogs: ["beans-9"] }, "there is no dialog beans-9"],
    ["a dialog named twice", { dialogs: ["beans-1", "beans-1"] }, "named once"],
    ["evidence outside its dialogs", { dialogs: ["peas-1"] }, "there is no message beans-1#2"],
    ["a question repeated", { questions: [question, question] }, "must be unique"],
    [
      "evidence repeated",
      { questions: [{ ...question, evidence: ["beans-1#2", "beans-1#2"] }] },
      "named once",
    ],
    ["a kind that contradicts the evidence", { questions: [{ ...question, kind: "none" }] }, "no evidence"],
    ["an answer without evidence", { questions: [{ ...question, evidence: [] }] }, "no evidence"],
  ])("compileQuestions() refuses %s", (_, change, part) => {
    expect(() => compileQuestions(parse({ ...group, ...change }), talk)).toThrow(part);
  });
});
