/**
 * Facts: entity, property and value. Each clause is matched with the vocabulary. A hypothetical
 * clause, a question, a wish or a report states no fact, and neither does a clause with an unclear
 * subject or value.
 */
import type { SemanticDraft } from "../../extractor.js";
import type { Referent } from "../conversation/conversation.js";
import { complementOf } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import type { Sentence } from "../sentence.js";
import { ofPredicate } from "./being.js";
import { endings, wishes, workingTowards } from "./changes/wishes.js";
import { type Fact, relationDraft } from "./fact.js";
import { isGroup } from "./groups.js";
import { allergies, jobs } from "./possession.js";
import { stated, statedFreely } from "./statement.js";
import { ofVerb } from "./verb-facts.js";
import { relationOf } from "./vocabulary/relations.js";

/** The facts of one clause. `subject` is its resolved subject. */
export function factsOf(clause: Clause, subject: Referent, sentence: Sentence): SemanticDraft[] {
  const cannot = clause.modal === "can" && clause.negated && /^(?:eat|drink|stand|bear)$/.test(clause.verb);
  if (clause.opaque || (clause.modal !== null && !cannot) || clause.imperative) return [];
  const dates = sentence.dates.filter(({ start, end }) => start < clause.end && end > clause.start);
  const fact: Fact = { clause, subject, sentence, dates, complement: complementOf(clause.rest, dates) };
  const drafts = [
    ...allergies(fact),
    ...jobs(fact),
    ...endings(fact),
    ...wishes(fact),
    ...workingTowards(fact),
    ...(clause.verb === "be" ? ofPredicate(fact) : ofVerb(fact)),
  ].flatMap((draft) => (subject.kind === "thing" ? ofThingOnly(draft) : [draft]));
  const hasRelation = drafts.some(
    ({ entity, property }) => entity === subject.relation?.owner && property === subject.relation.property,
  );
  const relation =
    drafts.length > 0 && subject.relation !== null && !hasRelation && !isBareParent(subject.relation)
      ? [relationDraft(subject)]
      : [];
  const partial = drafts.length > 0 && isPartial(clause, sentence);
  const stated = [...relation, ...(partial ? drafts.map(besideOthers) : drafts)];
  return subject.guessed === true
    ? stated.filter(({ property }) => isPersonalProperty(property) || isGroup(property))
    : stated;
}

/** That somebody has a mother is no fact, unless it says who she is. */
function isBareParent({ property, named }: NonNullable<Referent["relation"]>): boolean {
  return named === null && parent.test(property);
}

const parent = /^(?:mother|father|mum|mom|mommy|mummy|dad|daddy|parent)$/;

/**
 * "The office moved to Graz" states the office's location and not a home, and a broken heater is
 * not an illness of the room.
 */
function ofThingOnly(draft: SemanticDraft): SemanticDraft[] {
  const { entity, property, value, polarity } = draft;
  if (/^(?:health|hometown)$/.test(property) || (property === "member" && polarity === "ended")) return [];
  if (property === "home")
    return [{ ...draft, ...located({ entity, value, polarity }), validFrom: draft.validFrom }];
  if (property !== "member") return [draft];
  const text = `${entity} belongs to ${value}.`;
  return [{ ...draft, ...statedFreely({ entity, property: "owner", value, text, cardinality: "many" }) }];
}

function located({
  entity,
  value,
  polarity,
}: Pick<SemanticDraft, "entity" | "value" | "polarity">): SemanticDraft {
  const spoken = /^\p{Ll}/u.test(entity) ? `the ${entity}` : entity;
  return stated({ entity, spoken, property: "location", value, polarity });
}

/** A fact that replaces no other. */
function besideOthers(draft: SemanticDraft): SemanticDraft {
  if (draft.property === "schedule") return draft;
  return { ...draft, cardinality: "many" };
}

/** Properties that only people have. */
const personal = new Set(
  `name,age,birthday,birth year,birthplace,home,hometown,lived in,employer,former employer,occupation,role,workplace,school,education,field of study,degree,learning,language,nationality,partner,
relationship status,children,siblings,likes,dislikes,fears,misses,plays,hobby,collects,allergy,intolerance,diet,does not eat,does not drink,eats,drinks,visited,has never been to`
    .replaceAll("\n", "")
    .split(","),
);

/** Whether only people have the property, so that its entity must be a person. */
export function isPersonalProperty(property: string): boolean {
  return personal.has(property) || relationOf([property]) !== null;
}

const added =
  /\b(?:also|too|as well|in addition|additionally|besides|on the side|on top of (?:that|it)|second|another|extra|side)\b/i;
const sometimes =
  /\b(?:part[- ]time|sometimes|occasionally|seasonally|temporarily|now and then|now and again|from time to time|once in a while|at times|(?:half|part|most|some|rest) (?:of )?the (?:year|time|week|month)|(?:some|most|every other) (?:days|weeks|weekends?|months?|summers?|winters?)|(?:on|at|during|over) (?:the )?week(?:end|day)s?|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:in|during|over|for|every|each) (?:the )?(?:spring|summer|autumn|fall|winter|holidays|season|week)s?)\b/i;

/** "For this week my boss is Tomasz": true for a while only, so that nothing ends. */
const forNow =
  /\b(?:(?:for|just|only) (?:today|tonight|this (?:week|month|weekend|term|season|time)|the (?:day|week|weekend|month|moment|time being))|this (?:week|weekend)|temporar(?:y|ily)|in the meantime|filling in|standing in|until \S+(?: \S+)? (?:is|are|gets?|comes?) back|while \S+(?: \S+)? (?:is|are) (?:away|off|out|ill|sick|on (?:holiday|leave)))\b/i;

/** Verbs that replace the former value even with such a word: "I also moved" is a move. */
const replaces = /^(?:move|relocate|emigrate|settle|switch)$/;

/** Whether a clause says that it is additional or true only part of the time. Pure. */
export function isPartial(clause: Clause, sentence: Sentence): boolean {
  if (replaces.test(clause.verb)) return false;
  const text = textOf(clause, sentence);
  return (
    added.test(text) ||
    (clause.tense !== "past" && forNow.test(text)) ||
    (clause.tense !== "past" && sometimes.test(text))
  );
}

/** The clause with the words before it: "Sometimes I work", "In winter we live". */
function textOf(clause: Clause, { text, clauses }: Sentence): string {
  const index = clauses.indexOf(clause);
  const from = index <= 0 ? 0 : clauses[index - 1]!.end;
  return text.slice(Math.min(from, clause.start), clause.end);
}
