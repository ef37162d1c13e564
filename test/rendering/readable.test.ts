import { type Draft, type Extractor, Memory } from "keepsake";
import { expect, it } from "vitest";
import { decisionLines } from "../../src/cli/terminal/show-payloads.js";
import { readableAdd } from "../../src/rendering/readable.js";

const boundary = "0123456789abcdef0123456789abcdef";
const home = {
  type: "semantic",
  entity: "Ana",
  property: "home",
  cardinality: "one",
  validFrom: null,
  validTo: null,
  reason: "says where Ana lives",
} as const;

/** The payloads of texts, each with its one draft. */
async function payloadsOf(said: readonly (readonly [text: string, draft: Draft])[]) {
  const drafts = new Map(said);
  const extractor: Extractor = {
    id: "scripted@1",
    async extract({ passages }) {
      const decisions = passages.map(
        ({ text }) => ({ keep: true, drafts: [drafts.get(text)!], mentions: [] }) as const,
      );
      return { decisions, success: true, tokens: 0 };
    },
  };
  await using memory = new Memory({ extractor });
  return await memory.rememberMany(said.map(([text]) => text));
}

const livesIn = (value: string, over: object = {}): Draft => ({
  ...home,
  value,
  text: `Ana lives in ${value}.`,
  polarity: "holds",
  ...over,
});
const said: readonly (readonly [string, Draft])[] = [
  ["I live in Porto.", livesIn("Porto")],
  ["I think I live in Faro now.", livesIn("Faro", { certainty: 0.6 })],
  ["I meant Lagos, not Faro.", livesIn("Lagos", { corrects: true })],
  [
    "I no longer live in Lagos.",
    livesIn("Lagos", { polarity: "ended", text: "Ana no longer lives in Lagos." }),
  ],
];

it("readableAdd() renders what each record changed, and a certainty below 1", async () => {
  const lines = (await payloadsOf(said)).map(
    (payload) => readableAdd(payload, boundary).match(/^- .*$/mu)?.[0],
  );
  expect(lines).toEqual([
    "- Ana lives in Porto.",
    "- Ana lives in Faro. (was Porto, certainty 0.6)",
    "- Ana lives in Lagos. (corrects Faro)",
    "- Ana no longer lives in Lagos. (ends Lagos)",
  ]);
});

it("decisionLines() renders the same next to the type", async () => {
  const lines = (await payloadsOf(said)).flatMap(decisionLines);
  expect(lines.map(({ kind, note }) => [kind, note])).toEqual([
    ["kept", "semantic, home"],
    ["updated", "semantic, certainty 0.6, home, was Porto"],
    ["updated", "semantic, home, corrects Faro"],
    ["updated", "semantic, former home, ends Lagos"],
  ]);
});
