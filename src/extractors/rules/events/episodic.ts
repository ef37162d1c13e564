/**
 * Drafts events: what happened or will happen, when, to whom. The text of an event is its passage.
 */
import type { EpisodicDraft } from "../../extractor.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import type { SentenceFacts } from "../facts/facts.js";
import type { Clause } from "../grammar/verb-group.js";
import type { Sentence } from "../sentence.js";
import type { FoundDate, Tense } from "./dates.js";
import { dayMs } from "./found-date.js";
import { isRescheduling } from "./rescheduling.js";
import { weekday } from "./weekdays.js";

/** Verbs for states, not for events. */
const states = new Set(
  "be have like love hate want need know think believe feel seem appear live work mean cost own prefer understand look sound hope guess wish use sound remember say do get".split(
    " ",
  ),
);

/** Whether a clause states a past event, or a future one with a date. */
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

function dateOf(clause: Clause, sentence: Sentence): FoundDate | undefined {
  return sentence.dates.find(
    ({ start, end, bound }) => bound !== "since" && start < clause.end && end > clause.start,
  );
}

/** What the events of a passage are drafted from, in addition to its sentences. */
export interface EventContext {
  /** One for each sentence. */
  readonly facts: readonly SentenceFacts[];
  readonly people: readonly string[];
  readonly reason: string;
}

/** Maximum number of events of one passage. */
const maxEvents = 8;

/**
 * The events of a passage: one for each different date in it, with the sentence of the date as its
 * span. Without a date, it is one event at the time of the message.
 */
