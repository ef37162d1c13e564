/**
 * Features: what the ranking knows about one passage in view of one question, as numbers between about -1 and 1. Pure. Every feature says
 * something about the question, the passage, its neighbours or the kind of conversation; none knows where a conversation came from.
 */
import { fold } from "../internal/words.js";
import type { StoredPassage } from "../stores/store.js";
import type { Pool } from "./gather.js";
import type { Question } from "./interpret.js";
import { holds, type WordHits } from "./word-hits.js";

export type Features = Readonly<Record<string, number>>;

/** A passage of the pool, described. */
export interface Described {
  readonly passage: StoredPassage;
  readonly features: Features;
}

/** Two passages belong to one conversation when one call brought both, or two voices spoke within the hour. */
export function linked(a: StoredPassage, b: StoredPassage): boolean {
  if (a.sourceId === b.sourceId) return true;
  const voices = a.speaker !== b.speaker || a.role !== b.role;
  return voices && Math.abs(Date.parse(a.saidAt) - Date.parse(b.saidAt)) <= 3_600_000;
}

interface View {
  readonly pool: Pool;
  readonly content: readonly WordHits[];
  readonly contentWorth: number;
  readonly rarest: number;
  readonly speakers: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly closest: number;
  /** Share of the pool that an assistant said at length, 0 to 1: what kind of conversation this is. */
  readonly pages: number;
  readonly phrases: readonly string[];
  /** Best share of the question's worth that a source covers with one passage or all together. */
  readonly sessions: ReadonlyMap<string, number>;
  readonly bestSession: number;
  readonly sessionCosines: ReadonlyMap<string, number>;
  readonly subjectClosest: number;
  readonly owns: ReadonlyMap<number, number>;
  readonly bestOwn: number;
  readonly runs: ReadonlyMap<number, { place: number; length: number }>;
}

/** Describes every passage of a pool. */
export function describe(pool: Pool): { described: Described[]; pages: number } {
  const view = viewOf(pool);
  const described = [...pool.passages.values()].map((passage) => ({
    passage,
    features: featuresOf(passage, view),
  }));
  return { described, pages: view.pages };
}

function viewOf(pool: Pool): View {
  const all = [...pool.passages.values()];
  const speakers = new Set(all.flatMap(({ speaker }) => nameWords(speaker)));
  const named = new Set(pool.question.names.filter((name) => speaksAs(name, speakers) !== undefined));
  const withoutSpeakers = pool.words.filter(
    (word) => !(word.name && [...speakers].some((s) => sameStem(s, word.word))),
  );
  const content = withoutSpeakers.length > 0 ? withoutSpeakers : pool.words;
  const contentWorth = content.reduce((sum, { worth }) => sum + worth, 0) || 1;
  const sessions = sessionsOf(all, content, contentWorth);
  const owns = new Map(
    all.map(({ id }) => [
      id,
      content.reduce((sum, word) => sum + (holds(word.passages, id) ? word.worth : 0), 0) / contentWorth,
    ]),
  );
  const sessionCosines = new Map<string, number>();
  const bySource = new Map<string, number[]>();
  for (const { id, sourceId } of all)
    bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), pool.subjectSimilarity.get(id) ?? 0]);
  for (const [source, list] of bySource) {
    const best = list.sort((a, b) => b - a).slice(0, 3);
    sessionCosines.set(source, best.reduce((sum, one) => sum + one, 0) / 3);
  }
  return {
    pool,
    content,
    owns,
    bestOwn: Math.max(0, ...owns.values()),
    bestSession: Math.max(0, ...sessions.values()),
    sessionCosines,
    subjectClosest: Math.max(0, ...pool.subjectSimilarity.values()),
    contentWorth,
    rarest: content.reduce((most, { worth }) => Math.max(most, worth), 0) || 1,
    speakers,
    named,
    closest: [...pool.similarity.values()].reduce((most, one) => Math.max(most, one), 0),
    pages: pagesOf(all),
    phrases: phrasesOf(pool.question),
    sessions,
    runs: runsOf(all),
  };
}

