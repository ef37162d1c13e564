/**
 * Changes of a measure: "my rent went from 800 to 950 euros", "we got the build time down to 4
 * minutes", "the queue, which was at first 900 items, … reduced it to 40". The noun before or after
 * the verb names the measure. Regular expressions find them, because such sentences are often too
 * long for the grammar.
 */

import type { Passage } from "../../../../text/passage.js";
import { matchesIn } from "../../../../text/patterns/matches.js";
import type { SemanticDraft } from "../../../extractor.js";
import type { Conversation } from "../../conversation/conversation.js";
import { possessive } from "../../conversation/coreference.js";
import { nameOfSpeaker } from "../../conversation/speakers.js";
import { statedFreely } from "../statement.js";
import { thingSlot } from "../thing-facts.js";
import { relationOf } from "../vocabulary/relations.js";

const noUnit =
  "and|or|to|from|after|before|by|in|on|at|with|for|so|but|which|that|because|since|when|while|thanks|of|as|the|an?|if|can|now|this|last|due|per|already|just";
/** A number with its unit: "82%", "4 minutes", "€950". */
const measure = `[$€£]?\\d[\\d,]*(?:\\.\\d+)?(?:\\s?%|(?:ms|[kmµn]?s|[kmgt]i?b|kg|[kcm]m|m|k)\\b|\\s(?!(?:${noUnit})\\b)\\p{Ll}{2,12}\\b)?`;
const around = "(?:about |around |just |only |roughly |nearly |almost |over |under )?";
/** Words that are never part of a measure's name. */
const noName =
  "my|our|his|her|their|its|your|the|an?|and|or|but|that|which|who|how|what|why|when|where|while|because|so|is|are|was|were|be|been|has|have|had|do|does|did|i|we|he|she|they|it|you|to|from|not|if|would|could|will";
const nameWord = `(?!(?:${noName})(?!\\p{L}))[\\p{L}\\p{N}][\\p{L}\\p{N}_-]*`;
/** The owner of a measure, and its name. */
const named = `(?<![\\p{L}’'])(?<whose>[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he|\\p{Lu}\\p{L}+['’]s)\\s+(?<name>${nameWord}(?:\\s${nameWord}){0,5}?(?: of the ${nameWord}(?:\\s${nameWord}){0,2}?)?)`;

const adverbs = "(?:(?:now|just|recently|finally|already|even|also|actually|since|\\p{L}+ly)\\s)*";
const rose =
  "improved|increased|decreased|rose|risen|grew|grown|dropped|fell|fallen|went|gone|climbed|jumped|declined|shrank|shrunk|slipped|came|come|doubled|soared|plunged|improve|increase|go";
const made =
  "reduced|raised|cut|lowered|brought|improved|increased|decreased|boosted|got|gotten|bumped|dropped|trimmed|extended|shortened|upped";
const make = "reduce|raise|cut|lower|bring|improve|increase|decrease|boost|get|bump|drop|trim|extend|shorten";
const done = `(?:(?:managed|able|helped(?: me| us)?) to (?:${make})|(?<!\\bto )(?:${made}))`;
const beenMade = `(?:was|were|got|(?:has|have) been|['’](?:s|ve) been) ${adverbs}(?:${made}|put|moved|pushed|changed)`;
const way = "(?:\\s(?:up|down|back))?";
const fromTo = `${way}\\sfrom ${around}(?<former>${measure})${way} to ${around}(?<value>${measure})`;
/** "17 May" is a day. */
const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const first = "(?:initially|originally|previously|formerly|at first|once|before)";

/**
 * Each form has the measure's name and value; the first four have the former value. Case
 * counts: a pattern with letters of all scripts in any case takes 30 ms to compile.
 */
