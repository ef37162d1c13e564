/**
 * Line budget: the lines that were chosen for an answer, and what is left of its budget. A passage
 * that does not fit is shortened to the sentences that fit the question; a passage that continues a
 * chosen one is joined to it.
 */
import type { QueryWord } from "../question/interpret.js";
import type { Claims } from "../ranking/disagree.js";
import { groupOf, saidBy, savedTokens } from "./day-headings.js";
import { excerpt } from "./excerpt.js";
import { continues, joined } from "./joined-lines.js";
import { type Said, verbatim } from "./lines.js";
import type { Line, ProseType } from "./passage-lines.js";

/** Options of {@link LineBudget}. */
export interface BudgetOptions {
  /** Maximum number of tokens of the three fields together. */
  readonly tokenBudget: number;
  /** Maximum number of records that are returned. */
  readonly limit: number;
  readonly countTokens: (text: string) => number;
  /** The words of the question. */
  readonly asked: readonly QueryWord[];
  /** Lines are in the order in which things happened, without headings. */
  readonly history: boolean;
}

/** A chosen passage, and its first line. */
export interface Chosen {
  readonly line: Line;
  readonly claims: Claims;
}

const noneSaved: ReadonlyMap<string, number> = new Map();

/** After this many lines that did not fit, no further line is tried. */
const mostOversized = 12;

/** A line, its tokens without a heading, who said it, and the lines that it may be grouped with. */
interface Fitted {
  readonly line: Line;
  readonly tokens: number;
  readonly said: Said | undefined;
  readonly group: string;
}

/** The chosen lines, and what is left of the budget. */
export class LineBudget {
  readonly said: Chosen[] = [];
  /** Tokens that each passage added, by its number. */
  readonly tokens = new Map<number, number>();
  /** The texts of the lines that were added or tried, by type. */
  readonly #seen: Readonly<Record<ProseType, Set<string>>> = {
    semantic: new Set(),
    episodic: new Set(),
    procedural: new Set(),
  };
  readonly #options: BudgetOptions;
  #fitted: readonly Fitted[] = [];
  #left: { readonly tokens: number; readonly records: number };
  #tries = mostOversized;
  /** Tokens of each text before a quotation. */
  readonly #heads = new Map<string, number>();
  /** Tokens that the heading of each group saves. */
  readonly #saved = new Map<string, number>();

  constructor(options: BudgetOptions) {
    this.#left = { tokens: options.tokenBudget, records: options.limit };
    this.#options = options;
  }

  get left(): { readonly tokens: number; readonly records: number } {
    return this.#left;
  }

  get isFull(): boolean {
    return this.#left.records <= 0 || this.#tries <= 0;
  }

  /** The chosen lines. A note about a line has the same {@link Placement} as that line. */
  get lines(): readonly Line[] {
    const quoted = new Map(
      this.#fitted.flatMap(({ line }) => line.quotes.map(({ passage }) => [passage.id, line])),
    );
    return this.#fitted.map(({ line }) => {
      const about = line.records === 0 ? quoted.get(line.passage) : undefined;
      if (about === undefined) return line;
      const { type, subject, at, isClose } = about;
      return { ...line, type, subject, at, isClose };
    });
  }

  /** Whether the same line was added or tried. */
  repeats(line: Line): boolean {
    return this.#seen[line.type].has(line.text);
  }

  /**
   * Adds a line if it is new and fits. If its passage is too long, adds some of its sentences.
   * Returns whether a line was added.
   */
  add(line: Line): boolean {
    if (this.isFull || this.repeats(line) || line.records > this.#left.records) return false;
    this.#seen[line.type].add(line.text);
    const before = this.#fitted.find((other) => continues(line, other.line));
    const after = this.#fitted.find((other) => continues(other.line, line));
    const taken = (before?.tokens ?? 0) + (after?.tokens ?? 0);
    const whole = (one: Line) =>
      joined([before?.line, one, after?.line].filter((part) => part !== undefined));
    const { tokens: left, records } = this.#left;
    const kept = fitted(line, {
      ...this.#options,
      ...{ left: left + this.#mostSaved(line), taken, whole, alone: this.#fitted.length === 0 },
    });
    if (kept === undefined) return this.#leaveOut();
    const place = this.#fitted.findIndex((one) => one === before || one === after);
    const others = this.#fitted.filter((one) => one !== before && one !== after);
    const next = others.toSpliced(place < 0 ? others.length : place, 0, kept);
    const saved = this.#savedBy(next, [kept, before, after]);
    let added = kept.tokens - taken;
    for (const [group, tokens] of saved) added -= tokens - (this.#saved.get(group) ?? 0);
    if (added > left) return this.#leaveOut();
    this.#fitted = next;
    for (const [group, tokens] of saved) this.#saved.set(group, tokens);
    this.tokens.set(line.passage, (this.tokens.get(line.passage) ?? 0) + added);
    this.#left = { tokens: left - added, records: records - line.records };
    return true;
  }

  #leaveOut(): false {
    this.#tries -= 1;
    return false;
  }

  /** Most tokens that a line may save below the heading of another line of its day. */
  #mostSaved(line: Line): number {
    const said = saidBy(line);
    if (this.#options.history || said === undefined) return 0;
    const group = groupOf(line);
    const isOfDay = this.#fitted.some((one) => one.said !== undefined && one.group === group);
    return isOfDay ? 2 * this.#countHead(`On ${said.day}, ${said.who} said:`) : 0;
  }

  /**
   * How many tokens the headings of changed groups save with the `next` lines.
   *
   * @param changed The lines that are added or removed.
   */
  #savedBy(next: readonly Fitted[], changed: readonly (Fitted | undefined)[]): ReadonlyMap<string, number> {
    if (this.#options.history) return noneSaved;
    const groups = new Set(changed.flatMap((one) => (one?.said === undefined ? [] : one.group)));
    const savedIn = (group: string) =>
      savedTokens(
        next.flatMap((one) => (one.said !== undefined && one.group === group ? one.said : [])),
        (text) => this.#countHead(text),
      );
    return new Map([...groups].map((group) => [group, savedIn(group)]));
  }

  #countHead(text: string): number {
    const known = this.#heads.get(text) ?? this.#options.countTokens(text);
    this.#heads.set(text, known);
    return known;
  }
}

