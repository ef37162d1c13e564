import { expect, test } from "vitest";
import { bySource, Conversations, type Utterance } from "../../../src/stores/shared/conversations.js";

const hour = 3_600_000;

function said(
  source: number,
  speaker: string | null,
  saidMs: number,
  more: Partial<Utterance> = {},
): Utterance {
  return { source, scope: 0, speaker, role: "user", saidMs, words: 8, ...more };
}

/** Returns the number of the conversation of each source. */
function numbered(passages: readonly Utterance[]): number[] {
  const conversations = new Conversations();
  const numbers: number[] = [];
  bySource(passages, (source) => numbers.push(conversations.addSource(source)));
  return numbers;
}

test("messages within an hour are one conversation, whoever speaks", () => {
  expect(numbered([said(1, "Eva", 0), said(2, "Tom", hour), said(3, "Uma", 2 * hour + 1)])).toEqual([
    1, 1, 2,
  ]);
});

test("a short conversation goes on after a pause if one of its people speaks again", () => {
  expect(numbered([said(1, "Eva", 0), said(2, "Eva", 99 * hour), said(3, "Tom", 199 * hour)])).toEqual([
    1, 1, 2,
  ]);
});

test("a long conversation ends with a pause", () => {
  expect(numbered([said(1, "Eva", 0, { words: 100 }), said(2, "Eva", 2 * hour)])).toEqual([1, 2]);
});

test("notes without a speaker are conversations of their own, but an assistant answers them", () => {
  expect(numbered([said(1, null, 0), said(2, null, 1)])).toEqual([1, 2]);
  expect(numbered([said(1, null, 0), said(2, null, 1, { role: "assistant" })])).toEqual([1, 1]);
});

test("a call with several people is a whole conversation", () => {
  const chat = (source: number) => [said(source, "Eva", 0), said(source, "Tom", 0)];
  expect(numbered([...chat(1), ...chat(2), said(3, "Eva", 0)])).toEqual([1, 2, 3]);
});

test("a call with several turns of an assistant is one too, but a question with its answer is not", () => {
  const turns = (source: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      said(source, null, 0, { role: at % 2 === 0 ? "user" : "assistant" }),
    );
  expect(numbered([...turns(1, 3), ...turns(2, 4)])).toEqual([1, 2]);
  expect(numbered([...turns(1, 2), ...turns(2, 2)])).toEqual([1, 1]);
});

test("scopes share no conversation", () => {
  expect(numbered([said(1, "Eva", 0), said(2, "Eva", 0, { scope: 1 })])).toEqual([1, 2]);
});
