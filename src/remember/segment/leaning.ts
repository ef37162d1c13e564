/** Whether a sentence leans on the one before it: torn from it, it would not say what it says. */

/** Words that point back when they open a sentence. First person does not: the speaker is known. */
const pointsBack =
  /^(?:[("'“‘*_]*)(?:he|she|it|they|this|that|these|those|there|here|his|her|its|their|him|them|both|neither|one of them|the (?:former|latter|second|first|other) one|then|so|but|and|or|because|also|too|plus|however|instead|otherwise|therefore|thus|hence|still|yet|besides|moreover|afterwards?|meanwhile|which|who|er|sie|es|das|dort|dann|aber|und|él|ella|eso|esto|allí|pero|y|il|elle|ça|mais|et)(?:['’](?:s|d|ll|re|ve))?(?=[\s,])/iu;

/** Fewer words than this say too little to stand alone: "Really." "On Mondays." */
const standsAloneWords = 3;

/** Words that a bare greeting or answer opens with; it needs no company. */
const standsForItself = /^(?:hi|hello|hey|thanks|thank|bye|good|ok|okay|yes|no)\b/i;

export function isLeaning(sentence: string): boolean {
  if (pointsBack.test(sentence)) return true;
  if (/[\u3040-\u30ff\u3400-\u9fff]/.test(sentence)) return false;
  return sentence.split(/\s+/).length < standsAloneWords && !standsForItself.test(sentence);
}
