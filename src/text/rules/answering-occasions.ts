/**
 * Answering occasions. Every answer meets some conditions ("before you answer"). Some phrases look
 * like a condition but order the parts of an answer ("the result before the derivation"). A rule
 * with either applies to every answer. Pure; English only.
 */

const answer = String.raw`(?:an?|any|your|every|each|the)\s+(?:final\s+)?(?:answer|reply|response)`;
const tail = String.raw`(?:\s+(?:to\s+)?(?:me|us|anything|something|(?:my|any|a)\s+(?:question|request|message)s?|questions))*`;
/** What an assistant does in every answer, and what it is asked to do then. */
const occasion = [
  String.raw`you\s+(?:ever\s+|finally\s+)?(?:answer|reply|respond)${tail}`,
  String.raw`you\s+(?:speak|talk|write)\s+(?:back\s+)?(?:to|with)\s+(?:me|us)`,
  String.raw`you\s+(?:give|send|write|show)\s+(?:(?:me|us)\s+)?${answer}`,
  `(?:answering|replying|responding)${tail}`,
  String.raw`(?:speaking|talking|writing)\s+(?:to|with)\s+(?:me|us)`,
  String.raw`giving\s+(?:(?:me|us)\s+)?${answer}`,
  String.raw`(?:i|we)\s+ask(?:\s+you)?\s+(?:anything|something|a\s+question|any\s+question|questions)`,
  String.raw`(?:i|we)\s+(?:speak|talk|write)\s+(?:to|with)\s+you`,
].join("|");
const wholly = new RegExp(`^(?:${occasion})$`, "iu");
const lead = "(?:before|after|when|whenever|while|once|every time|each time|any ?time|as soon as)";
const within = new RegExp(
  String.raw`^${lead}\s+(?:${occasion})\s*,|(?<=\s)${lead}\s+(?:${occasion})[\s.!]*$`,
  "iu",
);

/**
 * Whether a condition (without its "when" or "before") is met whenever an answer is given or asked
 * for.
 */
export function isAnsweringOccasion(condition: string): boolean {
  return wholly.test(condition.trim());
}

/** Whether a sentence says what to do whenever an answer is given. */
export function namesAnsweringOccasion(sentence: string): boolean {
  return within.test(sentence);
}

/**
 * Parts of a text that explains something. "Before the meeting" and "before lunch" are occasions.
 */
const parts =
  "answers?|arguments?|background|caveats?|code|conclusions?|cons|context|definitions?|derivations?|details?|evidence|examples?|explanations?|facts|formulas?|ideas?|items|numbers|opinions?|overview|plan|points?|proofs?|pros|questions?|reasoning|reasons?|recommendations?|results?|solutions?|sources?|steps?|summary|theory|totals?|translations?";
/** A command that presents something, up to "before" or "after" a part of a text. */
const ordered = new RegExp(
  `^(?:please\\s+|always\\s+|first\\s+)*(?:explain|give|list|mention|name|place|present|put|say|show|state|tell|write)\\s+(?:(?:me|us)\\s+)?(?!(?:an?|it|this|that|him|her|them|every|each)\\b)[\\p{L}-]+(?:\\s+[\\p{L}-]+){0,2}\\s+(?:before|after)\\s+(?:(?:the|any|your|all|its)\\s+)?(?:[\\p{L}-]+\\s+)?(?:${parts})[\\s.!]*$`,
  "iu",
);

/** Whether a command says in which order an answer presents its parts. */
export function ordersParts(command: string): boolean {
  return ordered.test(command);
}
