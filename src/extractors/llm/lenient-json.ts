/**
 * Finds and parses the JSON in a model's answer. Small models put it in Markdown fences, write text
 * or reasoning around it, leave extra commas, and stop in the middle. Complete parts are still
 * used.
 */
import { jsonrepair } from "../../bundled/jsonrepair.js";

/** A parsed value, and whether the text stopped before its end. */
export interface ParsedJson {
  readonly value: unknown;
  readonly cut: boolean;
}

/** Parses the object in a text. Returns `undefined` without one, and never throws. */
export function readJson(said: string): ParsedJson | undefined {
  const text = withoutThinking(said);
  const start = startOf(text);
  if (start < 0) return undefined;
  const end = endOf(text, start);
  const cut = end === undefined;
  const value = parse(text.slice(start, end)) ?? (cut ? undefined : parse(text.slice(start)));
  return value === undefined ? undefined : { value, cut };
}

/**
 * Removes reasoning that local models write into their answer. If its end tag is missing, nothing
 * is left.
 */
function withoutThinking(text: string): string {
  return text
    .replace(/<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)/giu, "")
    .replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/iu, "");
}

/**
 * Where the answer begins: at the expected object or list, or else at the first object. Prose may
 * have brackets too.
 */
function startOf(text: string): number {
  const asked = text.search(/\{\s*["'“]?(?:records|skipped)\b/u);
  if (asked >= 0) return asked;
  const [list, object] = [text.search(/\[\s*\{/u), text.indexOf("{")];
  return list >= 0 && list < object ? list : object;
}

/**
 * The index after the bracket that closes the bracket at `start`, or `undefined` if it is missing.
 */
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
    return undefined; // Cannot be repaired: the caller reports that to the model and asks again.
  }
}
