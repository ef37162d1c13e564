/** One decision a passage: skip it with a reason, or keep it with what was drafted from it. */

import { isBareQuestionSentence } from "../../text/bare-question.js";
import { mentionsOf } from "../../text/mentions.js";
import type { Passage } from "../../text/passage.js";
import { sharesWords } from "../../text/same-value.js";
import { sentences as sentencesOf } from "../../text/sentences.js";
import { smallTalk } from "../../text/small-talk.js";
import type { Decision, Draft, SemanticDraft } from "../extractor.js";
import { answeredStatement } from "./conversation/answers.js";
import type { Conversation } from "./conversation/coreference.js";
import { mayTellOfTheUser } from "./conversation/recital.js";
import { nameOfSpeaker } from "./conversation/speakers.js";
import { eventsOf, isEvent } from "./events/episodic.js";
import { experiencesOf } from "./facts/experiences.js";
import { factsOfSentence, type SentenceFacts } from "./facts/facts.js";
import { measuredChanges } from "./facts/measured-changes.js";
import { versionsOf } from "./facts/measures.js";
import { proceduralOf } from "./procedures/procedural.js";
import { type Reading, readSentence, type Sentence, wordsIn } from "./reading.js";
import { partsOf } from "./run-on.js";
import { skipReason } from "./skip.js";
import { withFormer } from "./tagged/former-value.js";
import { peopleOf } from "./tagged/people.js";
import { taggedFacts } from "./tagged/tagged-facts.js";

/**
 * Passages that the tagger finds less likely than this to be worth keeping, and from which nothing
 * was drafted, are skipped.
 */
const leastKeep = 0.003;
/** More sentences than this are pasted text; the first ones say whose it is. */
const maxSentences = 24;

export function decide(
  passage: Passage,
  previous: string | null,
  reading: Reading,
  conversation: Conversation,
): Decision {
  conversation.hear(passage);
  const skipped = skipReason(passage);
  if (skipped !== null) return { keep: false, reason: skipped };
  const texts = sentencesIn(passage);
  const sentences = texts.map((text) => readSentence(text, passage, reading, conversation));
  const parts = sentences.map((sentence) => readParts(sentence, reading));
  const answered = answeredStatement(passage);
  const facts =
    answered === null
      ? parts.map(factsOfParts)
      : [factsOfSentence(readSentence(answered, passage, reading, conversation))];
  const rule = proceduralOf(passage, texts);
  const read = reading.parts.has("grammar")
    ? distinct([...statedInForm(passage, texts, conversation), ...facts.flatMap((found) => found.drafts)])
    : [];
  const spoken = parts.flat();
  const words = wordsIn(passage.text, spoken);
  const tags =
    reading.parts.has("tagger") && mayStateFacts(passage)
      ? reading.tagger.tag(passage.text, { role: passage.role, previous, words })
      : null;
  const tagged = tags === null ? [] : taggedFacts(passage, tags, spoken, conversation);
  const stated = read.map((draft) => withFormer(moreSpecific(draft, tagged), passage.text));
  const drafts: Draft[] = [
    ...stated,
    ...distinct(tagged.filter((draft) => !stated.some((other) => covers(other, draft)))),
    ...(rule === null ? [] : [rule]),
  ];
  if (
    drafts.length === 0 &&
    tags !== null &&
    tags.keep < leastKeep &&
    !sentences.some(({ dates }) => dates.length > 0)
  )
    return { keep: false, reason: "says nothing that lasts" };
  // What the tagger alone found says less than its sentence: the passage is kept in its own words
  // as well.
  const reason = eventReason(sentences, facts, [...read, ...(rule === null ? [] : [rule])]);
  if (reason !== null) drafts.push(...eventsOf(sentences, { facts, people: peopleOf(sentences), reason }));
  return { keep: true, drafts, mentions: mentionsOf(passage.text) };
}

