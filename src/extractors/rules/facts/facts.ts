/**
 * The facts of a sentence, clause by clause. Each subject is recorded in the conversation, so that
 * "she" in the next clause can be resolved.
 */

import { isRecited } from "../../../text/recited.js";
import type { SemanticDraft } from "../../extractor.js";
import type { Referent } from "../conversation/conversation.js";
import { bareNounOf, possessive, referentOf } from "../conversation/coreference.js";
import { correctionOf } from "../conversation/corrections.js";
import { isPlural, person, thing } from "../conversation/plain-referents.js";
import { mayBeAboutTheUser } from "../conversation/speakers.js";
import { rescheduledByOthers } from "../events/rescheduling.js";
import type { Clause } from "../grammar/verb-group.js";
import { foreignFacts } from "../languages/other-languages.js";
import type { Sentence } from "../sentence.js";
import { apposed } from "./apposition.js";
import { movedByOthers } from "./changes/moved.js";
import { factsOf, isPersonalProperty } from "./semantic.js";
import { genderOf, relationOf } from "./vocabulary/relations.js";

/** The facts of a sentence. */
export interface SentenceFacts {
  readonly drafts: readonly SemanticDraft[];
  /** The subject of each clause, if it is clear. */
  readonly subjects: ReadonlyMap<Clause, Referent>;
  /** Whether its facts began with an event that the clauses do not show. @default false */
  readonly happened?: boolean;
}

/** Drafts the facts of a sentence, and records its people in the conversation. */
export function factsOfSentence(sentence: Sentence): SentenceFacts {
  const { conversation, passage } = sentence;
  const recites = isRecited(passage);
  if (recites && !mayBeAboutTheUser(passage.text)) return { drafts: [], subjects: new Map() };
  const foreign = recites ? null : foreignFacts(sentence);
  if (foreign !== null) {
    conversation.remember(foreign.drafts);
    return { ...foreign, subjects: new Map() };
  }
  const drafts: SemanticDraft[] = [];
  const subjects = new Map<Clause, Referent>();
  for (const clause of sentence.clauses) {
    if (recites && !aboutTheUser(clause)) continue;
    const subject = subjectOf(clause, sentence);
    if (subject === null)
      drafts.push(...movedByOthers(clause, sentence), ...rescheduledByOthers(clause, sentence));
    if (subject === null) continue;
    subjects.set(clause, subject);
    const found = factsOf(clause, subject, sentence);
    drafts.push(...found);
    if (namesUser(clause) && subject.possessed !== null)
      conversation.note({ ...person(subject.possessed.owner, "person"), animate: true });
    if (namesSomebody(subject)) conversation.note(withShown(subject, clause, found));
    for (const somebody of introduced(found)) conversation.note(somebody);
  }
  if (!recites) drafts.push(...apposed(sentence, subjects, drafts));
  const trusted = recites ? drafts.filter(({ property }) => plainFacts.has(property)) : drafts;
  const kept = trusted.length > 0 ? trusted : correctionOf(sentence);
  conversation.remember(kept);
  return { drafts: kept, subjects };
}

/** "The user's name is Ana": a later "she" is the user. */
function namesUser({ subject }: Clause): boolean {
  return subject.some(({ lower }) => /^user['’]s$/.test(lower));
}

/** "Rent is 780 euros" is about the speaker's rent, although "Rent" may be a name. */
function subjectOf(clause: Clause, sentence: Sentence): Referent | null {
  const { passage, conversation, text } = sentence;
  const named = referentOf(clause.subject, passage, conversation);
  const mayBeNoun = named === null || (named.guessed === true && isAmount(clause, text));
  const noun = mayBeNoun && opensWithNoun(clause, sentence) ? bareNounOf(clause.subject, passage) : null;
  return noun ?? named ?? (isAmount(clause, text) ? amountOf(clause) : null);
}

/** "Subs are 4 euros a week": in a group, nobody knows whose they are. */
function amountOf({ verb, subject, opaque }: Clause): Referent | null {
  const isNoun =
    verb === "be" &&
    !opaque &&
    subject.length > 0 &&
    subject.length <= 2 &&
    subject.every(
      ({ text, tags }) => /^\p{L}\p{Ll}+$/u.test(text) && tags.has("Noun") && !tags.has("Pronoun"),
    );
  const name = subject.map(({ lower }) => lower).join(" ");
  return isNoun ? { ...thing(name, null), plural: isPlural(subject) } : null;
}

/** "780 euros", but not "12", which may be an age, nor the height or the weight of somebody. */
function isAmount({ rest, end }: Clause, text: string): boolean {
  const said = text.slice(rest[0]?.start ?? end, end);
  return /^(?:[$€£]\s?\d|\d[\d.,]*\s?(?:%|euros?|pounds?|dollars?|francs?|kronor|kroner|litres?|liters?|minutes?|hours?|items?|pages?))/iu.test(
    said,
  );
}

/** Whether a clause of the only speaker is "rent is 780 euros", with nothing before the noun. */
function opensWithNoun({ verb, subject }: Clause, { words, conversation }: Sentence): boolean {
  if (verb !== "be" || subject.length === 0 || !conversation.isMonologue) return false;
  const before = words.findLast(({ end }) => end <= subject[0]!.start);
  return before === undefined || before.after !== "" || /^(?:and|but|so)$/.test(before.lower);
}

/**
 * Properties of the user that are accepted from an assistant. Its "you are using" and "you want to"
 * are mostly advice.
 */
const plainFacts = new Set(
  "name age birthday home hometown employer occupation allergy diet pet partner children siblings nationality language".split(
    " ",
  ),
);

/**
 * Whether a clause of an assistant is about the user: its subject is "you", "your" or, in notes,
 * "the user". Other clauses are about the world.
 */
function aboutTheUser({ subject }: Clause): boolean {
  const [first, second] = subject.map(({ lower }) => lower);
  return /^(?:you|your|user(?:['’]s)?)$/.test((first === "the" ? second : first) ?? "");
}

/**
 * "I have a sister" and "we got a dog" introduce a person or an animal that a later "she" or "his"
 * refers to.
 */
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
 * Adds to a subject what its clause shows: "opened his own workshop" shows the gender, "works at
 * Siemens" that it is a person.
 */
function withShown(subject: Referent, { rest }: Clause, facts: readonly SemanticDraft[]): Referent {
  if (subject.kind !== "person") return subject;
  const said = rest.map(({ lower }) => lower);
  const his = said.includes("his");
  const her = said.includes("her");
  const gender = subject.gender ?? (his === her ? null : his ? "he" : "she");
  const animate =
    subject.animate === true ||
    facts.some(({ entity, property }) => entity === subject.name && isPersonalProperty(property));
  return { ...subject, gender, animate, guessed: subject.guessed === true && !animate && gender === null };
}

function namesSomebody({ kind }: Referent): boolean {
  return kind !== "speaker";
}
