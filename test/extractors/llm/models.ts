/** Models for tests, and parsers for their prompts. */
import { MockLanguageModelV3 } from "ai/test";
import type { AnswerRecord } from "../../../src/extractors/llm/answer.js";

type Generated = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type Call = MockLanguageModelV3["doGenerateCalls"][number];

/** A line of the conversation in a prompt. */
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

/** The lines of the conversation in a call. */
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

/** A mock of an AI SDK model that returns the texts in order, and then repeats the last one. */
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
  about: "the user",
  property: "",
  value: "",
  statement: "",
  when: "",
  until: "",
  ended: false,
  updates: "",
  participants: [],
  reason: "worth keeping",
};

/**
 * What a model answers that keeps every passage as an event but small talk, and quotes its first
 * words.
 */
export function obedientAnswer(prompt: string): string {
  const passages = linesOf(prompt).filter(({ passage }) => passage !== undefined);
  // Lines after the first leave out what they share with it.
  const day = /\d{4}-\d{2}-\d{2}/.exec(passages[0]?.said_at ?? "")?.[0] ?? "";
  const isSmallTalk = ({ text = "" }: Line) => /^(?:hi|ok|thanks)\b/i.test(text);
  const records = passages
    .filter((line) => !isSmallTalk(line))
    .map(({ passage, text = "" }) => ({
      ...blank,
      passage,
      type: "event",
      quote: [...text]
        .slice(0, 60)
        .join("")
        .replace(/\S+$/u, (last) => (text.length > 60 ? "" : last)),
      when: day,
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

/**
 * A model that answers when the test allows it, in any order. A request is identified by the text
 * of its first passage.
 */
export class GatedModel {
  /** Its requests, in order. */
  readonly asked: string[] = [];
  /** Requests that were aborted before an answer. */
  readonly stopped: string[] = [];
  /** The most requests that were open at the same time. */
  mostAtOnce = 0;
  readonly #open = new Map<string, (said: string | Error) => void>();
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  readonly model = new MockLanguageModelV3({
    provider: "test",
    modelId: "gated",
    doGenerate: (call) => this.#ask(call),
  });

  /** Resolves after so many requests in all. */
  whenAsked(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ count, resolve });
      this.#resolveDue();
    });
  }

  answer(question: string, said: string | Error): void {
    const settle = this.#open.get(question);
    if (settle === undefined) throw new Error(`the model was not asked about "${question}"`);
    this.#open.delete(question);
    settle(said);
  }

  /** Answers all open requests, and returns their number. */
  answerAll(said: (question: string) => string): number {
    const questions = [...this.#open.keys()];
    for (const question of questions) this.answer(question, said(question));
    return questions.length;
  }

  #ask(call: Call): Promise<Generated> {
    const question = shownIn(call).find(({ passage }) => passage === 1)?.text ?? "";
    return new Promise((resolve, reject) => {
      this.#open.set(question, (said) => (said instanceof Error ? reject(said) : resolve(turn(said))));
      call.abortSignal?.addEventListener("abort", () => {
        if (this.#open.delete(question)) this.stopped.push(question);
        reject(call.abortSignal?.reason);
      });
      this.asked.push(question);
      this.mostAtOnce = Math.max(this.mostAtOnce, this.#open.size);
      this.#resolveDue();
    });
  }

  #resolveDue(): void {
    const due = this.#waiting.filter(({ count }) => this.asked.length >= count);
    this.#waiting = this.#waiting.filter((one) => !due.includes(one));
    for (const { resolve } of due) resolve();
  }
}
