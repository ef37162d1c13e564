/**
 * Compose: turns ranked passages into prose by type, ready for a prompt. Pure. The best passages
 * are chosen first, until the budget is spent; `arrange` then orders the chosen lines: the present
 * before the past.
 */
import type { Ask } from "../question/asks.js";
import { claimsOf, disagreement, isBefore } from "../ranking/disagree.js";
import type { Ranked } from "../ranking/rank.js";
import type { Renews } from "../ranking/renewals/renews.js";
import { type Candidate, currentOf } from "./currency.js";
import { isFar, withHeadings } from "./day-headings.js";
import { type BudgetOptions, type Chosen, LineBudget, longestTokens } from "./line-budget.js";
import {
  type Line,
  type LineOptions,
  linesOf,
  type Placement,
  type ProseType,
  reportsEvent,
} from "./passage-lines.js";
import { byMessage, lengthOf } from "./short-messages.js";

/** The three fields of prose; each line is one statement or passage. */
export interface Prose {
  readonly semantic_memory: string;
  readonly episodic_memory: string;
  readonly procedural_memory: string;
}

/** The prose, with the tokens and records that it used. */
export interface Composed {
  readonly prose: Prose;
  readonly tokens: number;
  readonly records: number;
  /** What became of each passage, by its number. */
  readonly placed: ReadonlyMap<number, Placed>;
}

/** What became of a passage, and the tokens of its lines. */
export interface Placed {
  readonly outcome: "returned" | "replaced" | "repeated" | "no_room";
  readonly tokens: number;
}

/** Options of {@link compose}. */
export interface ComposeOptions extends Omit<LineOptions, "lastEvent">, BudgetOptions {
  /** The kinds of answers that it asks for. @default none */
  readonly asks?: ReadonlySet<Ask>;
  /** Treats every passage as on topic, so that the newest comes first. @default false */
  readonly newestFirst?: boolean;
  /** Which passages a later one renews. @default none */
  readonly renews?: Renews | undefined;
  /** Later statements add to the answer and replace nothing in it. @default false */
  readonly onlyGrows?: boolean;
  /** Numbers of passages that are only shown beside the answers. @default none */
  readonly since?: ReadonlySet<number>;
}

/** Composes ranked passages. */
export function compose(ranked: readonly Ranked[], options: ComposeOptions): Composed {
  const { budget, placed } = choose(ranked, options);
  const { lines, left } = budget;
  const onTopicFirst = ranked.some(({ probability }) => probability >= likely);
  const prose = (type: ProseType) => {
    const arranged = arrange(
      lines.filter((line) => line.type === type),
      { bySubject: type === "semantic", history: options.history, onTopicFirst },
    );
    return (options.history ? arranged.map(({ text }) => text) : withHeadings(arranged)).join("\n");
  };
  return {
    prose: {
      semantic_memory: prose("semantic"),
      episodic_memory: prose("episodic"),
      procedural_memory: prose("procedural"),
    },
    tokens: options.tokenBudget - left.tokens,
    records: options.limit - left.records,
    placed,
  };
}

/**
 * Chooses lines, best first, as long as they fit. A line that contradicts a chosen one is followed
 * by a sentence that says so. Facts repeat the passage that states them, so they come after all
 * passages.
 */
function choose(ranked: readonly Ranked[], options: ComposeOptions) {
  const budget = new LineBudget(options);
  const later: Line[] = [];
  const outcomes = new Map<number, Placed["outcome"]>();
  const candidates = currentOf(ranked, options);
  const lineOptions = { ...options, lastEvent: lastEventOf(candidates, options) };
  for (const candidate of byLength(candidates, options)) {
    outcomes.set(candidate.passage.id, "no_room");
    if (budget.isFull) continue;
    const { lines, isWhole } = linesOf(candidate, lineOptions);
    if (lines.length === 0) outcomes.set(candidate.passage.id, "replaced");
    else if (lines.every((line) => budget.repeats(line))) outcomes.set(candidate.passage.id, "repeated");
    if (isWhole) later.push(...lines.slice(1));
    const [line] = (isWhole ? lines.slice(0, 1) : lines).filter((one) => budget.add(one));
    if (line === undefined) continue;
    const claims = claimsOf(candidate.passage);
    for (const note of disagreements({ line, claims }, budget.said)) budget.add(note);
    budget.said.push({ line, claims });
  }
  for (const line of later) budget.add(line);
  return { budget, placed: placedOf(ranked, { outcomes, tokens: budget.tokens }) };
}

/**
 * When the last event of the answer was reported; `undefined` if the question asks for what
 * happened, because then no event changes what is true now.
 */
function lastEventOf(
  candidates: readonly Candidate[],
  { history, onlyGrows = false }: Pick<ComposeOptions, "history" | "onlyGrows">,
): string | undefined {
  if (history || onlyGrows) return undefined;
  return candidates
    .filter((one) => reportsEvent(one.passage))
    .map(({ passage }) => passage.saidAt)
    .reduce<string | undefined>((last, at) => (last !== undefined && last > at ? last : at), undefined);
}

