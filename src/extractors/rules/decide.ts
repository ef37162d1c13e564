/** One decision a passage: skip it with a reason, or keep it with what was drafted from it. */

import { isBareQuestionSentence } from "../../internal/bare-question.js";
import { mentionsOf } from "../../internal/mentions.js";
import type { Passage } from "../../internal/passage.js";
import { sentences as sentencesOf } from "../../internal/sentences.js";
import { smallTalk } from "../../internal/small-talk.js";
import type { Decision, Draft, SemanticDraft } from "../extractor.js";
import { answeredStatement } from "./answers.js";
import type { Conversation } from "./coreference.js";
import { eventsOf, isEvent } from "./episodic.js";
import { factsOfSentence, type SentenceFacts } from "./facts.js";
import { peopleOf } from "./people.js";
import { proceduralOf } from "./procedural.js";
import { type Reading, readSentence, type Sentence } from "./reading.js";
import { skipReason } from "./skip.js";

/** More sentences than this are pasted text; the first ones say whose it is. */
const maxSentences = 24;

export function decide(passage: Passage, reading: Reading, conversation: Conversation): Decision {
  const skipped = skipReason(passage);
  if (skipped !== null) return { keep: false, reason: skipped };
  const texts = sentencesOf(passage.text.slice(0, 4000)).slice(0, maxSentences);
  const sentences = texts.map((text) => readSentence(text, passage, reading, conversation));
  const answered = answeredStatement(passage);
  const facts =
    answered === null
      ? sentences.map((sentence) => factsOfSentence(sentence))
      : [factsOfSentence(readSentence(answered, passage, reading, conversation))];
  const rule = proceduralOf(passage, texts);
  const drafts: Draft[] = [
    ...distinct(facts.flatMap((found) => found.drafts)),
    ...(rule === null ? [] : [rule]),
  ];
  const reason = eventReason(sentences, facts, drafts);
  if (reason !== null) drafts.push(...eventsOf(sentences, { facts, people: peopleOf(sentences), reason }));
  return { keep: true, drafts, mentions: mentionsOf(passage.text) };
}

/** Why a passage is an event too, or `null`: a state ("I live in Lisbon") is none, and a rule is none. */
function eventReason(
  sentences: readonly Sentence[],
  facts: readonly SentenceFacts[],
  drafts: readonly Draft[],
): string | null {
  if (
    facts.some(({ happened }) => happened === true) ||
    sentences.some((sentence) => sentence.clauses.some((clause) => isEvent(clause, sentence)))
  )
    return "tells what happened";
  if (drafts.length === 0) return "it was said";
  const isRule = drafts.some(({ type }) => type === "procedural");
  if (isRule && sentences.some(({ text, dates }) => text.length > longSentenceChars && dates.length > 0))
    return "says more than its rule";
  const saysMore = sentences.some(
    ({ text }, index) => facts[index]!.drafts.length === 0 && !isRule && carriesMore(text),
  );
  return saysMore ? "says more than its facts" : null;
}

/** A rule in passing: what else a sentence of this length says, with a date, is not lost with it. */
const longSentenceChars = 160;

/** A sentence beside the facts that would be lost if they alone were told. */
function carriesMore(text: string): boolean {
  return text.split(/\s+/).length >= 5 && smallTalk(text) === null && !isBareQuestionSentence(text);
}

/** The same fact said twice in a passage is one. */
function distinct(drafts: readonly SemanticDraft[]): SemanticDraft[] {
  const key = ({ entity, property, value, polarity }: SemanticDraft) =>
    [entity, property, value, polarity].join("\n").toLowerCase();
  return [...new Map(drafts.map((draft) => [key(draft), draft])).values()];
}
