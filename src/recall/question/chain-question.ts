/**
 * Chain questions: they name what they ask for only by way of another thing. "In which city was the
 * author of Emma's sister born?" needs three statements, of which only the first one contains
 * "Emma". Pure, English only.
 */
import { sentences } from "../../text/sentences.js";
import type { Question } from "./interpret.js";

/** A question word at the beginning, with its preposition and its verb. */
const opening =
  /^\W*(?:(?:in|from|at|to|on|by|for|with) )?(?:what|which|who|whom|whose|where|when|how|why)(?:['’]s)?\b(?: (?:is|was|are|were))?/i;
/** What connects two things: "the capital of", "the country that", "Ana's". */
const connection = /\b(?:of|that|which|who|whom|whose|where)\b|['’]s\b/gi;
/** Fewest connections of a chain. */
const fewest = 2;

/**
 * Whether a question connects several things, and names no time: a time says by itself which
 * passages are meant.
 */
export function asksByChain({ text, times }: Pick<Question, "text" | "times">): boolean {
  if (times.length > 0 || !opening.test(text) || sentences(text).length > 1) return false;
  return (text.replace(opening, "").match(connection)?.length ?? 0) >= fewest;
}