export function eventsOf(
  sentences: readonly Sentence[],
  { facts, people, reason }: EventContext,
): EpisodicDraft[] {
  const { passage } = sentences[0]!;
  const speaker = nameOfSpeaker(passage);
  const dated = datedEvents(sentences, facts);
  const first = happenings(sentences, facts)[0];
  const draft = ({ entity, at, until, span }: Dated): EpisodicDraft => {
    const subject = entity ?? speaker;
    const named = /^\p{Lu}/u.test(subject) && !/['’]s\b/.test(subject) ? [subject] : [];
    const isThere = passage.speaker !== null || subject === speaker || sentences.some(speaksOfSelf);
    return {
      type: "episodic",
      entity: subject,
      participants: [...new Set([...(isThere ? [speaker] : []), ...people, ...named])],
      occurredAt: at ?? passage.saidAt,
      ...(until === null ? {} : { occurredUntil: until }),
      dated: at !== null,
      reason: at === null ? reason : `${reason}, on a date`,
      ...(span === null ? {} : { span }),
    };
  };
  return dated.length > 0
    ? dated.slice(0, maxEvents).map(draft)
    : [draft({ entity: first?.entity ?? null, at: null, until: null, span: null })];
}

interface Dated {
  readonly entity: string | null;
  readonly at: string | null;
  readonly until: string | null;
  readonly span: { readonly start: number; readonly end: number } | null;
}

/**
 * The dates of a passage in order, each once, with the subject of its clause. Dates in clauses that
 * state an event come first.
 */
function datedEvents(sentences: readonly Sentence[], facts: readonly SentenceFacts[]): Dated[] {
  const found = new Map<string, Dated & { readonly isEvent: boolean }>();
  let from = 0;
  for (const [index, sentence] of sentences.entries()) {
    const { passage, text } = sentence;
    const isCode = looksLikeCode.test(text.replace(/`[^`\n]*`/g, ""));
    const start = passage.text.indexOf(text, from);
    const span = start < 0 ? null : { start, end: start + text.length };
    if (start >= 0) from = start + text.length;
    for (const date of isCode ? [] : sentence.dates) {
      if (date.bound === "since" && !opensPeriod(date, sentence, facts[index])) continue;
      if (recursWeekly(date, sentence)) continue;
      const tense = tenseAt(date, sentence);
      const at = date.at(tense) || null;
      const until = date.until(tense);
      const clause = clauseAt(date, sentence);
      const happens = clause !== undefined && isEvent(clause, sentence);
      const key = `${at}/${until}`;
      if (at === null || (found.has(key) && (found.get(key)!.isEvent || !happens))) continue;
      const subject = happens ? facts[index]?.subjects.get(clause) : undefined;
      const entity = subject === undefined || subject.kind === "thing" ? null : subject.name;
      found.set(key, { entity, at, until, span, isEvent: happens });
    }
  }
  const all = [...found.values()];
  const fallback = happenings(sentences, facts)[0]?.entity ?? null;
  return [...all.filter(({ isEvent }) => isEvent), ...all.filter(({ isEvent }) => !isEvent)].map((event) => ({
    ...event,
    entity: event.isEvent ? event.entity : fallback,
  }));
}

function speaksOfSelf({ text }: Sentence): boolean {
  return /\b(?:I|me|my|mine|myself|we|us|our|ours)\b/i.test(text);
}

interface EventOwner {
  readonly entity: string | null;
}

/** Dates in code are data. */
const looksLikeCode =
  /[{}\\]|```|=>|\(\)|[\w\]]\(['"]|[<>=!]=|^\s*(?:WHERE|AND|SELECT|INSERT|VALUES)\b|^['"\d]+['"]?:\s*\[/u;

/**
 * "from June", "a picture from last Friday", "ill since Monday": the start of a state is an event
 * if no fact records it.
 */
function opensPeriod(date: FoundDate, sentence: Sentence, facts: SentenceFacts | undefined): boolean {
  if (/^\s*from\b/iu.test(sentence.text.slice(date.start, date.end))) return true;
  return looksAhead(date, sentence) || (facts?.drafts.length === 0 && sentence.dates.length === 1);
}

const weekdayAlone = new RegExp(`^(?:on\\s+)?${weekday}$`, "iu");
const joinedBefore = new RegExp(`\\b${weekday}\\s*(?:,|/|\\+|&|and|or|to|–|-)\\s*$`, "iu");
const joinedAfter = new RegExp(`^\\s*(?:,|/|\\+|&|and|or|to|–|-)\\s*${weekday}\\b`, "iu");

/**
 * "Mon, Wed, Fri", "Tue/Thu 18:00": days of every week, unless the clause states an event on them.
 */
function recursWeekly(date: FoundDate, sentence: Sentence): boolean {
  const { text } = sentence;
  const words = text.slice(date.start, date.end).replace(/[\s,.]+$/u, "");
  if (!weekdayAlone.test(words)) return false;
  const clause = clauseAt(date, sentence);
  if (clause !== undefined && isEvent(clause, sentence)) return false;
  return (
    joinedBefore.test(text.slice(0, date.start)) || joinedAfter.test(text.slice(date.start + words.length))
  );
}

/** The events that the clauses of a passage state. */
function happenings(sentences: readonly Sentence[], facts: readonly SentenceFacts[]): EventOwner[] {
  return sentences.flatMap((sentence, index) =>
    sentence.clauses
      .filter((clause) => isEvent(clause, sentence))
      .map((clause): EventOwner => {
        const subject = facts[index]?.subjects.get(clause);
        return { entity: subject === undefined || subject.kind === "thing" ? null : subject.name };
      }),
  );
}

function clauseAt(date: FoundDate, { clauses }: Sentence): Clause | undefined {
  return clauses.find(({ start, end }) => date.start < end && date.end > start);
}

const looksPast =
  /(?<!\p{L})(?:was|were|had|did|ago|\p{L}+ed|went|met|got|saw|came|made|took|bought|war|habe|hat|bin|ge\p{L}+(?:t|en)|fui|fue|estuve|hice|\p{L}+(?:é|ó|aron|ieron))(?!\p{L})/iu;

/** Words before or after a date that place it in the future, whatever the tense of the clause. */
const aheadBefore =
  /\b(?:deadline|due|until|till|by|targets?|targeting|scheduled|planned|set|fixed|pencilled in|kick-?off|launch(?:es)?|go-live|expires?|ends?|starts?|starting|begins?|arrives?|opens?|last day|free|notice|follow-up|signed up|sign up|registered|booked|tickets?|appointment|rsvp)\b[^.;!?,]{0,60}$/iu;
const aheadAfter = /^\s*(?:deadline|due date|target|launch|release|cut-?off|submission|milestone)\b/iu;
/** "pushed back to 3 June". */
const movedTo =
  /\b(?:moved|pushed|postponed|extended|delayed|shifted|slipped|deferred|rescheduled)\s+(?:(?:back|forward|on)\s+)?(?:to|until)\s+(?:the\s+)?$/iu;
/**
 * "was due", "ended", "the deadline was": the date is past, although the word is in
 * {@link aheadBefore}.
 */
const isOver = /\b(?:was|were|had|started|began|ended|opened|arrived|launched|missed|passed)\b[^,;]{0,40}$/iu;

function looksAhead(date: FoundDate, { text }: Sentence): boolean {
  const from = Math.max(0, date.start - 80);
  const before = text.slice(from, date.start);
  const words = text.slice(from, date.end);
  if (aheadAfter.test(text.slice(date.end))) return true;
  const by =
    /^(?:\s*)(?:by|until|till)\b/iu.test(text.slice(date.start, date.end)) ||
    /\b(?:by|until|till)\s+(?:the\s+)?$/iu.test(before);
  if (movedTo.test(before)) return true;
  if (by) return !/\b(?:was|were|had)\b/iu.test(before.slice(-40));
  return aheadBefore.test(before) && !isOver.test(before.slice(-60)) && !/\bago\b/.test(words);
}

const loneParticiple = /(?:^|[:;,(–—-]\s*)\p{L}+ed\s+(?:from\s+)?$/u;

/**
 * "Closed from 3 to 17 August": a participle directly before a period of days means a state as
 * often as a past event, so the nearest days are used.
 */
function isNotice(date: FoundDate, { text }: Sentence): boolean {
  const until = date.until("open");
  if (until === null || Date.parse(until) - Date.parse(date.at("open")) <= dayMs) return false;
  return loneParticiple.test(text.slice(0, date.start));
}

/**
 * Whether an open date is past or future: decided by the words next to it, else by its clause. A
 * note without a verb ("Dentist on Friday") is open.
 */
function tenseAt(date: FoundDate, sentence: Sentence): Tense {
  const clause = clauseAt(date, sentence);
  if (looksAhead(date, sentence)) return "future";
  if (isNotice(date, sentence)) return "open";
  if (clause !== undefined) {
    if (clause.tense === "past") return isRescheduling(clause, sentence) ? "future" : "past";
    return clause.tense === "future" || clause.modal !== null || clause.progressive ? "future" : "open";
  }
  return looksPast.test(sentence.text) ? "past" : "open";
}
