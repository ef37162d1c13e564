/**
 * The facts of a sentence, clause by clause; who was spoken of is noted as it is read, so that the
 * next clause's "she" is known.
 */

import { isRecited } from "../../../text/recited.js";
import type { SemanticDraft } from "../../extractor.js";
import { possessive, type Referent, referentOf } from "../conversation/coreference.js";
import { correctionOf } from "../conversation/corrections.js";
import { mayTellOfTheUser } from "../conversation/recital.js";
import type { Clause } from "../grammar/verb-group.js";
import { foreignFacts } from "../languages/other-languages.js";
import type { Sentence } from "../reading.js";
import { apposed } from "./apposition.js";
import { genderOf, relationOf } from "./relations.js";
import { factsOf, ofPeopleAlone } from "./semantic.js";

export interface SentenceFacts {
  readonly drafts: readonly SemanticDraft[];
  /** Whom each clause speaks of, where that is clear. */
  readonly subjects: ReadonlyMap<Clause, Referent>;
  /** Its facts began with something that happened, which its clauses do not show. @default false */
  readonly happened?: boolean;
}

export function factsOfSentence(sentence: Sentence): SentenceFacts {
  const { conversation, passage } = sentence;
  const recites = isRecited(passage);
  if (recites && !mayTellOfTheUser(passage.text)) return { drafts: [], subjects: new Map() };
  const foreign = recites ? null : foreignFacts(sentence);
  if (foreign !== null) {
    conversation.remember(foreign.drafts);
    return { ...foreign, subjects: new Map() };
  }
  const drafts: SemanticDraft[] = [];
  const subjects = new Map<Clause, Referent>();
  for (const clause of sentence.clauses) {
    if (recites && !aboutTheUser(clause)) continue;
    const subject = referentOf(clause.subject, passage, conversation);
    if (subject === null) continue;
    subjects.set(clause, subject);
    const found = factsOf(clause, subject, sentence);
    drafts.push(...found);
    if (namesSomebody(subject)) conversation.note(asSpokenOf(subject, clause, found));
    for (const somebody of introduced(found)) conversation.note(somebody);
  }
  if (!recites) drafts.push(...apposed(sentence, subjects, drafts));
  const trusted = recites ? drafts.filter(({ property }) => plainFacts.has(property)) : drafts;
  const told = trusted.length > 0 ? trusted : correctionOf(sentence);
  conversation.remember(told);
  return { drafts: told, subjects };
}

/**
 * What an assistant may be trusted to repeat of the user. Its "you are using" and "you want to" are
 * mostly advice.
 */
const plainFacts = new Set(
  "name age birthday home hometown employer occupation allergy diet pet partner children siblings nationality language".split(
    " ",
  ),
);

/** What an assistant recites is about the world; of the user it speaks as "you" and "your". */
function aboutTheUser({ subject }: Clause): boolean {
  return /^(?:you|your)$/.test(subject[0]?.lower ?? "");
}

/** "I have a sister" and "we got a dog" introduce whom the next "she" or "his" means. */
function introduced(drafts: readonly SemanticDraft[]): Referent[] {
  return drafts.flatMap(({ entity, property, value, polarity }): Referent[] => {
    const relation = relationOf([property]);
    if (polarity === "ended" || (relation === null && property !== "pet")) return [];
    const name =
      relation !== null || /^\p{Lu}/u.test(value)
        ? value
        : `${possessive(entity)} ${value.split(" ").at(-1)}`;
    return [
      {
        name,
        kind: "person",
        gender: relation === null ? null : genderOf(relation),
        plural: false,
        relation: null,
        possessed: null,
        definite: true,
        animate: true,
      },
    ];
  });
}

/**
 * What a clause tells of whom it speaks of: "opened his own workshop" that it is a he, "works at
 * Siemens" that it is a person.
 */
function asSpokenOf(subject: Referent, { rest }: Clause, facts: readonly SemanticDraft[]): Referent {
  if (subject.kind !== "person") return subject;
  const said = rest.map(({ lower }) => lower);
  const his = said.includes("his");
  const her = said.includes("her");
  const gender = subject.gender ?? (his === her ? null : his ? "he" : "she");
  const animate =
    subject.animate === true ||
    facts.some(({ entity, property }) => entity === subject.name && ofPeopleAlone(property));
  return { ...subject, gender, animate, guessed: subject.guessed === true && !animate && gender === null };
}

function namesSomebody({ kind }: Referent): boolean {
  return kind !== "speaker";
}