function nameWords(name: string | null): string[] {
  return name === null ? [] : fold(name).split(/\s+/);
}

/** "Mel" is Melanie: one name begins the other, three letters at least. */
function speaksAs(name: string, speakers: ReadonlySet<string>): string | undefined {
  for (const speaker of speakers)
    if (
      speaker === name ||
      (Math.min(name.length, speaker.length) >= 3 && (speaker.startsWith(name) || name.startsWith(speaker)))
    )
      return speaker;
  return undefined;
}

function sameStem(name: string, stem: string): boolean {
  return (
    name.slice(0, 3) === stem.slice(0, 3) && (name.startsWith(stem.slice(0, -1)) || stem.startsWith(name))
  );
}

function pagesOf(all: readonly StoredPassage[]): number {
  const assistant = all.filter(({ role }) => role === "assistant").length;
  return all.length === 0 ? 0 : Math.min(1, (3 * assistant) / all.length);
}

/** Neighbouring words of the question, as they are written: "support group". */
function phrasesOf({ text }: Question): string[] {
  const words = fold(text).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  return words
    .slice(1)
    .map((word, index) => `${words[index]} ${word}`)
    .filter((phrase) => phrase.length > 8);
}

function sessionsOf(
  all: readonly StoredPassage[],
  content: readonly WordHits[],
  contentWorth: number,
): Map<string, number> {
  const bySource = new Map<string, number[]>();
  for (const { id, sourceId } of all) bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), id]);
  return new Map(
    [...bySource].map(([source, ids]) => [
      source,
      content.reduce((sum, word) => sum + (ids.some((id) => holds(word.passages, id)) ? word.worth : 0), 0) /
        contentWorth,
    ]),
  );
}

/** Passages of one message follow one another: where each stands in its message, and how long that is. */
function runsOf(all: readonly StoredPassage[]): Map<number, { place: number; length: number }> {
  const runs = new Map<number, { place: number; length: number }>();
  let run: StoredPassage[] = [];
  const close = () => {
    for (const [place, { id }] of run.entries()) runs.set(id, { place, length: run.length });
  };
  for (const passage of all) {
    const last = run.at(-1);
    const same =
      last !== undefined &&
      last.id + 1 === passage.id &&
      last.sourceId === passage.sourceId &&
      last.role === passage.role &&
      last.speaker === passage.speaker;
    if (!same) {
      close();
      run = [];
    }
    run.push(passage);
  }
  close();
  return runs;
}

