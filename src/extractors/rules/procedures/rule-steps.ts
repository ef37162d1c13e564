/**
 * Steps in an order: numbered ones, "first … then …", "to release: 1) … 2) …".
 * Pure.
 */
import { isCommand } from "./command-verbs.js";
import type { PhraseRule } from "./rule-phrases.js";

/** "Steps to release: first run the tests, then tag the commit." */
const stepsAfter =
  /^(?:steps (?:to|for)|how (?:to|we|i)|process (?:for|to)|checklist (?:for|to)|to)\s+([^:,]{3,80}):\s*(?:(?:first(?:ly)?|start by|1[.)])[\s,:]*)?(.+\bthen\b.+|.+[,;].+|.+\s2[.)]\s.+)$/iu;

/** The rule that numbered steps or "first … then …" state, or `null`. */
export function stepsIn(sentences: readonly string[]): PhraseRule | null {
  const steps = sentences.filter(
    (line) =>
      /^\s*(?:\d{1,2}[.)]|step \d+:?|[-*•])\s+/i.test(line) &&
      isCommand(line.replace(/^\s*(?:\d{1,2}[.)]|step \d+:?|[-*•])\s+/i, "")),
  );
  const numbered = steps.filter((line) => !/^\s*[-*•]/.test(line));
  if (numbered.length >= 2) return { trigger: introTopic(sentences[0] ?? ""), reason: "lays down steps" };
  const introduced = sentences.map((line) => stepsAfter.exec(line)).find((match) => match !== null);
  if (introduced !== undefined && (isCommand(introduced[2]!) || /^`/.test(introduced[2]!)))
    return { trigger: introduced[1]!.trim(), reason: "lays down steps" };
  const chained = sentences.find(
    (line) =>
      /^(?:first(?:ly)?|start by|begin by)[\s,]/i.test(line) &&
      isCommand(line.replace(/^first(?:ly)?[\s,]+/i, "")) &&
      /\bthen\b/i.test(sentences.join(" ")),
  );
  return chained === undefined
    ? null
    : { trigger: introTopic(sentences[0] ?? ""), reason: "lays down steps" };
}

/**
 * "To reset the router:", "How we release:", "Steps for onboarding:", "Release:" state the purpose
 * of the steps.
 */
function introTopic(line: string): string | null {
  const heading = /^\s*(?!\d+[.)]|[-*•])(?:#+\s*)?([\p{L}][^:,.]{2,60}):\s*$/u.exec(line);
  const match =
    /(?:^|\b)(?:to|how (?:we|i|to)|steps (?:for|to)|process (?:for|to)|when|before|after|for)\s+([^:,]{3,80})[:,]/i.exec(
      line,
    );
  return (match ?? heading)?.[1]?.trim() ?? null;
}
