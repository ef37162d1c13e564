/**
 * Known years: resolves a time that a question names without a year. "In March" means the last
 * March, unless memory ends before it: then it may also mean the last March that memory reaches.
 * Somebody who asks in 2026 about notes of 2025 writes no year.
 */
import type { Criteria, Layout, Snapshot } from "../../stores/store.js";
import type { Question } from "../question/interpret.js";
import type { Interval } from "../question/time-expressions.js";

/** Options of {@link withKnownYears}. */
export interface KnownYearsOptions {
  readonly layout: Layout;
  readonly scope: Criteria;
}

/**
 * Returns the question with its times in years that memory reaches. A time without a year that
 * begins after the last passage was said is preceded by the same time in the last such year; it
 * stays itself, because a plan may have been made for it.
 */
export async function withKnownYears(
  store: Snapshot,
  question: Question,
  { layout, scope }: KnownYearsOptions,
): Promise<Question> {
  if (!question.times.some(({ yearly }) => yearly)) return question;
  const number = layout.conversationOf.findLastIndex((source) => source !== 0);
  if (number <= 0) return question;
  const [[last]] = await store.read([{ of: "passages", numbers: [number], scope }]);
  if (last === undefined) return question;
  const lastMs = Date.parse(last.saidAt);
  return {
    ...question,
    times: [...question.times.flatMap((time) => known(time, lastMs)), ...question.times],
  };
}

/** The time in the last year in which it begins before a moment; empty if it begins before it. */
function known({ from, to, yearly }: Interval, moment: number): readonly Interval[] {
  if (yearly !== true || from <= moment) return [];
  let years = 1;
  while (yearsBefore(from, years) > moment) years += 1;
  return [{ from: yearsBefore(from, years), to: yearsBefore(to, years), yearly }];
}

function yearsBefore(ms: number, years: number): number {
  const date = new Date(ms);
  return date.setUTCFullYear(date.getUTCFullYear() - years);
}
