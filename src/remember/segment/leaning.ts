/** Whether a sentence leans on the one before it: torn from it, it would not say what it says. */

/** Words that point back when they open a sentence. First person does not: the speaker is known. */
const pointsBack =
  /^[("'“‘*_]*(?:he|she|it|they|this|that|these|those|there|here|his|her|its|their|him|them|both|neither|one of them|the (?:former|latter|second|first|other) one|then|so|but|and|or|because|also|too|plus|however|instead|otherwise|therefore|thus|hence|still|yet|besides|moreover|afterwards?|meanwhile|which|er|sie|es|das|dort|dann|aber|und|él|ella|eso|esto|allí|pero|y|il|elle|ça|mais|et)(?:['’](?:s|d|ll|re|ve))?(?=[\s,])/iu;

/**
 * A fragment: one word ("Really."), or two or three that only say when, where or how ("On
 * Mondays.").
 */
const fragment =
  /^(?:\S+|(?:on|at|in|for|with|without|from|to|by|until|since|not|only|just|every|each|maybe|probably|mostly|usually)\s+\S+(?:\s+\S+)?)$/iu;

/** Words that stand for themselves, however short. */
const standsForItself = /^(?:hi|hello|hey|thanks|bye|ok|okay|yes|no)\b/i;

/** Scripts written without spaces: a sentence of one "word" may say much. */
const unspaced = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/;

/** Whether `sentence` points back at the one before it, or is only a fragment. Pure. */
export function isLeaning(sentence: string): boolean {
  if (pointsBack.test(sentence)) return true;
  return fragment.test(sentence) && !unspaced.test(sentence) && !standsForItself.test(sentence);
}
