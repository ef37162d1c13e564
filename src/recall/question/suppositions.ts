/**
 * Suppositions: whether a text says what might be true, and not what is true. Pure, English. "I'd
 * buy a house if I won" is not evidence of a house.
 */

const supposing =
  /\b(?:if (?:i|we|he|she|they) (?:ever|had|could|were|was|won|get|got)|i wish|we wish|(?:i|we)(?:['’]d| would) (?:love|like|buy|go|move|have|take|want|rather)|(?:i|we|he|she|they) (?:might|may)|maybe|perhaps|some ?day|one day|(?:dream(?:ing)?|think(?:ing)?|thought) (?:of|about) \p{L}+ing|hop(?:e|ing) to|consider(?:ing)? \p{L}+ing|i was thinking)\b/iu;

/**
 * Maximum number of characters of a text that only supposes. A longer text also says something
 * else.
 */
const mostChars = 160;

/** Whether a text says only what might be: it is a single sentence with such words. */
export function onlySupposes(text: string): boolean {
  return text.length <= mostChars && supposing.test(text) && !/[.!?]\s+\S/u.test(text.trim());
}

const asksOfIt =
  /\b(?:would|might|may|could|wish|dream|hope|plan|want|think|consider|if|like to|someday|one day)/i;

/** Whether a question asks for a wish, a plan or a possibility. */
export function asksForSupposition(question: string): boolean {
  return asksOfIt.test(question);
}