function featuresOf(passage: StoredPassage, view: View): Features {
  const { pool } = view;
  const { question } = pool;
  const at = (step: number) => {
    const other = pool.passages.get(passage.id + step);
    return other !== undefined && linked(passage, other) ? other : undefined;
  };
  const [prev2, prev1, next1, next2] = [at(-2), at(-1), at(1), at(2)];
  const covered = new Set<string>();
  const gain = (one: StoredPassage | undefined) => {
    if (one === undefined) return 0;
    let sum = 0;
    for (const { word, worth, passages } of view.content)
      if (!covered.has(word) && holds(passages, one.id)) {
        covered.add(word);
        sum += worth;
      }
    return sum / view.contentWorth;
  };
  const own = gain(passage);
  const rare =
    view.content.reduce((most, { word, worth }) => (covered.has(word) ? Math.max(most, worth) : most), 0) /
    view.rarest;
  const matched = covered.size;
  const before = gain(prev1);
  const after = gain(next1);
  const wider = gain(prev2) + gain(next2);
  const cosine = Math.max(0, pool.similarity.get(passage.id) ?? 0);
  const cosineOf = (one: StoredPassage | undefined) =>
    one === undefined ? 0 : Math.max(0, pool.similarity.get(one.id) ?? 0);
  const subject = Math.max(0, pool.subjectSimilarity.get(passage.id) ?? 0);
  const subjectOf = (one: StoredPassage | undefined) =>
    one === undefined ? 0 : Math.max(0, pool.subjectSimilarity.get(one.id) ?? 0);
  let around = 0;
  for (let step = -8; step <= 8; step += 1) {
    const other = step === 0 ? undefined : at(step);
    if (other !== undefined) around += (view.owns.get(other.id) ?? 0) * Math.exp(-Math.abs(step) / 4);
  }
  const length = passage.wordCount / 60;
  const text = fold(passage.text);
  const speaker = nameWords(passage.speaker);
  const namedHere = speaker.some((word) =>
    [...view.named].some((name) => speaksAs(name, new Set([word])) !== undefined),
  );
  const saysName = question.names.some((name) => text.includes(name));
  const other = view.named.size > 0 && !namedHere ? 1 : 0;
  const normal = 1.2 * (0.4 + (0.6 * passage.wordCount) / (pool.statistics.averageWordCount || 1));
  const user = passage.role === "user" ? 1 : 0;
  const run = view.runs.get(passage.id) ?? { place: 0, length: 1 };
  const procedural = passage.records.some(({ type }) => type === "procedural") ? 1 : 0;
  const semantic = passage.records.some(({ type }) => type === "semantic") ? 1 : 0;
  const asked = question.asks;
  const flag = (on: boolean) => (on ? 1 : 0);
  const isQuestion = flag(/\?\s*$/.test(passage.text));
  const standing = flag(
    /\b(?:always|never|prefer|make sure|don't|avoid|from now on|instead of|rather than|i like|i want|i'd like)\b/i.test(
      passage.text,
    ),
  );
  const whenAsk = flag(
    /\bwhen (?:i|we) (?:ask|need|want|discuss|mention|talk|request)|\balways\b/i.test(passage.text),
  );
  const during =
    question.times.length === 0
      ? 0
      : flag(
          question.times.some(({ from, to }) =>
            passage.records.some(
              ({ occurred_at }) => Date.parse(occurred_at) >= from && Date.parse(occurred_at) < to,
            ),
          ),
        );
  return {
    bm25: (own * 2.2) / (1 + normal),
    own,
    rare,
    matched: Math.min(1, matched / 6),
    before,
    after,
    wider,
    near: own + before + after,
    session: view.sessions.get(passage.sourceId) ?? 0,
    phrase: Math.min(1, view.phrases.filter((phrase) => text.includes(phrase)).length / 3),
    cosine,
    cosineTop: cosine - view.closest,
    cosineBefore: cosineOf(prev1),
    cosineAfter: cosineOf(next1),
    namedSpeaker: flag(namedHere),
    saysName: flag(saysName),
    otherSpeaker: other,
    otherSilent: flag(other === 1 && !saysName),
    user,
    userAboutUser: user * flag(question.aboutUser),
    assistantAsked: (1 - user) * flag(question.aboutAssistant),
    length: Math.min(2, length),
    short: flag(passage.wordCount < 6),
    logLength: Math.log1p(passage.wordCount) / 5,
    question: isQuestion,
    prompt: flag(passage.prompt !== null),
    firstPart: flag(run.place === 0),
    runLength: Math.min(1, run.length / 10),
    procedural,
    proceduralAdvice: procedural * flag(asked.has("advice")),
    semantic,
    standing,
    standingAdvice: standing * flag(asked.has("advice")),
    whenAsk,
    whenAskAdvice: whenAsk * flag(asked.has("advice")),
    during,
    timeAsked:
      flag(asked.has("time")) *
      flag(
        /\b(?:yesterday|today|tomorrow|ago|last|next|week|month|year|since|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d{4})\b/i.test(
          text,
        ),
      ),
    countAsked:
      flag(asked.has("count")) *
      flag(
        /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|several|couple)\b/i.test(text),
      ),
    subject,
    subjectTop: subject - view.subjectClosest,
    subjectBefore: subjectOf(prev1),
    subjectAfter: subjectOf(next1),
    ownTop: own - view.bestOwn,
    sessionTop: (view.sessions.get(passage.sourceId) ?? 0) - view.bestSession,
    sessionCosine: view.sessionCosines.get(passage.sourceId) ?? 0,
    around: Math.min(1, around / 3),
    answers: flag(prev1 !== undefined && /\?\s*$/.test(prev1.text)),
    answersIt: before * flag(prev1 !== undefined && /\?/.test(prev1.text)),
  };
}
