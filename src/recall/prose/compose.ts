/**
 * Compose: ranked passages become prose, by type, ready for a prompt. Pure. What is best is chosen first, until the
 * budget is spent; what was chosen is then put in order (`arrange.ts`): what holds now before what held once.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { StoredPassage } from "../../stores/store.js";
import { isRecited } from "../../text/recited.js";
import type { QueryWord } from "../question/interpret.js";
import { type Claims, claimsOf, disagreement, isBefore } from "../ranking/disagree.js";
import type { Ranked } from "../ranking/rank.js";
import { type Candidate, currentOf } from "./currency.js";
import { excerpt } from "./excerpt.js";
import { quotable, statement, verbatim } from "./lines.js";
import { stillTrue } from "./still-true.js";

export interface Prose {
  readonly semantic_memory: string;
  readonly episodic_memory: string;
  readonly procedural_memory: string;
}

/** Prose, and what it took. */
export interface Composed {
  readonly prose: Prose;
  readonly tokens: number;
  readonly records: number;
}

export interface ComposeOptions {
  /** Tokens that the three fields may hold together. */
  readonly tokenBudget: number;
  /** Records told at most. */
  readonly limit: number;
  readonly countTokens: (text: string) => number;
  /** Tell what is no longer true as well, with the time for which it was. */
  readonly history: boolean;
  /** Passages that are rendered as rules already. Facts that they state are not. */
  readonly asRules?: ReadonlySet<number>;
  /** The words of the question. */
  readonly asked: readonly QueryWord[];
  /** The question asks for a fact: where there is little room, the fact is told before the passage that it stands on. */
  readonly factsFirst: boolean;
  /** All that is returned counts as close to the matter, so that the newest comes first. @default false */
  readonly newestFirst?: boolean;
}

type ProseType = "semantic" | "episodic" | "procedural";

interface Line extends Placement {
  readonly type: ProseType;
  readonly text: string;
  /** The part of it that is a passage's own words, and may be cut; empty where it is a statement. */
  readonly words: string;
  /** Records that it tells. */
  readonly records: number;
}

/** Tells ranked passages. */
export function compose(ranked: readonly Ranked[], options: ComposeOptions): Composed {
  const { lines, left } = choose(ranked, options);
  const prose = (type: ProseType) =>
    arrange(
      lines.filter((line) => line.type === type),
      { bySubject: type === "semantic", history: options.history },
    )
      .map(({ text }) => text)
      .join("\n");
  return {
    prose: {
      semantic_memory: prose("semantic"),
      episodic_memory: prose("episodic"),
      procedural_memory: prose("procedural"),
    },
    tokens: options.tokenBudget - left.tokens,
    records: options.limit - left.records,
  };
}

/** Lines that may be too long for what is left before nothing shorter is looked for. */
const mostOversized = 12;

/**
 * Best first, whatever still fits; what disagrees with something chosen is followed by a sentence that says so. Facts after the passage that they rest on repeat
 * it: they take the room that is left when every passage had its turn.
 */
function choose(ranked: readonly Ranked[], options: ComposeOptions): LineBudget {
  const budget = new LineBudget(options);
  const later: Line[] = [];
  for (const candidate of currentOf(ranked, options)) {
    if (budget.isFull) break;
    const { lines, isWhole } = linesOf(candidate, options);
    if (isWhole) later.push(...lines.slice(1));
    const [line] = (isWhole ? lines.slice(0, 1) : lines).filter((one) => budget.add(one));
    if (line === undefined) continue;
    const claims = claimsOf(candidate.passage);
    for (const note of disagreements({ line, claims }, budget.said)) budget.add(note);
    budget.said.push({ line, claims });
  }
  for (const line of later) budget.add(line);
  return budget;
}

/** A passage that is told, and its first line. */
interface Chosen {
  readonly line: Line;
  readonly claims: Claims;
}

