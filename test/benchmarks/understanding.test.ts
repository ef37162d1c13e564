/** The figures of the understanding benchmark, on labels and payloads made by hand. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Label, type LabelledFact, readLabels } from "../../benchmarks/understanding/labels.js";
import { sameEntity, sameName, sameValue, wordsOf } from "../../benchmarks/understanding/match.js";
import { figuresOf, table } from "../../benchmarks/understanding/report.js";
import { emptyTally, type Tally, tallyTurn } from "../../benchmarks/understanding/tally.js";
import type { AddPayload } from "../../src/index.js";
import { temporaryFile } from "../temporary-file.js";

function labelledFact(over: Partial<LabelledFact> = {}): LabelledFact {
  return { entity: "Ana", aliases: [], property: "home", values: ["Porto"], must: true, ...over };
}

function label(over: Partial<Label> = {}): Label {
  return { conversation: "c", turn: "t", skip: false, facts: [], events: [], rules: [], ...over };
}

interface Decided {
  readonly facts?: readonly {
    readonly entity?: string;
    readonly property?: string;
    readonly value: string;
    readonly operation?: "CREATE" | "UPDATE";
    readonly message?: number;
  }[];
  readonly events?: readonly { readonly occurred_at: string; readonly message?: number }[];
  readonly rules?: readonly { readonly document: string; readonly message?: number }[];
}

/** Of a payload only what is tallied. */
function payload({ facts = [], events = [], rules = [] }: Decided): AddPayload {
  const items = (list: readonly object[]) => ({ items: list.map((item) => ({ message: 0, ...item })) });
  const decisions = {
    semantic: items(facts.map((fact) => ({ entity: "Ana", property: "home", operation: "CREATE", ...fact }))),
    episodic: items(events),
    procedural: items(rules),
  };
  return { data: { data: { memory_decisions: decisions } } } as unknown as AddPayload;
}

function tallied(labelled: Label, decided: Decided): Tally {
  const tally = emptyTally();
  tallyTurn(tally, { label: labelled, speaker: "Ana", message: 0, payload: payload(decided) });
  return tally;
}

describe("wordsOf()", () => {
  it("gives the words that count, cut to their stems", () => {
    expect(wordsOf("The user's old bikes in Porto")).toEqual(["user", "old", "bik", "porto"]);
    expect(wordsOf("hiking hiked hikes")).toEqual(["hik", "hik", "hik"]);
    expect(wordsOf("story stories")).toEqual(["stori", "stori"]);
    expect(wordsOf("the of a")).toEqual([]);
  });
});

describe("sameValue()", () => {
  it("finds one value in other words", () => {
    expect(sameValue("a software engineer", "software engineers")).toBe(true);
    expect(sameValue("Porto, Portugal", "Porto")).toBe(true);
    expect(sameValue("Porto", "Porto in Portugal")).toBe(true);
  });

  it("finds two values", () => {
    expect(sameValue("Porto", "Lisbon")).toBe(false);
    expect(sameValue("red bike", "red car with a large trunk")).toBe(false);
  });

  it("finds nothing in one that is far longer, or has no words", () => {
    expect(sameValue("they talked of Porto while the old tower was lit at night", "Porto")).toBe(false);
    expect(sameValue("Porto", "talk of Porto while old towers were lit at night")).toBe(false);
    expect(sameValue("the", "the")).toBe(false);
    expect(sameValue("", "Porto")).toBe(false);
  });
});

describe("sameName()", () => {
  it("knows a name by all words of the shorter one", () => {
    expect(sameName("Ana", "Ana Silva")).toBe(true);
    expect(sameName("Ana Silva", "Ana Costa")).toBe(false);
    expect(sameName("", "Ana")).toBe(false);
  });
});

