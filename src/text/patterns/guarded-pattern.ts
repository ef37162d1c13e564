/** Large patterns, each with a small one that is searched for first, because most texts have neither. */
import { matchesIn } from "./matches.js";

/** A large pattern with the flag `g`, and a small one that matches in every text that it matches in. */
export interface GuardedPattern {
  readonly needed: RegExp;
  readonly pattern: RegExp;
}

/** Returns the matches of the large pattern in a text, in order. */
export function guardedMatches(text: string, { needed, pattern }: GuardedPattern): RegExpExecArray[] {
  return needed.test(text) ? [...matchesIn(text, pattern)] : [];
}
