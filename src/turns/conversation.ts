/**
 * Reads a conversation: the last message of the user, the messages before it, and which of its
 * sentences are statements. Pure.
 */
import { withoutFenced } from "../prompt-safety/fence.js";
import { sentenceSpans } from "../text/sentences.js";
import { opensQuestion } from "../text/small-talk/bare-question.js";

/** A message of a conversation. */
export interface Spoken {
  readonly role: string;
  /** Its text, which may contain recalled text in fences; empty for a message without text. */
  readonly text: string;
}

/**
 * Number of characters of the conversation before the turn that are passed on, to resolve "there"
 * and "the second one".
 */
const contextChars = 4000;

/** The turn that a prompt is in. */
export interface Turn {
  /** Index of the user's message. */
  readonly index: number;
  /** What the user said, without recalled text. */
  readonly said: string;
  /** The conversation before the turn, for `previous_context`; empty at the beginning. */
  readonly before: string;
  /** Whether the user spoke last. Otherwise the model is using tools. */
  readonly begins: boolean;
}

/** The turn that a conversation is in; `undefined` if the user has not written any text. */
export function turnOf(conversation: readonly Spoken[]): Turn | undefined {
  const index = conversation.findLastIndex(({ role }) => role === "user");
  const message = conversation[index];
  if (message === undefined) return undefined;
  const said = ownText(message);
  if (said === "") return undefined;
  const before = conversation
    .slice(0, index)
    .filter(({ role }) => role === "user" || role === "assistant")
    .map((one) => ({ role: one.role, text: ownText(one) }))
    .filter(({ text }) => text !== "")
    .map(({ role, text }) => `${role}: ${text}`)
    .join("\n");
  return { index, said, before: wholeEnd(before, contextChars), begins: index === conversation.length - 1 };
}

/** The first message in which the user wrote text; `undefined` if there is none. */
export function beginningOf(
  conversation: readonly Spoken[],
): { readonly index: number; readonly said: string } | undefined {
  const index = conversation.findIndex((message) => message.role === "user" && ownText(message) !== "");
  return index < 0 ? undefined : { index, said: ownText(conversation[index]!) };
}

/** The text of a message without recalled text. */
function ownText({ text }: Spoken): string {
  return withoutFenced(text).rest.trim();
}

/** At most `chars` characters from the end, without half a surrogate pair at the start. */
function wholeEnd(text: string, chars: number): string {
  return text.slice(-chars).replace(/^[\uDC00-\uDFFF]/u, "");
}

/** The statements of a message, verbatim; empty if it only asks. */
export function statementsOf(text: string): string {
  if (!/[?？؟]/u.test(text)) return text;
  let rest = "";
  let end = 0;
  for (const span of sentenceSpans(text)) {
    if (onlyAsks(text.slice(span.start, span.end))) rest += text.slice(end, span.start);
    else rest += text.slice(end, span.end);
    end = span.end;
  }
  return (rest + text.slice(end)).trim();
}

/**
 * Words that show that a question also states a rule or a fact: "can you always answer in German?",
 * "…, because I am allergic?".
 */
const stating =
  /\b(?:always|never|from now on|going forward|in (?:the )?future|every time|each time|whenever|because|since|now that|given that|did you know|did i (?:tell|mention)|by the way)\b|[,;:–—]\s*(?:and |but |so )?(?:i|we|my|our)\b/iu;

function onlyAsks(sentence: string): boolean {
  return /[?？؟]["'”’»)\]]*\s*$/u.test(sentence) && opensQuestion(sentence) && !stating.test(sentence);
}
