import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadTagger, type TaggedFact, type Tags } from "../../../src/extractors/learnt/tagger.js";
import { tokensOf } from "../../../src/extractors/learnt/tokens.js";
import { ruleExtractor } from "../../../src/extractors/rule-extractor.js";
import { freshTagger, loadReader, type Read } from "./shipped-tagger.js";

let read: Read;
beforeAll(async () => {
  read = await loadReader();
});
afterEach(() => vi.unstubAllGlobals());

/** Sentences of many kinds, and texts that are none. */
const texts = {
  home: "I moved to Porto last month.",
  employer: "I've been working at Bosch for three years.",
  sibling: "My brother Tom plays chess.",
  measures: "Test coverage went from 65 % to 82 %.",
  long: "We live near the river and my sister Clara visits us on Sundays. ".repeat(200).slice(0, 10_000),
  marks: "?! … -- ((( ))) *** ;;; ...",
  emoji: "👍🚀😀👨‍👩‍👧 🎉🎉",
  chinese: "我住在北京，我妹妹在上海工作。",
  surrogate: "\ud800 and \udc00",
} as const;

const none: Tags = { keep: 0, facts: [] };

describe("Tagger", () => {
  it("finds the same to the bit in two instances", () => {
    const [one, other] = [freshTagger(), freshTagger()];
    for (const text of Object.values(texts)) expect(read(one, text)).toEqual(read(other, text));
  });

  it("finds the same to the bit without WebAssembly", () => {
    const fast = freshTagger();
    vi.stubGlobal("WebAssembly", undefined);
    const plain = freshTagger();
    vi.unstubAllGlobals();
    for (const text of Object.values(texts)) expect(read(plain, text)).toEqual(read(fast, text));
  });

  it("finds the same whatever it read before", () => {
    const tagger = freshTagger();
    const first = read(tagger, texts.sibling);
    read(tagger, texts.long);
    expect(read(tagger, texts.sibling)).toEqual(first);
  });

  it("finds nothing in an empty text and in spaces, whatever was said before", () => {
    for (const text of ["", " \t "]) {
      expect(read(loadTagger(), text)).toEqual(none);
      expect(read(loadTagger(), text, "Where do you live?")).toEqual(none);
    }
  });

  it("reads the first 256 tokens of a text of 10,000 characters", () => {
    const tags = read(loadTagger(), texts.long);
    const last = tokensOf(texts.long).at(-1)!;
    expect(tags.facts.length).toBeGreaterThan(4);
    expect(tags.facts.every(({ end }) => end <= last.end)).toBe(true);
    expect(tags).toEqual(read(loadTagger(), texts.long.slice(0, last.end)));
  });

  it("gives spans that lie in the text on whole characters, those of one kind apart and in order", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc
        .array(
          fc.constantFrom("my", "sister", "Ana", "lives", "in", "Oslo", ",", "at", "Acme", "2.3.1", "👍"),
          {
            maxLength: 60,
          },
        )
        .map((words) => words.join(" ")),
    );
    const examples = Object.values(texts).map((one): [string] => [one]);
    fc.assert(fc.property(text, wholeTags), { seed: 20_261_122, numRuns: 60, examples });
  });
});

function wholeTags(text: string): void {
  const { keep, facts } = read(loadTagger(), text);
  expect(keep >= 0 && keep <= 1).toBe(true);
  wholeSpans(text, facts);
  for (const fact of facts) wholeFact(text, fact);
}

const starts = (text: string) => new Set(tokensOf(text).map(({ start }) => start));
const ends = (text: string) => new Set(tokensOf(text).map(({ end }) => end));

function wholeSpans(text: string, spans: readonly TaggedFact[]): void {
  let from = 0;
  for (const { start, end, certainty } of spans) {
    expect(start).toBeGreaterThanOrEqual(from);
    expect(end).toBeGreaterThan(start);
    expect(starts(text).has(start) && ends(text).has(end)).toBe(true);
    expect(certainty >= 0 && certainty <= 1).toBe(true);
    from = end;
  }
}

function wholeFact(text: string, { noun, subject, ...fact }: TaggedFact): void {
  for (const { start, end } of [noun, subject])
    expect(end > start && starts(text).has(start) && ends(text).has(end)).toBe(true);
  const certainties = [noun.certainty, fact.propertyCertainty, fact.aboutCertainty, fact.changeCertainty];
  expect(certainties.every((one) => one >= 0 && one <= 1)).toBe(true);
}

describe("loadTagger()", () => {
  it("reads the bundled files once", () => {
    expect(loadTagger()).toBe(loadTagger());
  });

  /** The fact of the bundled tagger whose value is written so. */
  const found = (text: string, value: string) =>
    read(loadTagger(), text).facts.find(({ start, end }) => text.slice(start, end) === value);

  it("finds where somebody moved to, and that it replaces another home", () => {
    expect(found(texts.home, "Porto")).toMatchObject({
      property: "home",
      about: "speaker",
      change: "replaces",
    });
  });

  it("finds an employer", () => {
    expect(found(texts.employer, "Bosch")).toMatchObject({
      property: "employer",
      about: "speaker",
      change: "none",
    });
  });

  it("finds a brother and a sister", () => {
    expect(found(texts.sibling, "Tom")).toMatchObject({ property: "sibling", about: "speaker" });
    expect(found("My sister Clara is a nurse.", "Clara")).toMatchObject({ property: "sibling" });
  });

  it("finds where a sister lives, and that it is said of her", () => {
    const text = "My little sister Emma lives in Oslo.";
    const fact = found(text, "Oslo")!;
    expect(fact).toMatchObject({ property: "home", about: "named" });
    expect(text.slice(fact.subject.start, fact.subject.end)).toBe("Emma");
  });

  it("finds a measure", () => {
    expect(found(texts.measures, "82 %")!.certainty).toBeGreaterThan(0.54);
  });

  it("is surer that a move is worth keeping than thanks", () => {
    expect(read(loadTagger(), texts.home).keep).toBeGreaterThan(0.2);
    expect(read(loadTagger(), "Thanks, see you!").keep).toBeLessThan(0.1);
  });
});

describe("ruleExtractor() with the tagger", () => {
  /** `entity · property · value` of each fact. */
  async function factsOf(text: string): Promise<string[]> {
    const passage = {
      text,
      message: 0,
      speaker: null,
      role: "user",
      saidAt: "2026-05-01T00:00:00.000Z",
      prompt: null,
    } as const;
    const { decisions } = await ruleExtractor().extract({ passages: [passage], previousContext: null });
    return decisions.flatMap((decision) =>
      (decision.keep ? decision.drafts : []).flatMap((draft) =>
        draft.type === "semantic" ? [`${draft.entity} · ${draft.property} · ${draft.value}`] : [],
      ),
    );
  }

  it("drafts a home, an employer, a brother and a version", async () => {
    expect(await factsOf(texts.home)).toContain("the user · home · Porto");
    expect(await factsOf(texts.employer)).toContain("the user · employer · Bosch");
    expect(await factsOf(texts.sibling)).toContain("the user · brother · Tom");
    expect(await factsOf("We use Flask 2.3.1.")).toContain("Flask · version · 2.3.1");
  });

  it("drafts one fact where grammar and tagger find the same", async () => {
    const facts = await factsOf(texts.home);
    expect(facts.filter((fact) => fact.endsWith("· Porto"))).toHaveLength(1);
  });

  it("drafts no fact from marks, emoji or thanks", async () => {
    for (const text of [texts.marks, texts.emoji, "Thanks, see you!"])
      expect(await factsOf(text)).toEqual([]);
  });
});
