/**
 * Drafts the facts that the tagger finds: entity, property, value and a sentence. Facts of the
 * grammar are more certain, so they come first, and those of the tagger fill the gaps.
 */
import type { Passage } from "../../../text/passage.js";
import type { SemanticDraft } from "../../extractor.js";
import type { TaggedFact, Tags } from "../../learnt/tagger.js";
import type { Conversation } from "../conversation/conversation.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { isMeasureLeft, measureBefore, splitMeasures } from "../facts/changes/measures.js";
import { statedFreely } from "../facts/statement.js";
import type { PlacedSentence } from "../sentence.js";
import { openSentence, singleValued } from "./open-properties.js";
import { isConsistent, namesAnother, sameText } from "./tagged-consistency.js";
import { beginsWithVerb, certaintyNeeded, isForeign } from "./tagged-doubt.js";
import { labelOf } from "./tagged-label.js";
import { type Owner, ownerOf } from "./tagged-owner.js";
import { mayHave, propertyOf } from "./tagged-property.js";
import { type Contrast, newValueAfter, splitContrast } from "./values/contrast.js";
import {
  type Former,
  formerBeside,
  isBygone,
  isEnded,
  isFormer,
  isOnTheWay,
  isPlanned,
} from "./values/former-value.js";
import { suitsName } from "./values/tagged-name.js";
import { wholeName, writtenValue } from "./values/tagged-value.js";
import { isWork } from "./values/tagged-work.js";
import { verbRelation } from "./verb-relation.js";

/** A certainty of 1 is reserved for the grammar, so rounding must not produce it. */
const mostCertainty = 0.99;
/**
 * The certainty from which a change is accepted: a wrong replacement costs more than a missed one.
 */
const leastChangeCertainty = 0.6;
/** Properties whose value may be a person's name. */
const relations = new Set(
  "pet,friend,partner,sibling,parent,child,relative,name,nickname,colleague,mentor,boss,roommate,neighbour,teacher,client,team,member".split(
    ",",
  ),
);

/** Properties of which a value in the past says nothing about the present. */
const states = new Set(["home", "employer", "partner", "relationship status", "boss", "roommate", "age"]);

/** Properties whose value is a place or an employer. */
const whereabouts = new Set(["home", "location", "hometown", "origin", "workplace", "employer"]);

/** Drafts the facts that the tagger found in a passage. */
export function taggedFacts(
  passage: Passage,
  tags: Tags,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): SemanticDraft[] {
  const drafts: SemanticDraft[] = [];
  if (isForeign(passage.text)) return drafts;
  for (const marked of tags.facts) {
    if (marked.certainty < certaintyNeeded(marked, sentences)) continue;
    const fact = presentOf(marked, passage.text, tags.facts);
    if (fact === null) continue;
    const tagged = writtenValue(passage.text, fact);
    const both = tagged === null ? null : twoValuesIn(tagged, passage.text.slice(0, fact.start));
    const value = both?.value ?? tagged;
    const said = value === null ? null : statementOf(fact, value, passage, sentences, conversation);
    if (said === null) continue;
    if (conversation.speaks(said.value) && !relations.has(said.property)) continue;
    const mayBeVerb = !whereabouts.has(said.property) && said.value.includes(" ");
    if (!mayBeVerb && beginsWithVerb(fact, sentences)) continue;
    const former = said.property === "visited" ? null : formerIn(fact, passage.text, both);
    conversation.noteEntity(said.entity, passage);
    drafts.push(draftOf(changeOf(fact, passage.text, former), said));
  }
  return drafts;
}

/**
 * A value with its entity and property: those that the tagger found if they fit each other, or
 * else the words of the clause. `null` if neither makes a fact.
 */
function statementOf(
  fact: TaggedFact,
  value: string,
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): StatedFact | null {
  const label = labelOf(fact, passage.text, sentences);
  if (label !== null) {
    const said = { entity: nameOfSpeaker(passage), property: label, value };
    return { ...said, text: openSentence(said) };
  }
  const property = suitingProperty(fact, passage.text, sentences);
  const owner = property === null ? null : ownerOf(fact, passage, sentences, conversation);
  if (property !== null && whereabouts.has(property) && isOnTheWay(passage.text, fact)) return null;
  if (property !== null && states.has(property) && isBygone(passage.text, fact)) return null;
  if (property === "name" && owner !== null && namesAnother(owner.entity, passage.text.slice(0, fact.start)))
    return null;
  if (property !== null && owner !== null) {
    const said = { entity: owner.entity, property: named(property, owner, value), value };
    if (isConsistent(said, property, owner.of)) {
      // "I repair clocks" is an occupation in the words of its clause.
      const done =
        property === "occupation" ? verbRelation({ ...fact, value }, passage, sentences, conversation) : null;
      return { ...said, text: done !== null && done.value !== value ? done.text : openSentence(said) };
    }
  }
  const relation = verbRelation({ ...fact, value }, passage, sentences, conversation);
  if (relation === null || relation.value === "") return null;
  return sameText(relation.entity, relation.value) ? null : relation;
}

/**
 * The property of a fact. If the value is a name and the likeliest property cannot have a name as
 * its value ("hobby"), the likeliest property that can have one is used.
 */