/**
 * Passages of up to this many characters count as equally long, so that a short remark gains
 * nothing.
 */
const ordinaryChars = 200;
/** Number of characters of the speaker and the time of a line, which every passage takes. */
const headChars = 60;
/** Characters of a token in messages in English, by the bundled tokenizer. */
const tokenChars = 3.6;

/**
 * The message of the best candidate, which comes first itself; then the other messages, by their
 * best probability divided by the square root of the length that they may take, because several
 * short passages together need only as many tokens as one long passage. A passage of a longer
 * message counts as a message. A passage that is longer than a line may be is shortened, so its
 * further length costs nothing. Evidence in the prose within 250 / 500 / 1,000 tokens
 * (`bench:quality`; chosen on the first two; measured before short messages were kept whole):
 *
 *                                     by probability        with the length       the length taken
 *   conversations with an assistant   43.8 / 54.9 / 62.0    44.8 / 56.1 / 62.9    +0.0 / +0.6 / +1.2
 *   between people                    66.5 / 75.7 / 82.5    66.9 / 75.9 / 82.6    +0.0 / +0.0 / +0.0
 *   notes, messages, calendar         11.1 / 25.6 / 34.7    11.4 / 25.6 / 34.6
 */
function byLength(
  candidates: readonly Candidate[],
  { tokenBudget }: Pick<BudgetOptions, "tokenBudget">,
): readonly Candidate[] {
  const [best] = candidates;
  const most = Math.max(ordinaryChars, tokenChars * longestTokens(tokenBudget));
  const value = (group: readonly Candidate[]) => {
    if (best !== undefined && group.includes(best)) return Number.POSITIVE_INFINITY;
    const probability = Math.max(...group.map((one) => one.probability));
    return probability / Math.sqrt(Math.min(most, Math.max(ordinaryChars, lengthOf(group))) + headChars);
  };
  const ordered = byMessage(candidates)
    .map((group) => ({ group, worth: value(group) }))
    .sort((one, other) => other.worth - one.worth)
    .flatMap(({ group }) => group);
  return best === undefined ? ordered : [best, ...ordered.filter((one) => one !== best)];
}

/** A passage without an outcome was left out by `currentOf`: a later statement replaces it. */
function placedOf(
  ranked: readonly Ranked[],
  {
    outcomes,
    tokens,
  }: {
    readonly outcomes: ReadonlyMap<number, Placed["outcome"]>;
    readonly tokens: ReadonlyMap<number, number>;
  },
): Map<number, Placed> {
  return new Map(
    ranked.map(({ passage: { id } }) => {
      const taken = tokens.get(id);
      const outcome = taken === undefined ? (outcomes.get(id) ?? "replaced") : "returned";
      return [id, { outcome, tokens: taken ?? 0 }];
    }),
  );
}

/**
 * A line for each chosen passage that it contradicts. The line follows the later one of the two.
 */
function disagreements(one: Chosen, said: readonly Chosen[]): Line[] {
  const notes: Line[] = [];
  for (const other of said) {
    const text = disagreement(one.claims, other.claims);
    if (text === undefined) continue;
    const { line } = isBefore(one.claims.passage, other.claims.passage) ? other : one;
    notes.push({ ...line, text, quotes: [], records: 0 });
  }
  return notes;
}

/**
 * If a passage is more likely than not the answer, lines on the topic of the question come first.
 * Otherwise the answer may be a later statement without a word of the question ("Went with a
 * Husqvarna"), so all lines are ordered by time. Of 253 current values in the kept stories of
 * `bench:trust`, 184 came before former ones when lines on the topic always came first, now 208.
 */
const likely = 0.5;

/** Options of {@link arrange}. */
interface ArrangeOptions {
  /** Lines of one subject stay together; the subject of the best line comes first. */
  readonly bySubject: boolean;
  readonly history: boolean;
  /** Lines on the topic of the question come first. @default true */
  readonly onTopicFirst?: boolean;
}

/**
 * Orders the lines of one field: newest first, and what is over last, so that the present comes
 * before the past. With `history`, in the order in which things happened.
 */
export function arrange<Line extends Placement>(
  lines: readonly Line[],
  { bySubject, history, onTopicFirst = true }: ArrangeOptions,
): Line[] {
  const subjects = [...new Set(lines.map(({ subject }) => subject))];
  const place = (line: Line) => (bySubject ? subjects.indexOf(line.subject) : 0);
  const isLast = (line: Line) => Number(onTopicFirst ? isFar(line) : line.isEarlier);
  const inTime = history
    ? (a: Line, b: Line) => a.at.localeCompare(b.at)
    : (a: Line, b: Line) => isLast(a) - isLast(b) || b.saidAt.localeCompare(a.saidAt);
  return [...lines].sort((a, b) => place(a) - place(b) || inTime(a, b) || a.passage - b.passage);
}
