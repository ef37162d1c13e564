/** The decision about one passage: skip it with a reason, or keep it with the drafts from it. */

import { mentionsOf } from "../../text/mentions.js";
import type { Passage } from "../../text/passage.js";
import { sharesWords } from "../../text/same-value.js";
import { sentences as sentencesOf } from "../../text/sentences.js";
import { isBareQuestionSentence } from "../../text/small-talk/bare-question.js";
import { smallTalk } from "../../text/small-talk/small-talk.js";
import type { Decision, Draft, SemanticDraft } from "../extractor.js";
import { answeredStatement } from "./conversation/answers.js";
import type { Conversation } from "./conversation/conversation.js";
import type { Message } from "./conversation/message.js";
import { notedStatements } from "./conversation/note-statements.js";
import { mayBeAboutTheUser, nameOfSpeaker } from "./conversation/speakers.js";
import { eventsOf, isEvent } from "./events/episodic.js";
import { measuredChanges } from "./facts/changes/measured-changes.js";
import { versionsOf } from "./facts/changes/measures.js";
import { newValueFacts } from "./facts/changes/new-values.js";
import { factsOfSentence, type SentenceFacts } from "./facts/facts.js";
import { experiencesOf } from "./facts/forms/experiences.js";
import { fragmentFacts } from "./facts/forms/fragments.js";
import { pastimesOf } from "./facts/forms/pastimes.js";
import { besideTools, projectFacts } from "./facts/forms/project-facts.js";
import { rulesOf } from "./recognised/recognised-rule.js";
import { partsOf, placedIn, readSentence, type Sentence, type TextTools, wordsIn } from "./sentence.js";
import { skipReason } from "./skip.js";
import { measuredClauses } from "./tagged/measured-clauses.js";
import { namedClauses } from "./tagged/named-clauses.js";
import { peopleOf } from "./tagged/people.js";
import { taggedFacts } from "./tagged/tagged-facts.js";
import { withFormer } from "./tagged/values/former-value.js";

/**
 * A passage without drafts is skipped if the tagger gives it a lower probability of being worth
 * keeping.
 */
const leastKeep = 0.003;
/** A passage with more sentences is pasted text: only the first ones are analysed. */
const maxSentences = 24;

/**
 * Decides about one passage. Passages must be passed in the order in which they were said. It
 * yields between its parts, each of which takes some 50 ms when a process runs it first.
 */
export function* deciding(
  { said, passage, texts, message }: SplitPassage,
  previous: string | null,
  tools: TextTools,
  conversation: Conversation,
): Generator<undefined, Decision> {
  conversation.begin(passage);
  const skipped = skipReason(said);
  if (skipped !== null) return { keep: false, reason: skipped };
  if (passage !== said && !/\p{L}/u.test(passage.text)) return keepVerbatim(said, notOwnCertainty);
  const sentences = texts.map((text) => readSentence(text, passage, tools, conversation));
  const parts = sentences.map((sentence) => readParts(sentence, tools));
  yield;
  const answered = answeredStatement(passage);
  const before = { previous, above: conversation.above };
  const noted = answered === null ? texts.map((text) => notedStatements(text, passage, before)) : [];
  const facts =
    answered === null
      ? parts.map((part, index) => {
          const stated = noted[index]!.map((text) => readSentence(text, passage, tools, conversation));
          return factsOfParts(stated.length === 0 ? part : stated);
        })
      : [factsOfSentence(readSentence(answered, passage, tools, conversation))];
  yield;
  const rules = rulesOf({ passage, texts, message, facts }, tools);
  yield;
  const inClauses = facts.flatMap((found) => found.drafts);
  const found = tools.parts.has("grammar")
    ? readFacts(
        passage,
        distinct([...besideTools(statedInForm(passage, texts, conversation), inClauses), ...inClauses]),
      )
    : [];
  const { tags, tagged } = factsOfTagger({ passage, sentences: parts.flat() }, previous, tools, conversation);
  const stated = found.map((draft) => withFormer(moreSpecific(draft, tagged), passage.text));
  const notes = texts.filter((_, index) => (noted[index]?.length ?? 0) > 0);
  const others = uncovered(tagged, stated)
    .filter((draft) => !isSettled(draft, stated) && !isOfAnotherLine(draft, passage, notes))
    .map((draft) => withFormer(draft, passage.text));
  const read = [...stated, ...distinct(others)];
  const drafts: Draft[] = [...(message.isPlay ? read.flatMap(asPlayed) : read), ...rules];
  if (
    drafts.length === 0 &&
    tags !== null &&
    tags.keep < leastKeep &&
    !sentences.some(({ dates }) => dates.length > 0)
  )
    return { keep: false, reason: "says nothing that lasts" };
  // A fact that only the tagger found says less than its sentence, so the passage is also kept
  // verbatim as an event.
  const reason = eventReason(sentences, facts, [...found, ...rules]);
  if (reason !== null) {
    const events = eventsOf(sentences, { facts, people: peopleOf(sentences), reason });
    drafts.push(
      ...(message.isPlay ? events.map((event) => ({ ...event, certainty: notOwnCertainty })) : events),
    );
  }
  return { keep: true, drafts, mentions: mentionsOf(said.text) };
}

