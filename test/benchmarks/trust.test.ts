/**
 * The trust benchmark: its cases can be read, each kind of expectation can fail, and stories run
 * through the API.
 */
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { baselineAnswers } from "../../benchmarks/trust/baseline.js";
import {
  type Expectation,
  halves,
  kinds,
  parseStories,
  readStories,
  type Story,
} from "../../benchmarks/trust/cases.js";
import { countsOf, failures, table, type Verdict, verdictOf } from "../../benchmarks/trust/report.js";
import { profileAnswer, runStory } from "../../benchmarks/trust/run-story.js";
import { type Answer, includes, problemsOf } from "../../benchmarks/trust/score.js";

function answer(facts: string, rest: Partial<Answer> = {}): Answer {
  return { facts, rules: "", confidence: facts === "" ? "none" : "found", ...rest };
}

const lisbon = answer("Ana lives in Lisbon.");

function story(over: Partial<Story> = {}): Story {
  return {
    name: "harbour",
    language: "en",
    steps: [
      { at: "2026-01-01T09:00:00Z", remember: { content: "I live in Lisbon.", speaker: "Ana" } },
      { at: "2026-01-02T09:00:00Z", remember: { content: "My boat is called Petrel.", speaker: "Ana" } },
    ],
    questions: [
      {
        kind: "stale value",
        at: "2026-01-03T09:00:00Z",
        recall: { query: "Where does Ana live?" },
        expect: { has: ["Lisbon"] },
      },
    ],
    ...over,
  };
}

describe("includes()", () => {
  it("finds a word by its beginning, without case and in any form of its characters", () => {
    expect(includes("Allergic to PEANUTS", "peanut")).toBe(true);
    expect(includes("the Dubois’s cat", "dubois's")).toBe(true);
    expect(includes("Cafe\u0301 de Flore", "Café")).toBe(true);
    expect(includes("Romero", "Rome")).toBe(true);
    expect(includes("Jerome", "Rome")).toBe(false);
  });

  it("finds numbers as a whole, signs as they are, and words of scripts without spaces anywhere", () => {
    expect(includes("stall 14, by the gate", "14")).toBe(true);
    expect(includes("stall 145 and 314", "14")).toBe(false);
    expect(includes("costs 1,540 (net)", "1,540 (net)")).toBe(true);
    expect(includes("kostet 1x540", "1.540")).toBe(false);
    expect(includes("王磊住在杭州", "杭州")).toBe(true);
    expect(includes("口座番号は8830412です", "8830412")).toBe(true);
  });
});

describe("problemsOf()", () => {
  const cases: readonly (readonly [name: string, expected: Expectation, right: Answer, wrong: Answer])[] = [
    ["has", { has: ["Lisbon"] }, lisbon, answer("Ana lives in Porto.")],
    ["has, with alternatives", { has: [["Lisboa", "Lisbon"]] }, lisbon, answer("Ana lives in Porto.")],
    ["hasNot", { hasNot: ["Porto"] }, lisbon, answer("Ana lives in Porto.")],
    [
      "hasNot, of rules too",
      { hasNot: ["metric"] },
      lisbon,
      answer("", { rules: "Answer in metric units." }),
    ],
    ["rules", { rules: ["metric"] }, answer("", { rules: "Use metric units." }), answer("Use metric units.")],
    [
      "first",
      { first: "Porto", after: ["Lisbon"] },
      answer("Ana moved from Lisbon to Porto.\nAna lived in Lisbon."),
      answer("Ana lives in Lisbon.\nAna lives in Porto."),
    ],
    ["first, where only the other is there", { first: "Porto", after: ["Lisbon"] }, answer(""), lisbon],
    ["pastOnly", { pastOnly: ["Lisbon"] }, answer("Ana lived in Lisbon until May 2026."), lisbon],
    [
      "pastOnly, beside the current value",
      { first: "Porto", after: ["Lisbon"], pastOnly: ["Lisbon"] },
      answer("Ana: from Lisbon to Porto!"),
      answer("Ana lives in Porto.\nAna lives in Lisbon."),
    ],
    [
      "pastOnly, by whole words",
      { pastOnly: ["Lisbon"] },
      answer("Lisbon was home."),
      answer("She does the washing in Lisbon."),
    ],
    [
      "onlyWith",
      { onlyWith: { Porto: ["if", "would"] } },
      answer("Ana would move to Porto."),
      answer("If only.\nAna lives in Porto."),
    ],
    ["empty", { empty: true }, answer("", { rules: "Use metric units." }), lisbon],
    ["onlyOf", { onlyOf: "Bob" }, answer("Bob sails.", { confidence: "weak" }), answer("Bob sails.")],
    ["onlyOf, of another", { onlyOf: "Bob" }, answer(""), answer("Ana sails.", { confidence: "weak" })],
    ["confidence", { confidence: ["none", "weak"] }, answer(""), lisbon],
    [
      "confidence, where none is given",
      { confidence: ["found"] },
      lisbon,
      { ...lisbon, confidence: undefined },
    ],
  ];

  it.each(cases)("checks %s", (_, expected, right, wrong) => {
    expect(problemsOf(expected, right)).toEqual([]);
    expect(problemsOf(expected, wrong)).toHaveLength(1);
  });

  it("names every problem", () => {
    expect(problemsOf({ has: ["Porto"], hasNot: ["Lisbon"], empty: true }, lisbon)).toEqual([
      "lacks Porto",
      "has Lisbon",
      "is not empty",
    ]);
  });
});

