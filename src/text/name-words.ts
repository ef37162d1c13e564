/**
 * Name words: first names that are also ordinary English words: "Will", "May", "Rose". In lower
 * case they are mostly the word. Pure.
 */

const names = new Set(
  `will may april june august summer autumn mark rose grace art bill hope joy faith frank jack dawn robin drew chase pat iris ruby violet miles dean rich sue bob gene penny olive ivy amber crystal daisy lily
heather holly hazel ginger pearl jade opal rusty sandy rocky clay cliff dale glen forrest heath lane brook wade chip buck bud duke earl guy gay grant hunter mason carter cooper taylor parker tanner skip sky star storm van
victor angel christian eve harmony honor charity constance patience prudence melody carol bella bonnie norm nick josh jean jimmy harry peg rob ray rod max ted pierce lance ward wren clover blossom cherry chance sunny
destiny trinity felicity genesis august major rex leo laurel myrtle basil sage rosemary jasmine poppy marina martin`.split(
    /\s+/,
  ),
);

/** Whether a lower-case word is a first name and an ordinary word. */
export function isNameWord(lower: string): boolean {
  return names.has(lower);
}

const mayBeName = /[\p{L}\p{M}\p{N}]/u;
/** "Will you", "May I": a verb that opens a question. */
const opensQuestion = /^\s+(?:i|you|he|she|it|we|they|the|this|that|my|your|our|his|her|their|there)\b/iu;
/** What may precede the first word of a sentence. */
const sentenceStart = /(?:^|[.!?:;\n]["'”’)]*\s*|["“‘(]\s*|[-*•]\s+)$/u;

/**
 * Whether a text writes a name word as a name: with a capital, unless the text has none, and not as
 * the verb that opens a question.
 *
 * @param lower the word in lower case
 */
export function writesName(text: string, lower: string): boolean {
  if (text === text.toLowerCase()) return true;
  const written = lower.charAt(0).toUpperCase() + lower.slice(1);
  for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + 1)) {
    const after = text.slice(at + written.length);
    if (mayBeName.test(text[at - 1] ?? " ") || mayBeName.test(after[0] ?? " ")) continue;
    if (!sentenceStart.test(text.slice(0, at)) || !opensQuestion.test(after)) return true;
  }
  return false;
}