/** The certainty of what a message says in a play, or that was pasted: below that of any other fact. */
const notOwnCertainty = 0.4;

/** "Pretend I am 5": what such a message says may be play, so it replaces and ends nothing. */
function asPlayed({ replaces: _, corrects: __, former: ___, ...draft }: SemanticDraft): SemanticDraft[] {
  if (draft.polarity === "ended") return [];
  const certainty = Math.min(draft.certainty ?? 1, notOwnCertainty);
  return [{ ...draft, cardinality: "many", certainty }];
}

/** The facts that the grammar found in a passage, and the new values that it left out. */
function readFacts(passage: Passage, found: readonly SemanticDraft[]): SemanticDraft[] {
  return mayStateFacts(passage) ? [...found, ...uncovered(newValueFacts(passage), found)] : [...found];
}

/** What the tagger finds in a passage, and the measures of its clauses that it did not find. */
function factsOfTagger(
  { passage, sentences }: { readonly passage: Passage; readonly sentences: readonly Sentence[] },
  previous: string | null,
  tools: TextTools,
  conversation: Conversation,
) {
  if (!mayStateFacts(passage)) return { tags: null, tagged: [] };
  const placed = placedIn(passage.text, sentences);
  const tags = tools.parts.has("tagger")
    ? tools.tagger.tag(passage.text, { role: passage.role, previous, words: wordsIn(placed) })
    : null;
  const tagged = tags === null ? [] : taggedFacts(passage, tags, placed, conversation);
  if (tools.parts.has("grammar"))
    for (const inClauses of [measuredClauses, namedClauses])
      tagged.push(...uncovered(inClauses(passage, placed, conversation), tagged));
  return { tags, tagged };
}

/**
 * The parts of a sentence that grammar analyses: the whole sentence, or the clauses of a very long
 * one.
 */
function readParts(sentence: Sentence, tools: TextTools): readonly Sentence[] {
  const texts = partsOf(sentence.text);
  return texts.length === 1
    ? [sentence]
    : texts.map((text) => readSentence(text, sentence.passage, tools, sentence.conversation));
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

/** A passage with the sentences that are analysed. */
export interface SplitPassage {
  /** As it was said. */
  readonly said: Passage;
  /** With what was pasted left blank: only the rest states facts and rules. */
  readonly passage: Passage;
  readonly texts: readonly string[];
  /** The message that it is a part of. */
  readonly message: Message;
}

/** Splits a passage into the sentences that are analysed: the first ones. */
export function splitPassage(said: Passage, message: Message): SplitPassage {
  const passage = message.own(said);
  const texts = sentencesOf(passage.text.slice(0, 4000)).slice(0, maxSentences);
  return { said, passage, texts, message };
}

/** Keeps a passage verbatim, without analysing it. */
export function keepVerbatim(passage: Passage, certainty?: number): Decision {
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
    ...(certainty === undefined ? {} : { certainty }),
  };
  return { keep: true, drafts: [draft], mentions: mentionsOf(passage.text) };
}

