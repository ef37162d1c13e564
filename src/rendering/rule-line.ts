/**
 * Renders a rule as one line, and its condition as a phrase, for prose and for the block of rules in a
 * prompt. Pure.
 */
import type { LaidDownRule } from "../contract/rule.js";
import { dayWords } from "./period-words.js";

/**
 * `Always answer in metric units. (Ana, 3 May 2026)`; "the user" where no name was given. Never
 * more than one line.
 */
export function ruleLine({
  text,
  said_by,
  said_at,
}: Pick<LaidDownRule, "text" | "said_by" | "said_at">): string {
  return `${text} (${said_by ?? "the user"}, ${dayWords(said_at)})`.replace(/\s+/gu, " ").trim();
}

/** The condition of a rule as a phrase. An exception ("unless it rains") keeps its first word. */
export function conditionText(trigger: string): string {
  return /^(?:unless|except|until|during|while|with|for)\b/i.test(trigger) ? trigger : `when ${trigger}`;
}
