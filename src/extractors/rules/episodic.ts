/** Events: what happened or is to happen, when, to whom. The document of an event is its passage. */
import type { EpisodicDraft } from "../extractor.js";
import type { DateReading, Tense } from "./dates.js";
import type { SentenceFacts } from "./facts.js";
import type { Sentence } from "./reading.js";
import { isRescheduling } from "./rescheduling.js";
import { nameOfSpeaker } from "./speakers.js";
import type { Clause } from "./verb-group.js";

/** Verbs that tell how things were, not what happened. */
const states = new Set(
  "be have like love hate want need know think believe feel seem appear live work mean cost own prefer understand look sound hope guess wish use sound remember say do get".split(
    " ",
  ),
);

/** Whether a clause tells of something that happened, or of a dated thing to come. */
export function isEvent(clause: Clause, sentence: Sentence): boolean {
  if (clause.opaque || clause.imperative) return false;
  const date = dateOf(clause, sentence);
  if (clause.tense === "future" || (clause.progressive && clause.tense === "present"))
    return date !== undefined;
  if (clause.ended || clause.modal !== null || clause.tense !== "past") return false;
  if (clause.perfect && (clause.progressive || clause.verb === "be")) return false;
  if (clause.verb === "be" && clause.rest[0]?.lower === "born") return false;
  return (
    !states.has(clause.verb) ||
    date !== undefined ||
    (clause.verb === "have" || clause.verb === "get" ? clause.rest.length > 1 : false)
  );
}

function dateOf(clause: Clause, sentence: Sentence): DateReading | undefined {
  return sentence.dates.find(
    ({ start, end, bound }) => bound !== "since" && start < clause.end && end > clause.start,
  );
}

export interface EventContext {
  /** One a sentence. */
  readonly facts: readonly SentenceFacts[];
  readonly people: readonly string[];
  readonly reason: string;
}

/** One event a passage: its date is that of its first dated event, else of any date it names, else when it was said. */
export function eventOf(
  sentences: readonly Sentence[],
  { facts, people, reason }: EventContext,
): EpisodicDraft {
  const { passage } = sentences[0]!;
  const event = firstEvent(sentences, facts);
  const found = event?.at ?? anyDate(sentences);
  const speaker = nameOfSpeaker(passage);
  const entity = event?.entity ?? speaker;
  const named = /^\p{Lu}/u.test(entity) && !/['’]s\b/.test(entity) ? [entity] : [];
  const isThere = passage.speaker !== null || entity === speaker || sentences.some(speaksOfSelf);
  return {
    type: "episodic",
    entity,
    participants: [...new Set([...(isThere ? [speaker] : []), ...people, ...named])],
    occurredAt: found ?? passage.saidAt,
    dated: found !== null,
    reason: found === null ? reason : `${reason}, on a date`,
  };
}

function speaksOfSelf({ text }: Sentence): boolean {
  return /\b(?:I|me|my|mine|myself|we|us|our|ours)\b/i.test(text);
}

interface Happening {
  readonly entity: string | null;
  readonly at: string | null;
}

/** The first dated event, else the first event. */
function firstEvent(sentences: readonly Sentence[], facts: readonly SentenceFacts[]): Happening | null {
  const happenings = sentences.flatMap((sentence, index) =>
    sentence.clauses
      .filter((clause) => isEvent(clause, sentence))
      .map((clause): Happening => {
        const subject = facts[index]!.subjects.get(clause);
        const tense = clause.tense === "past" && !isRescheduling(clause, sentence) ? "past" : "future";
        const at = dateOf(clause, sentence)?.at(tense) || null;
        return { entity: subject === undefined || subject.kind === "thing" ? null : subject.name, at };
      }),
  );
  return happenings.find(({ at }) => at !== null) ?? happenings[0] ?? null;
}

function anyDate(sentences: readonly Sentence[]): string | null {
  for (const sentence of sentences) {
    const date = sentence.dates.find(({ bound }) => bound !== "since");
    const at = date?.at(tenseAt(date, sentence)) || null;
    if (at !== null) return at;
  }
  return null;
}

const looksPast =
  /(?<!\p{L})(?:was|were|had|did|ago|\p{L}+ed|went|met|got|saw|came|made|took|bought|war|habe|hat|bin|ge\p{L}+(?:t|en)|fui|fue|estuve|hice|\p{L}+(?:é|ó|aron|ieron))(?!\p{L})/iu;

/** On which side an open date lies: as its clause says; a verbless note ("Dentist on Friday") looks ahead. */
function tenseAt(date: DateReading, sentence: Sentence): Tense {
  const clause = sentence.clauses.find(({ start, end }) => date.start < end && date.end > start);
  if (clause !== undefined)
    return clause.tense === "past" && !isRescheduling(clause, sentence) ? "past" : "future";
  return looksPast.test(sentence.text) ? "past" : "future";
}
