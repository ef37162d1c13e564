/** A prompt of the AI SDK, read as a conversation: what the user said last, and what came before it. */
import type { LanguageModelMiddleware } from "ai";
import { withoutFenced } from "../prompt-safety/fence.js";

export type CallParams = Parameters<NonNullable<LanguageModelMiddleware["transformParams"]>>[0]["params"];
export type Prompt = CallParams["prompt"];
type Message = Prompt[number];

/** Characters of what came before that help to resolve "there" and "the second one". */
const contextChars = 4000;

/** What was said last. */
export interface Turn {
  /** Where the user's message stands in the prompt. */
  readonly index: number;
  /** What the user said, without what was recalled for it. */
  readonly said: string;
  /** What came before, for `previous_context`; empty at the beginning. */
  readonly before: string;
  /** Whether the user spoke last: otherwise the model is in the middle of its tools. */
  readonly begins: boolean;
}

/** The turn that a prompt is in; `undefined` where the user has said nothing in words. */
export function turnOf(prompt: Prompt): Turn | undefined {
  const index = prompt.findLastIndex(({ role }) => role === "user");
  const message = prompt[index];
  if (message === undefined) return undefined;
  const said = textOf(message);
  if (said === "") return undefined;
  const before = prompt
    .slice(0, index)
    .filter(({ role }) => role === "user" || role === "assistant")
    .map((one) => ({ role: one.role, text: textOf(one) }))
    .filter(({ text }) => text !== "")
    .map(({ role, text }) => `${role}: ${text}`)
    .join("\n");
  return { index, said, before: wholeEnd(before, contextChars), begins: index === prompt.length - 1 };
}

/** Where a conversation begins: the first message in which the user says something in words, and what it says; `undefined` where there is none. */
export function beginningOf(prompt: Prompt): { readonly index: number; readonly said: string } | undefined {
  const index = prompt.findIndex((message) => message.role === "user" && textOf(message) !== "");
  return index < 0 ? undefined : { index, said: textOf(prompt[index]!) };
}

/** The prompt with a text before what the user said. In the user's message, because the system's has an authority that memory must not have. */
export function withText(prompt: Prompt, index: number, text: string): Prompt {
  return prompt.map((message, at) =>
    at === index && message.role === "user"
      ? { ...message, content: [{ type: "text" as const, text }, ...message.content] }
      : message,
  );
}

function textOf({ content }: Message): string {
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return withoutFenced(text).rest.trim();
}

/** At most `chars` characters from the end, not beginning inside a character. */
function wholeEnd(text: string, chars: number): string {
  return text.slice(-chars).replace(/^[\uDC00-\uDFFF]/u, "");
}