/** Where it disagrees with something told before, a line that says so, to stand behind the later of the two. */
function disagreements(one: Chosen, said: readonly Chosen[]): Line[] {
  return said.flatMap((other) => {
    const text = disagreement(one.claims, other.claims);
    if (text === undefined) return [];
    const { line } = isBefore(one.claims.passage, other.claims.passage) ? other : one;
    return [{ ...line, text, records: 0 }];
  });
}

/** What is told, and the room that is left. */
class LineBudget {
  readonly lines: Line[] = [];
  readonly said: Chosen[] = [];
  readonly #seen = new Set<string>();
  readonly #options: ComposeOptions;
  #left: { readonly tokens: number; readonly records: number };
  #tries = mostOversized;

  constructor(options: ComposeOptions) {
    this.#left = { tokens: options.tokenBudget, records: options.limit };
    this.#options = options;
  }

  get left(): { readonly tokens: number; readonly records: number } {
    return this.#left;
  }

  get isFull(): boolean {
    return this.#left.records <= 0 || this.#tries <= 0;
  }

  /** Takes a line if it is new and there is room; of a passage that is too long, some sentences. */
  add(line: Line): boolean {
    const key = `${line.type}:${line.text}`;
    if (this.isFull || this.#seen.has(key) || line.records > this.#left.records) return false;
    this.#seen.add(key);
    const { tokens, records } = this.#left;
    const kept = fitted(line, { ...this.#options, left: tokens, alone: this.lines.length === 0 });
    if (kept === undefined) {
      this.#tries -= 1;
      return false;
    }
    this.lines.push(kept.line);
    this.#left = { tokens: tokens - kept.tokens, records: records - kept.line.records };
    return true;
  }
}

/**
 * Share of the budget that a passage may take which is not the first: of a longer one the sentences are returned that the question is about. Evidence in the prose within
 * 1,000 tokens, on conversations with an assistant and of people who chat:
 *
 *   whole passages only   61.2 and 81.8 %
 *   0.15                  62.9 and 81.7 %
 *   0.1                   59.3 and 80.9 %
 */
const longestShare = 0.15;
/** Tokens that any passage may take, however small the budget: below 1,000 a share of it would cut ordinary messages, which lost a third of the evidence at 250. */
const shortTokens = 150;

interface Fitting extends Pick<ComposeOptions, "tokenBudget" | "countTokens" | "asked"> {
  /** Tokens that are left. */
  readonly left: number;
  /** Nothing else was chosen: then it may take all that is left. */
  readonly alone: boolean;
}

function fitted(
  line: Line,
  { tokenBudget, left, alone, countTokens, asked }: Fitting,
): { readonly line: Line; readonly tokens: number } | undefined {
  const tokens = countTokens(line.text);
  const isStatement = line.words === "";
  const share = Math.max(shortTokens, Math.ceil(longestShare * tokenBudget));
  const most = alone || isStatement ? left : Math.min(left, share);
  if (tokens <= most) return { line, tokens };
  if (isStatement) return undefined;
  const room = most - (tokens - countTokens(line.words));
  const words = excerpt(line.words, { asked, tokenBudget: room, countTokens });
  if (words === undefined) return undefined;
  const text = line.text.replace(line.words, () => words);
  const taken = countTokens(text);
  return taken <= left ? { line: { ...line, text }, tokens: taken } : undefined;
}

/**
 * Everything that one passage has to say: itself once, and the facts that rest on it as statements of their own. What is no longer true, in
 * the present or on the day asked for, is returned only as history, and the passage is returned without the sentences that say it.
 */
function linesOf(
  { passage, isClose, isEarlier }: Candidate,
  { history, asRules, factsFirst }: Pick<ComposeOptions, "history" | "asRules" | "factsFirst">,
): { readonly lines: readonly Line[]; readonly isWhole: boolean } {
  const ended = new Set(passage.superseded.map(({ id }) => id));
  const current = passage.records.filter(({ id }) => history || !ended.has(id));
  const of = (type: ProseType) => current.filter((record) => record.type === type);
  const place = { passage: passage.id, saidAt: passage.saidAt, isClose, isEarlier };
  const left = stillTrue(passage);
  const text = left === undefined ? undefined : quotable(passage, left);
  const field = fieldOf(of);
  // What an assistant or a tool says of somebody is no fact: it is returned with who said it.
  const facts = of("semantic")
    .filter((fact) => isSure(fact) && !isRecited(passage))
    .map((fact) => ({ ...factLine(fact, passage, ended.has(fact.id)), ...place }));
  const isRule = field === "procedural" && asRules?.has(passage.id) === true;
  if (text === undefined || field === undefined || isRule) return { lines: facts, isWhole: false };
  const records = of(field);
  const whole: Line = {
    ...place,
    // What a later statement overtakes is something that was said, and no longer a fact.
    type: isEarlier && field === "semantic" ? "episodic" : field,
    subject: records[0]?.entity ?? passage.speaker ?? "",
    at: field === "episodic" ? (records[0]?.occurred_at ?? passage.saidAt) : passage.saidAt,
    text: verbatim(passage, { text, isEarlier }),
    words: text,
    records: records.length,
  };
  if (field === "semantic") return { lines: [whole], isWhole: true };
  const first = factsFirst && facts.length > 0 && facts.length <= fewFacts;
  return first ? { lines: [...facts, whole], isWhole: false } : { lines: [whole, ...facts], isWhole: true };
}

/** What the extractor is unsure of is kept as a fact, and found by; it is not stated as one, as the passage says it better. */
function isSure({ certainty = 1 }: MemoryRecord): boolean {
  return certainty === 1;
}

/** A passage with more facts than these is a description: which of them was asked for it says best itself. */
const fewFacts = 2;

/** In which field a passage is told word for word: as a rule where it is one, else as what happened, else as a fact. */
function fieldOf(of: (type: ProseType) => readonly MemoryRecord[]): ProseType | undefined {
  return (["procedural", "episodic", "semantic"] as const).find((type) => of(type).length > 0);
}

function factLine(record: MemoryRecord, { text }: StoredPassage, ended: boolean) {
  return {
    type: "semantic" as const,
    subject: record.entity ?? "",
    at: record.valid_from ?? record.occurred_at,
    text: statement(record, text, ended),
    words: "",
    records: 1,
  };
}

/** What the order of a line depends on. */
export interface Placement {
  /** What it is about, for returning one subject together. */
  readonly subject: string;
  /** When it happened, or since when it is so; ISO 8601 UTC. */
  readonly at: string;
  /** When it was said; ISO 8601 UTC. */
  readonly saidAt: string;
  /** Number of its passage: decides where times are the same, so that one text is read from its beginning. */
  readonly passage: number;
  /** It speaks of the matter that is asked about. */
  readonly isClose: boolean;
  /** A later line of the answer says otherwise. */
  readonly isEarlier: boolean;
}

/** Lines of one field. @param bySubject lines of one subject stay together, the best one's subject first */
export function arrange<Line extends Placement>(
  lines: readonly Line[],
  { bySubject, history }: { readonly bySubject: boolean; readonly history: boolean },
): Line[] {
  const subjects = [...new Set(lines.map(({ subject }) => subject))];
  const place = (line: Line) => (bySubject ? subjects.indexOf(line.subject) : 0);
  const isFar = ({ isClose, isEarlier }: Line) => Number(isEarlier || !isClose);
  const inTime = history
    ? (a: Line, b: Line) => a.at.localeCompare(b.at)
    : (a: Line, b: Line) => isFar(a) - isFar(b) || b.saidAt.localeCompare(a.saidAt);
  return [...lines].sort((a, b) => place(a) - place(b) || inTime(a, b) || a.passage - b.passage);
}