/**
 * Largest share of the budget for any passage but the first. A longer passage is shortened to the
 * sentences that fit the question. Evidence in the prose within 1,000 tokens, for conversations
 * with an assistant and between people:
 *
 *   whole passages only   61.2 and 81.8 %
 *   0.15                  62.9 and 81.7 %
 *   0.1                   59.3 and 80.9 %
 */
const longestShare = 0.15;
/**
 * Number of tokens that any passage may take, however small the budget. With a share alone, a
 * budget below 1,000 would cut ordinary messages: at 250, a third of the evidence was lost.
 */
const shortTokens = 150;

/** Returns the most tokens that a passage may take within a budget, unless it is the first one. */
export function longestTokens(tokenBudget: number): number {
  return Math.max(shortTokens, Math.ceil(longestShare * tokenBudget));
}

interface FitOptions extends Omit<BudgetOptions, "limit" | "history"> {
  /** Tokens that are left. */
  readonly left: number;
  /** Tokens of the lines that the new line is joined to. */
  readonly taken: number;
  /** Joins the new line to these lines. */
  readonly whole: (line: Line) => Line;
  /** Whether no other line was chosen. Then this line may take the rest of the budget. */
  readonly alone: boolean;
}

function fitted(
  line: Line,
  { tokenBudget, left, taken, whole, alone, countTokens, asked }: FitOptions,
): Fitted | undefined {
  const measured = (one: Line) => ({
    ...{ line: one, tokens: countTokens(one.text) },
    ...{ said: saidBy(one), group: groupOf(one) },
  });
  const uncut = measured(whole(line));
  const added = uncut.tokens - taken;
  const [quote] = line.quotes;
  const most = alone || quote === undefined ? left : Math.min(left, longestTokens(tokenBudget));
  if (added <= most) return uncut;
  if (quote === undefined) return undefined;
  const wordLimit = most - (added - countTokens(quote.text));
  const text = excerpt(quote.text, { asked, tokenBudget: wordLimit, countTokens });
  if (text === undefined) return undefined;
  const quotes = [{ ...quote, text }];
  const cut = measured(whole({ ...line, quotes, text: verbatim(quotes, line.isEarlier) }));
  return cut.tokens - taken <= left ? cut : undefined;
}