/** What grammar reads of a sentence: the sentence, or the parts of one that goes on and on. */
function readParts(sentence: Sentence, reading: Reading): readonly Sentence[] {
  const texts = partsOf(sentence.text);
  return texts.length === 1
    ? [sentence]
    : texts.map((text) => readSentence(text, sentence.passage, reading, sentence.conversation));
}

function factsOfParts(parts: readonly Sentence[]): SentenceFacts {
  const found = parts.map((part) => factsOfSentence(part));
  if (found.length === 1) return found[0]!;
  return {
    drafts: found.flatMap(({ drafts }) => drafts),
    subjects: new Map(found.flatMap(({ subjects }) => [...subjects])),
    happened: found.some(({ happened }) => happened === true),
  };
}

/** How many sentences of a passage are read. */
export function sentencesRead(passage: Passage): number {
  return sentencesIn(passage).length;
}

function sentencesIn({ text }: Passage): string[] {
  return sentencesOf(text.slice(0, 4000)).slice(0, maxSentences);
}

/** Keeps a passage in its own words, without reading what it says. */
export function keepUnread(passage: Passage): Decision {
  const skipped = skipReason(passage);
  if (skipped !== null) return { keep: false, reason: skipped };
  const speaker = nameOfSpeaker(passage);
  const draft: Draft = {
    type: "episodic",
    entity: speaker,
    participants: [speaker],
    occurredAt: passage.saidAt,
    dated: false,
    reason: "it was said",
  };
  return { keep: true, drafts: [draft], mentions: mentionsOf(passage.text) };
}

/**
 * Why a passage is an event too, or `null`: a state ("I live in Lisbon") is none, and a rule is
 * none.
 */
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
    ({ text }, index) =>
      !isRule && (facts[index]!.drafts.length === 0 || partsOf(text).length > 1) && carriesMore(text),
  );
  return saysMore ? "says more than its facts" : null;
}

/**
 * A rule in passing: what else a sentence of this length says, with a date, is not lost with it.
 */
const longSentenceChars = 160;

/** A sentence beside the facts that would be lost if they alone were told. */
function carriesMore(text: string): boolean {
  return text.split(/\s+/).length >= 5 && smallTalk(text) === null && !isBareQuestionSentence(text);
}

/** Facts that have one form in every text, however long its sentences are. */
function statedInForm(
  passage: Passage,
  sentences: readonly string[],
  conversation: Conversation,
): SemanticDraft[] {
  if (!mayStateFacts(passage)) return [];
  return sentences.flatMap((text) => [
    ...versionsOf(text),
    ...measuredChanges(text, passage, conversation),
    ...experiencesOf(text, passage),
  ]);
}

/** What an assistant or a tool recites is about the world, unless it speaks of the user. */
function mayStateFacts({ role, speaker, text }: Passage): boolean {
  return role === "user" || role === "system" || speaker !== null || mayTellOfTheUser(text);
}

/** "uses Flask": the tagger may know that it is their framework. */
function moreSpecific(draft: SemanticDraft, tagged: readonly SemanticDraft[]): SemanticDraft {
  if (draft.property !== "tool") return draft;
  const same = tagged.find((other) => kindsOfTools.has(other.property) && covers(draft, other));
  return same === undefined ? draft : { ...draft, property: same.property };
}

const kindsOfTools = new Set(
  "framework,library,language,database,tool,model,format,method,hosting,editor".split(","),
);

/** Whether the grammar's fact says what the tagger's says, as its value or as the former one. */
function covers(read: SemanticDraft, tagged: SemanticDraft): boolean {
  return (
    sharesWords(read.value, tagged.value) ||
    (read.former !== undefined && sharesWords(read.former, tagged.value))
  );
}

/** The same fact said twice in a passage is one. */
function distinct(drafts: readonly SemanticDraft[]): SemanticDraft[] {
  const key = ({ entity, property, value, polarity }: SemanticDraft) =>
    [entity, property, value, polarity].join("\n").toLowerCase();
  return [...new Map(drafts.map((draft) => [key(draft), draft])).values()];
}
