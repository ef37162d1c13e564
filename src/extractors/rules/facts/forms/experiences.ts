/**
 * Experiences: what a speaker has never done, and how many of something they have done: "I've never
 * written a test", "we have finished 12 of the exercises". Regular expressions find them, because
 * such clauses are often part of sentences too long for the grammar.
 */
import type { Passage } from "../../../../text/passage.js";
import { matchesIn } from "../../../../text/patterns/matches.js";
import type { SemanticDraft } from "../../../extractor.js";
import { nameOfSpeaker } from "../../conversation/speakers.js";
import { statedFreely } from "../statement.js";

/** A cheap test: most sentences have no such verb. */
const perfect = /['’]ve |have /i;
const subject = "(?<![\\p{L}’'])(?:i|we)(?:['’]ve| have)";
const adverbs =
  "(?:(?:actually|really|ever|even|already|now|just|also|only|so far|successfully|\\p{L}+ly)\\s)*";
const participle =
  "(?:\\p{L}{3,}ed|done|written|read|run|made|built|given|taken|taught|sold|grown|driven|flown|ridden|swum|sung|spoken|played|won|led|kept|held|drawn|worn|eaten|drunk|set|put|paid|spent|bought)";
const words = (most: number) => `(?:\\s(?![(–—-])[^\\s,.;:!?()]+(?:\\.[^\\s,.;:!?()]+)*){1,${most}}?`;
const clauseEnd =
  "(?=\\s*[,.;:!?()–—]|\\s*$|\\s+(?:and|but|so|because|since|before|until|which|who|when|while|though|although|yet|i|we|as|given|can|could)\\b)";

const never = new RegExp(
  `${subject} never ${adverbs}(?<done>(?:used|${participle})(?:\\s(?:or|and)\\s\\p{L}+ed)?${words(9)}(?:\\sor\\s${participle}${words(8)})?)${clauseEnd}`,
  "giu",
);
const counted = new RegExp(
  `${subject} ${adverbs}(?<verb>${participle})(?: through| up)? ${adverbs}(?<what>\\d{1,5}(?: (?:of|out of) the)?(?:\\s(?!(?:of|on|in|at|from|for|with|to|and|so|by|this|last|times?)\\b)\\p{L}[\\p{L}-]*){1,3})(?![\\p{L}-])`,
  "giu",
);

/**
 * Exclamations ("never tasted anything so good"), impressions and pointing words: they are not
 * experiences.
 */
const saysNothing =
  /\b(?:anything|anyone|anybody|nothing|something|so|such|more|better|worse|you|looked|felt|wanted|liked|loved|noticed|realized|realised|imagined|expected|thought|regretted|stopped|seemed|happened)\b/i;
/** "never tried this", "never used them": another sentence says what is meant. */
const pointing = /^\p{L}+\s(?:this|that|these|those|it|them|him|her|one)\b(?!\s\p{L})|^\p{L}+$/iu;
/** Periods of time and amounts of money are not counted things. */
const noThing =
  /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|dollars?|euros?|pounds?|percent)\b/i;

/** The speaker's experiences in a sentence, without hypothetical ones. */
export function experiencesOf(sentence: string, passage: Passage): SemanticDraft[] {
  if (passage.role === "assistant" || passage.role === "tool" || !perfect.test(sentence)) return [];
  const entity = nameOfSpeaker(passage);
  const stated = (value: string, text: string) =>
    statedFreely({
      entity,
      property: "experience",
      value,
      text: `${entity} has ${text}.`,
      cardinality: "many",
    });
  const isSupposed = (at: number) =>
    /\b(?:if|unless|wish|imagine|suppose)\b[^,.;!?]*$/i.test(sentence.slice(0, at));
  return [
    ...[...matchesIn(sentence, never)].flatMap(({ index, groups }) => {
      const { done = "" } = groups!;
      const isNothing = saysNothing.test(done) || pointing.test(done) || isSupposed(index);
      return isNothing ? [] : [stated(`never ${done}`, `never ${done}`)];
    }),
    ...[...matchesIn(sentence, counted)].flatMap(({ index, groups }) => {
      const { what = "", verb = "" } = groups!;
      const isNothing = noThing.test(what) || saysNothing.test(what) || isSupposed(index);
      return isNothing ? [] : [stated(what, `${verb.toLowerCase()} ${what}`)];
    }),
  ];
}
