/** Models for tests: what they are shown, and what they answer. */
import { MockLanguageModelV3 } from "ai/test";
import type { AnswerRecord } from "../../../src/extractors/llm/answer.js";

type Generated = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type Call = MockLanguageModelV3["doGenerateCalls"][number];

/** A line of what a model is given to read. */
export interface Line {
  readonly before?: string;
  readonly known?: string | null;
  readonly passage?: number;
  readonly text?: string;
  readonly said_at?: string;
  readonly [name: string]: unknown;
}

/** The rules that a call gave the model. */
export function rulesOf(call: Call | undefined): string {
  const message = call?.prompt.find(({ role }) => role === "system");
  return message?.role === "system" ? message.content : "";
}

/** The lines between the tags of a user's message. */
export function linesOf(prompt: string): Line[] {
  const inside = /^<(conversation_[0-9a-f]{32})>\n([\s\S]*)\n<\/\1>$/.exec(prompt)?.[2] ?? "";
  return inside.split("\n").map((line) => JSON.parse(line) as Line);
}

/** What a call showed the model to read. */
export function shownIn(call: Call | undefined): Line[] {
  return linesOf(userTexts(call)[0] ?? "");
}

/** Texts of the user's turns, in order. */
export function userTexts(call: Call | undefined): string[] {
  return (call?.prompt ?? []).flatMap((message) =>
    message.role === "user"
      ? [message.content.map((part) => (part.type === "text" ? part.text : "")).join("")]
      : [],
  );
}

/** A model's turn, with 100 tokens in and 20 out. */
export function turn(text: string, finish: "stop" | "length" = "stop"): Generated {
  return {
    content: [{ type: "text", text }],
    finishReason: { unified: finish, raw: finish },
    usage: {
      inputTokens: { total: 100, noCache: 100, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 20, text: 20, reasoning: undefined },
    },
    warnings: [],
  };
}

/** A mock of the AI SDK that says one text after the other, and then the last one again. */
export function saying(...texts: readonly (string | Generated | Error)[]): MockLanguageModelV3 {
  let next = 0;
  return new MockLanguageModelV3({
    provider: "test",
    modelId: "tiny",
    doGenerate: async () => {
      const said = texts[Math.min(next, texts.length - 1)]!;
      next += 1;
      if (said instanceof Error) throw said;
      return typeof said === "string" ? turn(said) : said;
    },
  });
}

/** An answer as a model gives it. */
export function answering(
  records: readonly (Partial<AnswerRecord> & { passage: number; quote: string })[],
  skipped: readonly { passage: number; reason: string }[] = [],
): string {
  return JSON.stringify({ records: records.map((record) => ({ ...blank, ...record })), skipped });
}

const blank = {
  type: "fact",
  reason: "worth keeping",
  updates: null,
  about: "the user",
  property: null,
  value: null,
  statement: null,
  ended: null,
  since: null,
  until: null,
  happened_on: null,
  participants: null,
  applies_when: null,
};

/** What a model answers that keeps every passage as an event but small talk, and quotes its first words. */
export function obedientAnswer(prompt: string): string {
  const passages = linesOf(prompt).filter(({ passage }) => passage !== undefined);
  const isSmallTalk = ({ text = "" }: Line) => /^(?:hi|ok|thanks)\b/i.test(text);
  const records = passages
    .filter((line) => !isSmallTalk(line))
    .map(({ passage, text = "", said_at }) => ({
      ...blank,
      passage,
      type: "event",
      quote: [...text]
        .slice(0, 60)
        .join("")
        .replace(/\S+$/u, (last) => (text.length > 60 ? "" : last)),
      happened_on: said_at,
    }));
  const skipped = passages.filter(isSmallTalk).map(({ passage }) => ({ passage, reason: "small talk" }));
  return JSON.stringify({ records, skipped });
}

/** A mock of the AI SDK that answers so. It answers from the event loop, as a model does. */
export function obedient(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    provider: "test",
    modelId: "tiny",
    doGenerate: async (call) => {
      await new Promise((resolve) => setImmediate(resolve));
      return turn(obedientAnswer(userTexts(call)[0] ?? ""));
    },
  });
}