const forms = [
  `${named}(?:,? which)?(?:['’](?:s|ve)| has| have| had)? ${adverbs}(?:${rose})${fromTo}`,
  `${done}${way} ${named}${fromTo}`,
  `(?:reduction|increase|improvement|drop|rise|growth) (?:of|in) ${named}${fromTo}`,
  `${named},? (?:which |that )?(?:was|were) ${first} (?:at )?${around}(?<former>${measure})[^.;!?]{1,40}?\\b${done} (?:it|this|them)${way} to ${around}(?<value>${measure})`,
  `${named}(?:,? which)?(?:['’]s|['’]ve| has| have) ${adverbs}(?:(?:${rose})${way} to|reached|hit) ${around}(?<value>${measure})`,
  `${named},? ${beenMade}${way} to ${around}(?<value>${measure})`,
  `${done}${way} ${named}${way} to ${around}(?<value>${measure})`,
  `(?<!\\bto )(?:put|turned) ${named} (?:up|down) to ${around}(?<value>${measure})`,
  `(?<!\\bto )set ${named} (?:at|to) ${around}(?<value>(?=\\S*[$€£%]|\\S+\\s\\p{Ll})${measure})`,
].map((form) => new RegExp(`${form}(?![\\p{L}\\p{N}%]|\\s(?:${months}))`, "gu"));

/** The end of each form. It is searched for first, because few sentences have it. */
const newValue = new RegExp(`(?:to|at|reached|hit) ${around}[$€£]?\\d`, "iu");

/** Wishes, suppositions and plans are not changes. */
const unreal =
  /\b(?:if|unless|whether|could|would|should|might|may|wants?|wanted|hop(?:e|es|ing)|plan(?:s|ning)?|expect(?:s|ed)?|aim(?:s|ing)?|target|need(?:s|ed)?|will|going to|imagine|suppose|not|never)\b|n['’]t\b/i;
/** The text before the match in the same clause. */
const clauseBefore = /[^,.;!?\n]*$/;
/**
 * "in the main branch, which has reached 40", "revenue of the shop went from 40 to 55": the measure
 * is named earlier.
 */
const isPlaceOnly = /\b(?:in|into|on|onto|at|of|for|with|by|to)\s$/i;

/**
 * The changed measures in a sentence, each as a fact with the present value.
 */
export function measuredChanges(
  sentence: string,
  passage: Passage,
  conversation: Conversation,
): SemanticDraft[] {
  if (!/\d/.test(sentence) || !newValue.test(sentence)) return [];
  const drafts = new Map<string, SemanticDraft>();
  for (const form of forms)
    for (const { groups, index } of matchesIn(sentence, form)) {
      const { whose = "", name = "", value = "", former } = groups!;
      const before = clauseBefore.exec(sentence.slice(0, index))![0];
      const said =
        unreal.test(before) || isPlaceOnly.test(before) ? null : slotOf(whose, name, passage, conversation);
      if (said === null || former === value) continue;
      const key = `${said.entity}\n${said.property}`.toLowerCase();
      if (drafts.has(key)) continue;
      const draft = statedFreely({ ...said, value, text: `${said.spoken} is ${value}.`, cardinality: "one" });
      drafts.set(key, former === undefined ? draft : { ...draft, former });
    }
  return [...drafts.values()];
}

interface Slot {
  readonly entity: string;
  readonly property: string;
  /** The measure as it is written in the fact's sentence. */
  readonly spoken: string;
}

/**
 * The entity and the property of a measure: "my rent" belongs to the speaker, "the build time" is
 * an entity itself. `null` if it is not a measure, or its owner is unknown.
 */
function slotOf(whose: string, named: string, passage: Passage, conversation: Conversation): Slot | null {
  const name = named.replace(/^(?:current|new|recent|overall|average)\s+(?=\S)/i, "");
  if (relationOf(name.toLowerCase().split(" ")) !== null) return null;
  const word = whose.toLowerCase();
  if (word === "the") return { entity: name, property: thingSlot(name), spoken: `the ${name}` };
  const entity =
    word === "my" || word === "our"
      ? nameOfSpeaker(passage)
      : word === "his" || word === "her" || word === "their"
        ? (conversation.resolve(pronouns[word])?.name ?? null)
        : whose.replace(/['’]s$/, "");
  return entity === null
    ? null
    : { entity, property: name.toLowerCase(), spoken: `${possessive(entity)} ${name}` };
}

const pronouns = { his: "he", her: "she", their: "they" } as const;