describe("readStories()", () => {
  it("reads both halves, each with every kind at least eight times", () => {
    for (const half of ["dev", "kept"] as const) {
      const asked = readStories(half).flatMap(({ questions }) => questions);
      expect(asked.length).toBeGreaterThanOrEqual(120);
      for (const kind of kinds)
        expect(asked.filter((one) => one.kind === kind).length, `${half}: ${kind}`).toBeGreaterThanOrEqual(8);
    }
  });

  it("reads stories in varied wordings, of the kinds that need them", () => {
    const asked = readStories("varied").flatMap(({ questions }) => questions);
    for (const kind of ["standing rule", "conditional rule", "profile", "stale value", "history"])
      expect(asked.filter((one) => one.kind === kind).length, kind).toBeGreaterThanOrEqual(8);
  });

  it("finds all files: each half has a folder, and nothing is beside them", () => {
    const folder = new URL("../../benchmarks/trust/cases/", import.meta.url);
    expect(readdirSync(folder).toSorted()).toEqual([...halves].toSorted());
  });

  it("reads stories that are in one half only", () => {
    const names = halves.flatMap((half) => readStories(half).map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("parseStories()", () => {
  it("names the file, the story and the field that is wrong", () => {
    const wrong = (over: object) => JSON.stringify({ stories: [{ ...story(), ...over }] });
    expect(() => parseStories(wrong({ language: "english" }), "dev-9.json")).toThrow(
      /dev-9\.json: story harbour: [\s\S]*language/,
    );
    expect(() => parseStories(wrong({ name: undefined }), "dev-9.json")).toThrow(/story number 1/);
    expect(() => parseStories(wrong({ steps: [{ at: "2026-01-01T09:00:00Z" }] }), "dev-9.json")).toThrow(
      /exactly one of remember, forget/,
    );
    const question = (over: object) => wrong({ questions: [{ ...story().questions[0], ...over }] });
    expect(() => parseStories(question({ profile: {} }), "dev-9.json")).toThrow(/one of recall, profile/);
    expect(() => parseStories(question({ expect: {} }), "dev-9.json")).toThrow(/must expect something/);
    expect(() => parseStories(question({ expect: { first: "a" } }), "dev-9.json")).toThrow(/go together/);
    expect(() => parseStories("{", "dev-9.json")).toThrow(/dev-9\.json: it is not JSON/);
    expect(parseStories(wrong({}), "dev-9.json")).toEqual([story()]);
  });
});

describe("runStory()", () => {
  it("answers what was remembered, and no more what was forgotten by id", async () => {
    const asked = story().questions;
    const boat = { ...asked[0]!, recall: { query: "What is Ana's boat called?" } };
    const forgotten = { at: "2026-01-02T10:00:00Z", forgetRecords: "Petrel" };
    const [, before] = await runStory(story({ questions: [...asked, boat] }));
    expect(before).toMatchObject({ facts: expect.stringContaining("Petrel") });
    const [home, gone] = await runStory(
      story({ steps: [...story().steps, forgotten], questions: [...asked, boat] }),
    );
    expect(home).toMatchObject({ facts: expect.stringContaining("Lisbon"), confidence: "found" });
    expect(JSON.stringify(gone)).not.toContain("Petrel");
  });

  it("gives what the API refuses as an outcome of that question, or of all where a step is refused", async () => {
    const asked = story().questions[0]!;
    const refused = { ...asked, recall: { query: "Where does Ana live?", no_such_field: 1 } };
    const outcomes = await runStory(story({ questions: [refused, asked] }));
    expect(outcomes[0]).toEqual({ refused: expect.stringContaining("no_such_field") });
    expect(outcomes[1]).toHaveProperty("facts");
    const step = { at: "2026-01-01T08:00:00Z", forgetRecords: "nothing like this" };
    expect(await runStory(story({ steps: [step], questions: [asked, asked] }))).toEqual([
      { refused: "step 1: no record has the words nothing like this" },
      { refused: "step 1: no record has the words nothing like this" },
    ]);
  });
});

describe("profileAnswer()", () => {
  it("reads every text, with what one element of a list says on one line", () => {
    const payload = {
      prose: "Ana lives in Lisbon.\nUse metric units.",
      facts: [{ entity: "Nomsa", value: "Durban", valid: { from: "2026" } }, "Ana sails."],
      tokens: 9,
      rules: [],
    };
    expect(profileAnswer(payload)).toEqual({
      facts: "Ana lives in Lisbon.\nUse metric units.\nNomsa · Durban · 2026\nAna sails.",
      rules: expect.stringContaining("Use metric units."),
      confidence: undefined,
    });
  });
});

describe("baselineAnswers()", () => {
  it("gives the newest message first, of its scope and time only", () => {
    const at = "2026-01-03T09:00:00Z";
    const step = (day: number, content: string, user: string) => ({
      at: `2026-01-0${day}T09:00:00Z`,
      for: { user },
      remember: { content },
    });
    const steps = [
      step(1, "I live in Lisbon.", "a"),
      step(2, "I live in Porto.", "a"),
      step(1, "I live in Faro.", "b"),
    ];
    const ask = (over: object) => ({
      kind: "scope" as const,
      at,
      for: { user: "a" },
      recall: { query: "Where do I live?", ...over },
      expect: { empty: true as const },
    });
    const [now, then] = baselineAnswers(
      story({ steps, questions: [ask({}), ask({ as_of: "2026-01-01T12:00:00Z" })] }),
    );
    expect(now!.facts.split("\n")).toEqual([
      "[2026-01-02] : I live in Porto.",
      "[2026-01-01] : I live in Lisbon.",
    ]);
    expect(then!.facts).toBe("[2026-01-01] : I live in Lisbon.");
  });

  it("forgets by entity, by the best match of a query, and by words", () => {
    const forgetting = (step: object) =>
      baselineAnswers(story({ steps: [...story().steps, { at: "2026-01-02T10:00:00Z", ...step }] }))[0]!
        .facts;
    expect(forgetting({ forget: { entity: "Ana" } })).toBe("");
    expect(forgetting({ forget: { query: "live in Lisbon" } })).not.toContain("Lisbon");
    expect(forgetting({ forgetRecords: "Lisbon" })).not.toContain("Lisbon");
    expect(forgetting({ forgetRecords: "Petrel" })).toContain("Lisbon");
  });
});

describe("countsOf() and table()", () => {
  const question = story().questions[0]!;
  const verdict = (outcome: Verdict["outcome"], half: Verdict["half"] = "dev") =>
    verdictOf(question, { half, story: "harbour", number: 1, outcome });
  const verdicts = [
    verdict(lisbon),
    verdict(answer("Ana lives in Porto.")),
    verdict({ refused: "there is no recall()" }),
    verdict(lisbon, "kept"),
  ];

  it("count right answers by half and kind; what was refused is wrong", () => {
    const counts = countsOf(verdicts);
    expect(counts.dev["stale value"]).toEqual({ right: 1, asked: 3 });
    expect(counts.dev.all).toEqual({ right: 1, asked: 3 });
    expect(counts.kept["stale value"]).toEqual({ right: 1, asked: 1 });
    expect(counts.kept.scope).toEqual({ right: 0, asked: 0 });
    const row = table({ keepsake: counts, bm25: counts })
      .split("\n")
      .find((line) => line.includes("stale value"));
    expect(row).toBe("| stale value | 1 of 3 | 1 of 3 | – | – | 1 of 1 | 1 of 1 |");
  });

  it("name each failure with what came back", () => {
    const text = failures(verdicts);
    expect(text).toContain("harbour (stale value) 1. Where does Ana live?");
    expect(text).toContain("lacks Lisbon");
    expect(text).toContain("Ana lives in Porto.");
    expect(text).toContain("was refused: there is no recall()");
    expect(text).not.toContain("Ana lives in Lisbon.");
  });
});
