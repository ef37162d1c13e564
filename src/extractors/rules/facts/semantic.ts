/**
 * Facts: who or what, which property, which value. Each clause is tried against the vocabulary; a
 * clause that is hypothetical, asked, wished or reported gives none, and neither does one whose
 * subject or value is not clear.
 */
import type { SemanticDraft } from "../../extractor.js";
import type { Referent } from "../conversation/coreference.js";
import { isPartial } from "../grammar/partial.js";
import { complementOf } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import type { Sentence } from "../reading.js";
import { ofPredicate } from "./being.js";
import { type Fact, relationDraft } from "./fact.js";
import { allergies, jobs } from "./possession.js";
import { relationOf } from "./relations.js";
import { ofVerb } from "./verb-facts.js";
import { endings, wishes } from "./wishes.js";

/** The facts of one clause. `subject` is whom its subject names. */
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
    ...(clause.verb === "be" ? ofPredicate(fact) : ofVerb(fact)),
  ];
  const isTold = drafts.some(
    ({ entity, property }) => entity === subject.relation?.owner && property === subject.relation.property,
  );
  const relation = drafts.length > 0 && subject.relation !== null && !isTold ? [relationDraft(subject)] : [];
  const partial = drafts.length > 0 && isPartial(clause, sentence);
  const told = [...relation, ...(partial ? drafts.map(besideOthers) : drafts)];
  return subject.guessed === true ? told.filter(({ property }) => ofPeopleAlone(property)) : told;
}

/** It joins what is so, and replaces nothing. */
function besideOthers(draft: SemanticDraft): SemanticDraft {
  return { ...draft, cardinality: "many" };
}

/** Properties that no thing has: what states one of something says that it is somebody. */
const personal = new Set(
  `name,age,birthday,birth year,birthplace,home,hometown,lived in,employer,former employer,occupation,role,workplace,school,education,field of study,degree,learning,language,nationality,partner,
relationship status,children,siblings,likes,dislikes,fears,misses,plays,hobby,collects,allergy,intolerance,diet,does not eat,does not drink,eats,drinks,visited,has never been to`
    .replaceAll("\n", "")
    .split(","),
);

export function ofPeopleAlone(property: string): boolean {
  return personal.has(property) || relationOf([property]) !== null;
}
