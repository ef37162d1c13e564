/**
 * Prescriptions: what follows a condition and says what to do, by its form alone: "play something
 * from the seventies", "shoes off at the door", "a deposit of 50 euros". Pure; English only. It has
 * no subject with a finite verb, so it states nothing, and its condition is in the present tense,
 * so it reports nothing.
 */

/** Words that begin a clause with a subject, a question or a phrase of time or place. */
const opensStatement =
  /^(?:i|you|he|she|it|we|they|who|what|which|where|when|why|how|there|here|that|this|these|those|my|your|his|her|its|our|their|the|and|but|or|so|because|if|as|than|then|maybe|perhaps|probably|hopefully|of course|sure|yes|no|not|nothing|something|anything|anyone|otherwise|around|about|over|under|some|any|all|both|most|many|much|each|every|one|two|everything|everyone|everybody|nobody|someone|somebody|people|at|in|on|from|with|by|to|like|even|just|such|god|thank|thanks|sorry|great|good|fine|ok|okay|well|wow|cool|nice|awesome|welcome|\p{L}+ly)\b|^\p{L}+(?:['’]\p{L}+)/iu;
/** A finite verb that makes a statement or reports something. */
const finite =
  /\b(?:is|are|was|were|am|be|been|has|had|have|does|did|will|would|can|could|might|shall|should|went|came|got|made|said|took|gave|felt|saw|began|broke|fell|feels?|seems?|looks|sounds|means|goes|comes|gets|makes|takes|gives|helps|works|starts|\p{L}+n['’]t|\p{L}+['’](?:s|re|ll|ve|d|m))\b/iu;
/**
 * A word right after the first one that may be the verb of a statement: "prices rise", "life goes".
 */
const secondVerb = /^\p{L}+\s+(?:\p{L}{3,}ed|\p{L}{3,}[^s\W]s)\b(?!\s+(?:and|or|,))/iu;
/**
 * "Things get busy": a plural noun begins a statement, unless a place or a manner directly follows
 * it ("shoes off at the door").
 */
const pluralSubject =
  /^\p{L}{2,}[^s\W]s\s+(?!(?:on|off|in|out|up|down|away|only|first|at|with|without|by|to|from|and|or)\b)\p{L}/iu;
/** What is reported: "when I was young", "when she called". */
const past =
  /\b(?:was|were|had|did|\p{L}{3,}ed|went|came|got|made|said|took|gave|felt|saw|began|broke|fell|found|left|met|told|thought|knew|heard)\b/iu;
/** Maximum number of words of a prescription; a longer text says more. */
const mostWords = 24;

/**
 * Whether a text after a condition says what to do, although its verb is not known as the verb of a
 * command.
 *
 * @param condition The words of the condition, without "when" or "if".
 */
export function prescribes(text: string, condition: string): boolean {
  const body = text.replace(/^(?:please|pls|then|kindly|first|also|always)\s+/iu, "");
  const words = body.split(/\s+/u).length;
  if (words < 2 || words > mostWords || /[?？]/u.test(body) || past.test(condition)) return false;
  if (opensStatement.test(body) || /^\p{Lu}/u.test(body)) return false;
  const [clause = ""] = body.split(
    /[,;:.!]\s|\s(?:and|so|because|that|until|till|before|if|when|unless)\s/iu,
  );
  return !finite.test(clause) && !secondVerb.test(clause) && !pluralSubject.test(clause);
}