/**
 * Why a passage is also kept as an event, or `null`. A state ("I live in Lisbon") is not an event,
 * nor is a rule.
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
      !isRule && (isLeftOver(text, facts[index]!.drafts) || partsOf(text).length > 1) && carriesMore(text),
  );
  return saysMore ? "says more than its facts" : null;
}

/**
 * If a sentence with a date is longer than this, a rule in it is also kept as an event, so that the
 * rest of the sentence is not lost.
 */
const longSentenceChars = 160;

/** What somebody works on. A request often begins with it, and says more after it. */
const concerns = new Set(["focus", "goal"]);
/** As many other words as a request has. */
const requestWords = 8;

/** Whether a sentence states no fact, or only what its speaker works on before something else. */
function isLeftOver(text: string, drafts: readonly SemanticDraft[]): boolean {
  if (!drafts.every(({ property }) => concerns.has(property))) return false;
  const stated = drafts.map(({ value }) => value).join(" ");
  return drafts.length === 0 || countWords(text) - countWords(stated) >= requestWords;
}

function countWords(text: string): number {
  return text.split(/\s+/u).length;
}

/** Whether a sentence has information that the facts alone would lose. */
function carriesMore(text: string): boolean {
  return text.split(/\s+/).length >= 5 && smallTalk(text) === null && !isBareQuestionSentence(text);
}

/** Facts with a fixed form, which are found in sentences of any length. */
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
    ...pastimesOf(text, passage),
    ...projectFacts(text, passage),
    ...fragmentFacts(text, passage),
  ]);
}

/** Text of an assistant or a tool is about the world, unless it speaks about the user. */
function mayStateFacts({ role, speaker, text }: Passage): boolean {
  return role === "user" || role === "system" || speaker !== null || mayBeAboutTheUser(text);
}

/** "uses Flask": the tagger may know that Flask is their framework. */
function moreSpecific(draft: SemanticDraft, tagged: readonly SemanticDraft[]): SemanticDraft {
  if (draft.property !== "tool") return draft;
  const same = tagged.find((other) => kindsOfTools.has(other.property) && covers(draft, other));
  return same === undefined ? draft : { ...draft, property: same.property };
}

const kindsOfTools = new Set(
  "framework,library,language,database,tool,model,format,method,hosting,editor".split(","),
);

/** Whether a fact of the grammar has the tagger's value, as its value or as its former value. */
function covers(read: SemanticDraft, tagged: SemanticDraft): boolean {
  return (
    sharesWords(read.value, tagged.value) ||
    (read.former !== undefined && sharesWords(read.former, tagged.value))
  );
}

/** The facts whose value no other fact has. */
function uncovered(drafts: readonly SemanticDraft[], others: readonly SemanticDraft[]): SemanticDraft[] {
  return drafts.filter((draft) => !others.some((other) => covers(other, draft)));
}

/** "The deadline was 1 June, but they gave me until 15 July": the grammar found the only value. */
function isSettled(tagged: SemanticDraft, stated: readonly SemanticDraft[]): boolean {
  return stated.some(
    ({ entity, property, cardinality, polarity }) =>
      entity === tagged.entity &&
      property === tagged.property &&
      cardinality === "one" &&
      polarity === "holds",
  );
}

/**
 * Whether the tagger gives a value of a note's line about the user to somebody whom only another
 * line names: "- Lives with Jonas", "- Has a nut allergy".
 */
function isOfAnotherLine(
  { entity, span }: SemanticDraft,
  { text }: Passage,
  notes: readonly string[],
): boolean {
  if (span === undefined) return false;
  const line = notes.find((one) => {
    const at = text.indexOf(one);
    return at <= span.start && span.end <= at + one.length;
  });
  return line !== undefined && entity !== "the user" && !line.includes(entity);
}

/** Removes repeated facts. */
function distinct(drafts: readonly SemanticDraft[]): SemanticDraft[] {
  const key = ({ entity, property, value, polarity }: SemanticDraft) =>
    [entity, property, value, polarity].join("\n").toLowerCase();
  return [...new Map(drafts.map((draft) => [key(draft), draft])).values()];
}
