/** The facts of a sentence, clause by clause; who was spoken of is noted as it is read, so that the next clause's "she" is known. */
import type { SemanticDraft } from "../extractor.js";
import type { Clause } from "./clauses.js";
import { type Referent, referentOf } from "./coreference.js";
import { correctionOf } from "./corrections.js";
import type { Sentence } from "./reading.js";
import { mayTellOfTheUser } from "./recital.js";
import { factsOf } from "./semantic.js";

export interface SentenceFacts {
  readonly drafts: readonly SemanticDraft[];
  /** Whom each clause speaks of, where that is clear. */
  readonly subjects: ReadonlyMap<Clause, Referent>;
}

export function factsOfSentence(sentence: Sentence): SentenceFacts {
  const { conversation, passage } = sentence;
  const recites = passage.role === "tool" || (passage.role === "assistant" && passage.speaker === null);
  if (recites && !mayTellOfTheUser(passage.text)) return { drafts: [], subjects: new Map() };
  const drafts: SemanticDraft[] = [];
  const subjects = new Map<Clause, Referent>();
  for (const clause of sentence.clauses) {
    if (recites && !aboutTheUser(clause)) continue;
    const subject = referentOf(clause.subject, passage, conversation);
    if (subject === null) continue;
    subjects.set(clause, subject);
    drafts.push(...factsOf(clause, subject, sentence));
    if (namesSomebody(subject)) conversation.note(subject);
  }
  const trusted = recites ? drafts.filter(({ property }) => plainFacts.has(property)) : drafts;
  const found = trusted.length > 0 ? trusted : correctionOf(sentence);
  conversation.remember(found);
  return { drafts: found, subjects };
}

/** What an assistant may be trusted to repeat of the user. Its "you are using" and "you want to" are mostly advice. */
const plainFacts = new Set(
  "name age birthday home hometown employer occupation allergy diet pet partner children siblings nationality language".split(
    " ",
  ),
);

/** What an assistant recites is about the world; of the user it speaks as "you" and "your". */
function aboutTheUser({ subject }: Clause): boolean {
  return /^(?:you|your)$/.test(subject[0]?.lower ?? "");
}

function namesSomebody({ kind }: Referent): boolean {
  return kind !== "speaker";
}
