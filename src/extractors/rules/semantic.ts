/**
 * Facts: who or what, which property, which value. Each clause is tried against the vocabulary; a clause that is hypothetical, asked, wished
 * or reported gives none, and neither does one whose subject or value is not clear.
 */
import type { SemanticDraft } from "../extractor.js";
import { ofPredicate } from "./being.js";
import type { Referent } from "./coreference.js";
import { type Fact, relationDraft } from "./fact.js";
import { complementOf } from "./phrases.js";
import { allergies } from "./possession.js";
import type { Sentence } from "./reading.js";
import { ofVerb } from "./verb-facts.js";
import type { Clause } from "./verb-group.js";
import { endings, wishes } from "./wishes.js";

/** The facts of one clause. `subject` is whom its subject names. */
export function factsOf(clause: Clause, subject: Referent, sentence: Sentence): SemanticDraft[] {
  const cannotEat = clause.modal === "can" && clause.negated && /^(?:eat|drink)$/.test(clause.verb);
  if (clause.opaque || (clause.modal !== null && !cannotEat) || clause.imperative) return [];
  const dates = sentence.dates.filter(({ start, end }) => start < clause.end && end > clause.start);
  const fact: Fact = { clause, subject, sentence, dates, complement: complementOf(clause.rest, dates) };
  const drafts = [
    ...allergies(fact),
    ...endings(fact),
    ...wishes(fact),
    ...(clause.verb === "be" ? ofPredicate(fact) : ofVerb(fact)),
  ];
  const isTold = drafts.some(
    ({ entity, property }) => entity === subject.relation?.owner && property === subject.relation.property,
  );
  const relation = drafts.length > 0 && subject.relation !== null && !isTold ? [relationDraft(subject)] : [];
  return [...relation, ...drafts];
}