describe("sameEntity()", () => {
  it("knows an entity by its name and by its aliases", () => {
    expect(sameEntity("Ana's sister", labelledFact({ entity: "Clara", aliases: ["sister"] }), "Ana")).toBe(
      true,
    );
    expect(sameEntity("Tom", labelledFact({ entity: "Clara", aliases: ["sister"] }), "Ana")).toBe(false);
  });

  it("takes the first person for the speaker, and for the user", () => {
    expect(sameEntity("Ana", labelledFact({ entity: "I" }), "Ana")).toBe(true);
    expect(sameEntity("the user", labelledFact({ entity: "me" }), "Ana")).toBe(true);
    expect(sameEntity("the user", labelledFact({ entity: "Clara" }), "Ana")).toBe(false);
  });
});

describe("tallyTurn()", () => {
  it("counts a fact that is right, and whether its property agrees", () => {
    const labelled = label({ facts: [labelledFact()] });
    expect(tallied(labelled, { facts: [{ value: "Porto" }] })).toMatchObject({
      turns: 1,
      factsMade: 1,
      factsRight: 1,
      factsAsked: 1,
      factsFound: 1,
      propertyAgrees: 1,
    });
    expect(tallied(labelled, { facts: [{ value: "Porto", property: "workplace" }] })).toMatchObject({
      factsFound: 1,
      propertyAgrees: 0,
    });
  });

  it("counts one that is wrong, and one that is missing", () => {
    const labelled = label({ facts: [labelledFact()] });
    expect(
      tallied(labelled, { facts: [{ value: "Faro" }, { value: "Porto", entity: "Tom" }] }),
    ).toMatchObject({
      factsMade: 2,
      factsRight: 0,
      factsAsked: 1,
      factsFound: 0,
    });
  });

  it("takes a fact that may be kept for right, and does not ask for it", () => {
    const labelled = label({ facts: [labelledFact({ must: false })] });
    expect(tallied(labelled, { facts: [{ value: "Porto" }] })).toMatchObject({
      factsRight: 1,
      factsAsked: 0,
    });
    expect(tallied(labelled, {})).toMatchObject({ factsAsked: 0, worthAsked: 1, worthKept: 0 });
  });

  it("counts a change where the new value is an update", () => {
    const labelled = label({ facts: [labelledFact({ ends: { value: "Faro" } })] });
    const changes = (operation: "CREATE" | "UPDATE", value = "Porto") =>
      tallied(labelled, { facts: [{ value, operation }] }).changesFound;
    expect(tallied(labelled, {}).changesAsked).toBe(1);
    expect([changes("UPDATE"), changes("CREATE"), changes("UPDATE", "Lisbon")]).toEqual([1, 0, 0]);
    expect(tallied(label({ facts: [labelledFact({ ends: null })] }), {}).changesAsked).toBe(0);
  });

  it("counts an event on one of its days, without the day after", () => {
    const labelled = label({
      events: [
        { from: "2026-05-01", to: "2026-05-03", must: true },
        { from: "2020-01-01", to: "2020-01-02", must: false },
      ],
    });
    const dated = (at: string) => tallied(labelled, { events: [{ occurred_at: at }] }).eventsDated;
    expect(tallied(labelled, {}).eventsAsked).toBe(1);
    expect(dated("2026-05-01T00:00:00.000Z")).toBe(1);
    expect(dated("2026-05-02T23:59:59.000Z")).toBe(1);
    expect(dated("2026-05-03T00:00:00.000Z")).toBe(0);
    expect(dated("2026-04-30T23:59:59.000Z")).toBe(0);
  });

  it("counts a rule that holds most of its words", () => {
    const labelled = label({ rules: [{ text: "answer in English, keep answers short" }] });
    const found = (document: string) => tallied(labelled, { rules: [{ document }] }).rulesFound;
    expect(found("Please always answer in English and keep all of your answers short from now on")).toBe(1);
    expect(found("Never deploy on Fridays")).toBe(0);
    expect(tallied(label(), { rules: [{ document: "Never deploy" }] })).toMatchObject({
      rulesMade: 1,
      rulesRight: 0,
    });
  });

  it("counts filler that is skipped, and what is worth keeping that is kept", () => {
    const filler = label({ skip: true });
    expect(tallied(filler, {})).toMatchObject({ fillerAsked: 1, fillerSkipped: 1, worthAsked: 0 });
    expect(tallied(filler, { facts: [{ value: "Porto" }] })).toMatchObject({
      fillerAsked: 1,
      fillerSkipped: 0,
    });
    const event = { occurred_at: "2026-05-01T00:00:00.000Z" };
    expect(tallied(label(), { events: [event] })).toMatchObject({ worthAsked: 1, worthKept: 1 });
  });

  it("looks at records of its own message only", () => {
    const decided = {
      facts: [{ value: "Porto", message: 1 }],
      events: [{ occurred_at: "2026-05-01T00:00:00.000Z", message: 1 }],
      rules: [{ document: "answer in English", message: 1 }],
    };
    expect(tallied(label({ facts: [labelledFact()] }), decided)).toMatchObject({
      factsMade: 0,
      factsFound: 0,
      rulesMade: 0,
      worthKept: 0,
    });
  });
});

