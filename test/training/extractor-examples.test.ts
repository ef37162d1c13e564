import { beforeAll, describe, expect, it } from "vitest";
import {
  type Example,
  examplesOfTalk,
  loadReaders,
  loadWords,
  type Readers,
} from "../../training/extractor/examples/examples.js";
import type { LabelledFact, LabelledMessage } from "../../training/extractor/examples/talk-message.js";
import { featuresOfTexts } from "../../training/extractor/examples/texts.js";
import type { TokenSpan } from "../../training/extractor/examples/token-span.js";

function fact(entity: string, property: string, value: string, more: Partial<LabelledFact> = {}) {
  const unsaid = { subject: null, predicate: null, change: "none", former: null } as const;
  return { entity, property, value, ...unsaid, ...more };
}

function message(n: number, text: string, labels: Partial<LabelledMessage>): LabelledMessage {
  const at = `2026-05-0${n}T10:00:00Z`;
  const said = { dialog: "harbour-1", n, speaker: "Ines", role: "user", at, text, keep: true } as const;
  return { ...said, facts: [], events: [], rules: [], ...labels };
}

const talk = [
  message(1, "My brother Oskar left Porto for Faro.", {
    facts: [
      fact("Ines", "sibling", "Oskar", { subject: "My", predicate: "brother" }),
      fact("Oskar", "home", "Faro", {
        subject: "Oskar",
        predicate: "left",
        change: "replaces",
        former: "Porto",
      }),
    ],
  }),
  message(2, "🚲 In May ask me first in May. Bike price: 90, bike tax 90.", {
    facts: [fact("Bike", "Price", "90", { predicate: "price", minor: true })],
    rules: [
      { text: "ask me first", trigger: "In May", polarity: "do", scope: "when triggered" },
      { text: "me first", trigger: null, polarity: "do", scope: "always" },
    ],
  }),
];

let readers: Readers;
let first: Example;
let second: Example;
beforeAll(async () => {
  readers = await loadReaders();
  [first, second] = examplesOfTalk(talk, readers) as [Example, Example];
});

function wordsOf({ text, spans }: Example, [from, to]: TokenSpan): string {
  return text.slice(spans[from]![0], spans[to]![1]);
}

describe("examples of the extractor's training", () => {
  it("examplesOfTalk() has a row of features for each token of context and passage", () => {
    expect(first).toMatchObject({ dialog: "harbour-1", passage: 0, role: "user", keep: true, context: 0 });
    expect(first.spans.map(([start, end]) => first.text.slice(start, end))).toEqual(
      "My brother Oskar left Porto for Faro .".split(" "),
    );
    for (const { spans, context, rows, pieces } of [first, second]) {
      expect(rows).toHaveLength(context + spans.length);
      expect(pieces).toHaveLength(context + spans.length);
    }
  });

  it("examplesOfTalk() gives the words of the message before as context, in place 0", () => {
    expect(second.context).toBe(first.spans.length);
    expect(second.rows.slice(0, second.context).map(([word]) => word)).toEqual(
      first.rows.map(([word]) => word),
    );
    expect(second.rows.map((row) => row[3])).toEqual([
      ...first.spans.map(() => 0),
      ...second.spans.map(() => 1),
    ]);
    expect(examplesOfTalk([talk[0]!, { ...talk[1]!, dialog: "harbour-2" }], readers)[1]!.context).toBe(0);
  });

  it("examplesOfTalk() aligns values, subjects and former values with tokens", () => {
    const [sibling, home] = first.facts;
    expect(sibling).toMatchObject({
      property: "sibling",
      words: "Oskar",
      about: "speaker",
      subject: null,
      minor: false,
    });
    expect(wordsOf(first, sibling!.value)).toBe("Oskar");
    expect(home).toMatchObject({ about: "named", change: "replaces", noun: null });
    expect([home!.value, home!.subject!, home!.former!].map((span) => wordsOf(first, span))).toEqual([
      "Faro",
      "Oskar",
      "Porto",
    ]);
  });

  it("examplesOfTalk() takes the value nearest to its predicate, and names in any case", () => {
    const [price] = second.facts;
    expect(price).toMatchObject({ property: "price", about: "named", minor: true });
    expect(second.text.slice(0, second.spans[price!.value[0]]![0])).toMatch(/Bike price: $/);
    expect([price!.subject!, price!.noun!].map((span) => wordsOf(second, span))).toEqual(["Bike", "price"]);
  });

  it("examplesOfTalk() aligns rules and their triggers, also after a character of two UTF-16 units", () => {
    expect(
      second.rules.map(({ span, trigger }) => [wordsOf(second, span), trigger && wordsOf(second, trigger)]),
    ).toEqual([
      ["ask me first", "In May"],
      ["me first", null],
    ]);
  });

  it("featuresOfTexts() has each text once, with the turn before of its session as context", () => {
    const turn = (session: string, text: string) => ({
      id: text,
      session,
      at: talk[0]!.at,
      speaker: "",
      text,
    });
    const turns = [
      turn("a", "Tide at six."),
      turn("a", "Bring rope."),
      turn("a", "Tide at six."),
      turn("b", "Fog."),
    ];
    const features = featuresOfTexts([{ id: "log", turns, questions: [] }], loadWords());
    expect(features.map(({ context, rows }) => [context, rows.length - context])).toEqual([
      [0, 4],
      [4, 3],
      [0, 2],
    ]);
    expect(features[0]!.pieces[0]).toHaveLength(1);
  });
});
