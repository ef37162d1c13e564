/**
 * Reasons after a rule: "Use ounces, my scales are old", "Mails only, because I am hard of hearing".
 * The words of the reason hide the rule before it. Pure; English only.
 */

const subject =
  "(?:i|i['’](?:m|ve|ll|d)|my|it|it['’]s|they|they['’](?:re|ve)|we|we['’](?:re|ve)|he|she|he['’]s|she['’]s|our|his|her|their|the|nobody|everybody|there['’]s|there (?:is|are)|that['’]s|some of)";
const conjunction = String.raw`,?\s+(?:because|cos|cuz|bc|since|as)\s+(?=${subject}\b)|,\s+(?:otherwise|or else|or)\s+(?=${subject}\b)`;
/** A second sentence after a comma or a dash; it needs a finite verb, unlike "the blue one". */
const spliced = String.raw`(?:,|\s[–—-]+)\s+(?=${subject}\b(?:['’]?\s?[\p{L}'’-]+){0,4}?\s*\b(?:am|is|are|was|were|have|has|had|do|does|did|can|can['’]?t|cannot|won['’]t|don['’]t|doesn['’]t|never|always|\p{L}+(?:s|ed)|get|got|need|want|like|hate|read|write|go|know|keep|use|see|hear|work|live|find|forget|burn|pay|paste|print|add|lose|tend)\b|(?:i['’]m|it['’]s|they['’]re|we['’]re|that['’]s|there['’]s|he['’]s|she['’]s)\b)`;
const reason = new RegExp(`^(?<rule>.{6,160}?)(?:${conjunction}|${spliced})(?<why>\\S.{2,160})$`, "iu");
/** A rule does not begin as a statement does. */
const states = new RegExp(
  `^(?:${subject}|if|when|whenever|after|before|because|since|as|although|while)\\b`,
  "iu",
);

/** Returns a sentence without the reason at its end; the sentence itself if it has none. */
export function withoutReason(sentence: string): string {
  const rule = reason.exec(sentence)?.groups?.rule;
  return rule === undefined || states.test(rule) || /[?？]\s*$/u.test(sentence) ? sentence : rule;
}

const mannerVerb =
  /^(?:please\s+)?(?:(?:always|only|just)\s+)?(?:use|keep|speak|talk|write in|answer in|round|put|start with|begin with|end with|leave out|skip|stick to|avoid|spell|type|say)\s+(?!(?:the|this|that|these|those|my|your|his|her|our|their|it|them|him|an?|some|on|going|up)\b)\S/iu;
const only = /^(?:please\s+)?(?!(?:the|this|that|my|it|i|we)\b)(?:[\p{L}-]+\s+){1,3}only(?:,?\s+please)?$/iu;
const atATime = /^(?:please\s+)?\p{L}+\s+(?:me\s+)?(?:one|two|three|a few)\s+\p{L}+\s+at\s+a\s+time$/iu;

/**
 * Whether a sentence gives a reason in the first person for a manner of answering: "Use ounces, my
 * scales are old". A reason for a single request ("show me the recipe, I'm hungry") does not count.
 */
export function givesReasonForManner(sentence: string): boolean {
  const rule = withoutReason(sentence);
  if (rule === sentence) return false;
  return [mannerVerb, only, atATime].some((form) => form.test(rule.trim()));
}