function suitingProperty(
  fact: TaggedFact,
  text: string,
  sentences: readonly PlacedSentence[],
): string | null {
  const suits = (property: string | null) =>
    property !== null &&
    !(property === "name" && isNoName(fact, text)) &&
    suitsName(fact, property, text, sentences) &&
    isWork(fact, property, text, sentences)
      ? property
      : null;
  if (fact.isName && namesSpeaker(fact, text)) return "name";
  return (
    suits(propertyOf(fact, text, sentences)) ??
    suits(fact.likelyProperties.find((name) => relations.has(name) && mayHave(name, fact, text)) ?? null) ??
    (namesSpeaker(fact, text) ? "name" : null)
  );
}

/** A value without a capital letter is a name only after a word of naming: "a cat called miso". */
function isNoName({ start, end }: TaggedFact, text: string): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  return !/\p{Lu}/u.test(text.slice(start, end)) && !naming.test(before);
}

const naming =
  /(?:called|named|names?|i['’]?m|i am|nickname\p{Ll}*)(?:['’]s| is| was)?(?: (?:him|her|it|them))?\W*$/iu;

/** "I'm Tomasz, a bus driver": a name right after "I'm" and before a comma or the end. */
function namesSpeaker(fact: TaggedFact, text: string): boolean {
  const { start, end } = wholeName(text, fact);
  return (
    /(?:^|[^\p{L}])I(?:['’]m| am)\s+$/u.test(text.slice(Math.max(0, start - 8), start)) &&
    /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?$/u.test(text.slice(start, end)) &&
    /^(?:[,.!]|$)/.test(text.slice(end))
  );
}

interface StatedFact {
  readonly entity: string;
  readonly property: string;
  readonly value: string;
  /** The fact as a sentence. */
  readonly text: string;
}

/** A fact with the change that the text states. */
interface ChangedFact {
  readonly fact: TaggedFact;
  readonly change: TaggedFact["change"];
  readonly former: string | null;
}

/**
 * The fact with its present value. If the tagger marked only the former one, "95" in "fell from 95
 * to 61 ms", the value is the new one. `null` if that is marked too, or not clear.
 */
function presentOf(marked: TaggedFact, text: string, all: readonly TaggedFact[]): TaggedFact | null {
  const next = isPlanned(text, marked) ? null : newValueAfter(text, marked);
  if (next !== null) {
    const isMarked = all.some((other) => other.start < next.end && next.start < other.end);
    return isMarked ? null : { ...marked, ...next };
  }
  return isMeasureLeft(text, marked) || isFormer(text, marked) ? null : marked;
}

/** The two values that the tagger marked as one; `null` for a single value, and for a plan. */
function twoValuesIn(tagged: string, before: string): Contrast | null {
  const measures = splitMeasures(tagged);
  if (measures !== null) return { ...measures, wasWrong: false };
  return isPlanned(before, { start: before.length }) ? null : splitContrast(tagged, before);
}

function formerIn(fact: TaggedFact, text: string, both: Contrast | null): Former | null {
  if (both !== null) return { value: both.former, wasWrong: both.wasWrong };
  const value = isPlanned(text, fact) ? null : measureBefore(text, fact);
  if (value !== null) return { value, wasWrong: false };
  return formerBeside(text, fact);
}

function changeOf(fact: TaggedFact, text: string, former: Former | null): ChangedFact {
  const tagged = fact.changeCertainty >= leastChangeCertainty ? fact.change : "none";
  if (former !== null)
    return {
      fact,
      change: former.wasWrong || tagged === "corrects" ? "corrects" : "replaces",
      former: former.value,
    };
  return { fact, change: tagged === "none" && isEnded(text, fact) ? "ends" : tagged, former: null };
}

function draftOf({ fact, change, former }: ChangedFact, said: StatedFact): SemanticDraft {
  const replaces = change === "replaces" || change === "corrects";
  const single = replaces && (singleValued(said.property) || /\d/.test(said.value));
  const cardinality = single ? "one" : "many";
  const text = change === "ends" ? `No longer so: ${said.text}` : said.text;
  return {
    ...statedFreely({ ...said, text, cardinality }),
    polarity: change === "ends" ? "ended" : "holds",
    span: { start: fact.start, end: fact.end },
    certainty: Math.min(mostCertainty, Math.round(fact.certainty * 100) / 100),
    ...(change === "corrects" ? { corrects: true } : {}),
    ...(former === null ? {} : { former }),
  };
}

/**
 * "Flask version", "bike gears": the property of a measure includes the measured thing, unless that
 * is the entity ("worktop" of the kitchen). Other properties do not.
 */
function named(property: string, { entity, of }: Owner, value: string): string {
  const lead = `${entity.toLowerCase()} `;
  const own = property.startsWith(lead) ? property.slice(lead.length) : property;
  const isMeasure = singleValued(own) || (/^\d/.test(value) && value.toLowerCase().endsWith(` ${own}`));
  if (of === null || !isMeasure) return own;
  return of.toLowerCase().includes(own) || own.includes(of.toLowerCase()) ? own : `${of} ${own}`;
}