describe("figuresOf()", () => {
  it("gives shares in per cent, to a tenth", () => {
    const figures = figuresOf({
      ...emptyTally(),
      turns: 9,
      factsMade: 3,
      factsRight: 2,
      factsAsked: 8,
      factsFound: 1,
      propertyAgrees: 1,
      rulesAsked: 2,
      rulesFound: 2,
      rulesMade: 4,
      rulesRight: 3,
    });
    expect(figures.turns).toBe(9);
    expect(figures.facts).toEqual({ made: 3, precision: 66.7, asked: 8, recall: 12.5, property_agrees: 100 });
    expect(figures.rules).toEqual({ asked: 2, recall: 100, precision: 75 });
  });

  it("gives null where nothing was asked", () => {
    const { facts, changes, events, keeping } = figuresOf(emptyTally());
    expect([facts.precision, facts.recall, changes.recognised, events.dated_right]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(keeping).toEqual({ filler_skipped: null, worth_kept: null });
  });
});

describe("table()", () => {
  it("has a row for each variant, under the same columns, and a dash where nothing was asked", () => {
    const some = figuresOf({
      ...emptyTally(),
      factsAsked: 2,
      factsFound: 1,
      fillerAsked: 3,
      fillerSkipped: 2,
    });
    const lines = table({ rules: some, both: figuresOf(emptyTally()) })
      .trimEnd()
      .split("\n");
    const cells = lines.map((line) => line.split("|").map((cell) => cell.trim()));
    expect(lines).toHaveLength(4);
    expect(new Set(cells.map(({ length }) => length)).size).toBe(1);
    const at = (title: string) => cells[0]!.indexOf(title);
    expect(cells[2]![1]).toBe("rules");
    expect(cells[2]![at("facts: recall")]).toBe("50");
    expect(cells[2]![at("filler skipped")]).toBe("66.7");
    expect(cells[2]![at("changes")]).toBe("–");
    expect(new Set(cells[3]!.slice(2, -1))).toEqual(new Set(["–"]));
  });
});

describe("readLabels()", () => {
  it("gives labels by conversation and turn, from several files, with what may be left out", () => {
    const file = (name: string, lines: readonly object[]) => {
      const path = temporaryFile(name);
      writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join("\n"));
      return path;
    };
    const { aliases: _, ...fact } = labelledFact();
    const one = {
      conversation: "a",
      turn: "1",
      skip: false,
      facts: [fact],
      events: [{ from: "x", to: "y" }],
    };
    const labels = readLabels([
      file("one.jsonl", [one, { conversation: "b", turn: "1", skip: true, facts: [] }]),
      file("two.jsonl", [{ conversation: "a", turn: "2", skip: true, facts: [] }]),
    ]);
    expect([...labels].map(([name, turns]) => [name, [...turns.keys()]])).toEqual([
      ["a", ["1", "2"]],
      ["b", ["1"]],
    ]);
    expect(labels.get("a")!.get("1")).toMatchObject({
      facts: [{ aliases: [] }],
      events: [{ must: true }],
      rules: [],
    });
  });
});
