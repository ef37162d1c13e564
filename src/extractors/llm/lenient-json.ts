/**
 * The JSON in what a model said. Small models put it in Markdown fences, talk before and after it,
 * think aloud first, leave commas where none belong, and stop in the middle; what is whole in it is
 * still theirs.
 */
import { jsonrepair } from "jsonrepair";

/** A value that was read, and whether the text stopped before its end. */
export interface Read {
  readonly value: unknown;
  readonly cut: boolean;
}

/** Reads the object that a text holds, or gives `undefined` where it holds none. Never throws. */
export function readJson(said: string): Read | undefined {
  const text = withoutThinking(said);
  const start = startOf(text);
  if (start < 0) return undefined;
  const end = endOf(text, start);
  const cut = end === undefined;
  const value = parse(text.slice(start, end)) ?? (cut ? undefined : parse(text.slice(start)));
  return value === undefined ? undefined : { value, cut };
}

/**
 * Reasoning that local models write into their answer, closed or not. A thought that never ends
 * leaves nothing.
 */
function withoutThinking(text: string): string {
  return text
    .replace(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/giu, "")
    .replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/iu, "");
}

/**
 * Where the answer begins: at the object or the list that is asked for, else at the first object.
 * Prose may hold brackets too.
 */
function startOf(text: string): number {
  const asked = text.search(/\{\s*["'“]?(?:records|skipped)\b/u);
  if (asked >= 0) return asked;
  const [list, object] = [text.search(/\[\s*\{/u), text.indexOf("{")];
  return list >= 0 && list < object ? list : object;
}

/** Past the bracket that closes the one at `start`, or `undefined` where the text stops before. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (quoted && character === "\\") at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "{" || character === "[")) depth += 1;
    else if (!quoted && (character === "}" || character === "]")) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return repaired(text);
  }
}

function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined; // Beyond repair: the caller tells the model so, and asks once more.
  }
}
