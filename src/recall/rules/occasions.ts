/**
 * Occasions: what the form of a request says about a condition, besides the meaning of their words.
 * Pure; English only.
 *
 *   If an order is over 5,000, …     met by "Buy the machine for 12,000", not by "for 80"
 *   If the alarm goes off, …         not met by "Write a poem", which reports nothing
 */
import type { LaidDownRule } from "../../contract/record.js";

const numerals: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
    ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17 },
    ...{ eighteen: 18, nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70 },
    ...{ eighty: 80, ninety: 90, hundred: 100, thousand: 1000 },
  }),
);
const word = [...numerals.keys()].join("|");
const written = String.raw`(?:minus\s+|-)?(?:\d+(?:,\d{3})*(?:\.\d+)?|(?:${word})\b)`;
const number = new RegExp(String.raw`(?<![\p{L}\d.,-])${written}`, "giu");
const limit = new RegExp(
  String.raw`\b(?:(?<above>over|above|beyond|exceeds?|exceeding|(?:more|longer|older|higher|bigger|later|greater) than|at least)|(?<below>under|below|(?:less|fewer|younger|shorter|lower|smaller) than|at most))\s+(?:a\s+)?[$€£]?(?<number>${written})`,
  "iu",
);

function numberIn(text: string): number {
  const [, minus, digits] = /^(minus\s+|-)?(.*)$/iu.exec(text.trim())!;
  const value = numerals.get(digits!.toLowerCase()) ?? Number(digits!.replaceAll(",", ""));
  return minus === undefined ? value : -value;
}

/**
 * How a request fits the limit of a condition: 1 if it has a number beyond the limit, -1 if it only
 * has others, 0 if one of the two has no number.
 */
export function limitFit(condition: string, request: string): -1 | 0 | 1 {
  const { above, number: most } = limit.exec(condition)?.groups ?? {};
  const values = (request.match(number) ?? []).map(numberIn);
  if (most === undefined || values.length === 0) return 0;
  const bound = numberIn(most);
  return values.some((value) => (above === undefined ? value < bound : value > bound)) ? 1 : -1;
}

/** Verbs for what an assistant is asked to make, find or say. */
const task =
  /^(?:(?:please|now|then|just|also)[\s,]+|(?:can|could|would|will) you (?:please )?)*(?:write|draft|make|give|get|book|find|mail|reply|answer|prepare|put|plan|set|tell|translate|suggest|design|share|send|reserve|order|capture|organi[sz]e|remind|buy|clean|double|pack|read|explain|sort|convert|recommend|name|summari[sz]e|print|define|show|list|create|add|type|compose|calculate|compare|check|describe|correct|edit|fix|generate|look up|proofread|rewrite|shorten|spell|turn)\b[^?]*$/iu;

/** "When the alarm goes off": what happens, without the asker or the assistant. */
const happens = /^(?!(?:i|we|you)\b)\S+\s+\S/iu;
const clauseWord = /\b(?:if|when|whenever|while|as soon as|every time|each time|in case|should)\s+$/iu;

/** Whether a request only sets a task, though the condition of a rule is that something happens. */
export function onlySetsTask({ trigger = "", text }: LaidDownRule, request: string): boolean {
  if (!happens.test(trigger) || !task.test(request.trim())) return false;
  const at = text.indexOf(trigger);
  return at > 0 && clauseWord.test(text.slice(0, at));
}
