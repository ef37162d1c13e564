/**
 * Line budget: the lines that were chosen for an answer, and what is left of its budget. A passage
 * that does not fit is shortened to the sentences that fit the question; a passage that continues a
 * chosen one is joined to it.
 */
import type { QueryWord } from "../question/interpret.js";
import type { Claims } from "../ranking/disagree.js";
import { groupOf, type Saving, saidBy, savedTokens, savingOf } from "./day-headings.js";
import { excerpt } from "./excerpt.js";
import { continues, joined } from "./joined-lines.js";
import { verbatim } from "./lines.js";
import { type Line, type ProseType, quotedSentences } from "./passage-lines.js";
import { type CountTokens, counterIn } from "./token-counts.js";

/** Options of {@link LineBudget}. */
export interface BudgetOptions {
  /** Maximum number of tokens of the three fields together. */
  readonly tokenBudget: number;
  /** Maximum number of records that are returned. */
  readonly limit: number;
  readonly countTokens: CountTokens;
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

/** After this many lines that did not fit, no further line is tried. */
const mostOversized = 12;

/** A line that fits, and its tokens without a heading. */
interface Fitted {
  readonly line: Line;
  readonly tokens: number;
}

/** An added line, the lines that it may be grouped with, and what it saves below a heading. */
interface Added extends Fitted {
  /** The numbers of the first and the last passage that it quotes. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  readonly group: string;
  /** `undefined` for a line that gets no heading. */
  readonly saving: Saving | undefined;
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
  #added: readonly Added[] = [];
  #left: { readonly tokens: number; readonly records: number };
  #tries = mostOversized;
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
      this.#added.flatMap(({ line }) => line.quotes.map(({ passage }) => [passage.id, line])),
    );
    return this.#added.map(({ line }) => {
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
    const before = this.#lineBefore(line);
    const after = this.#lineAfter(line);
    const taken = (before?.tokens ?? 0) + (after?.tokens ?? 0);
    const whole = (one: Line) =>
      joined([before?.line, one, after?.line].filter((part) => part !== undefined));
    const { tokens: left, records } = this.#left;
    const most = left + this.#mostSaved(line);
    const isAlone = this.#added.length === 0;
    const fits = fitted(line, { options: this.#options, left: most, taken, whole, isAlone });
    if (fits === undefined) return this.#leaveOut();
    const kept = this.#withSaving(fits);
    const replaced = [before, after].filter((one) => one !== undefined);
    const next = replacedBy(kept, replaced, this.#added);
    const saved = this.#savedBy(next, [kept, ...replaced]);
    let added = kept.tokens - taken;
    for (const [group, tokens] of saved) added -= tokens - (this.#saved.get(group) ?? 0);
    if (added > left) return this.#leaveOut();
    this.#added = next;
    for (const [group, tokens] of saved) this.#saved.set(group, tokens);
    this.tokens.set(line.passage, (this.tokens.get(line.passage) ?? 0) + added);
    this.#left = { tokens: left - added, records: records - line.records };
    return true;
  }

  /** The added line that a line continues. The numbers are compared first, as few lines are near. */
  #lineBefore(line: Line): Added | undefined {
    const first = line.quotes[0]?.passage.id;
    if (first === undefined) return undefined;
    return this.#added.find((other) => other.last === first - 1 && continues(line, other.line));
  }

  /** The added line that continues a line. */
  #lineAfter(line: Line): Added | undefined {
    const last = line.quotes.at(-1)?.passage.id;
    if (last === undefined) return undefined;
    return this.#added.find((other) => other.first === last + 1 && continues(other.line, line));
  }

  #leaveOut(): false {
    this.#tries -= 1;
    return false;
  }

  /** Most tokens that a line may save below the heading of another line of its day. */
  #mostSaved(line: Line): number {
    if (this.#options.history) return 0;
    const group = groupOf(line);
    const isOfDay = this.#added.some((one) => one.saving !== undefined && one.group === group);
    const said = isOfDay ? saidBy(line) : undefined;
    return said === undefined ? 0 : 2 * this.#countHeadOf(line)(`On ${said.day}, ${said.who} said:`);
  }

  #withSaving({ line, tokens }: Fitted): Added {
    const said = this.#options.history ? undefined : saidBy(line);
    const saving = said && savingOf(said, this.#countHeadOf(line));
    const [first, last] = [line.quotes[0]?.passage.id, line.quotes.at(-1)?.passage.id];
    return { line, tokens, first, last, group: groupOf(line), saving };
  }

  /**
   * How many tokens the headings of changed groups save with the `next` lines.
   *
   * @param changed The lines that are added or removed.
   */
  #savedBy(next: readonly Added[], changed: readonly Added[]): ReadonlyMap<string, number> {
    const saved = new Map<string, number>();
    for (const { group, saving } of changed) {
      if (saving === undefined || saved.has(group)) continue;
      const ofGroup = next.filter((one) => one.group === group).flatMap((one) => one.saving ?? []);
      saved.set(group, savedTokens(ofGroup));
    }
    return saved;
  }

  /** Returns what counts the texts before a quotation, which depend on its first passage. */
  #countHeadOf({ quotes }: Line): CountTokens {
    const { countTokens } = this.#options;
    return quotes[0] === undefined ? countTokens : counterIn(quotes[0].passage, countTokens);
  }
}

/** The lines with a new one in place of those that it continues, or at the end. */
function replacedBy(kept: Added, replaced: readonly Added[], lines: readonly Added[]): readonly Added[] {
  if (replaced.length === 0) return [...lines, kept];
  const place = lines.findIndex((one) => replaced.includes(one));
  return lines.filter((one) => !replaced.includes(one)).toSpliced(place, 0, kept);
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

interface FitOptions {
  readonly options: BudgetOptions;
  /** Tokens that are left. */
  readonly left: number;
  /** Tokens of the lines that the new line is joined to. */
  readonly taken: number;
  /** Joins the new line to these lines. */
  readonly whole: (line: Line) => Line;
  /** Whether no other line was chosen. Then this line may take the rest of the budget. */
  readonly isAlone: boolean;
}

function fitted(line: Line, { options, left, taken, whole, isAlone }: FitOptions): Fitted | undefined {
  const { asked, countTokens, tokenBudget } = options;
  const [quote] = line.quotes;
  const countOwn = quote === undefined ? countTokens : counterIn(quote.passage, countTokens);
  const complete = whole(line);
  // The text of a line that is joined to others depends on the other lines.
  const tokens = (complete === line ? countOwn : countTokens)(complete.text);
  const added = tokens - taken;
  const most = isAlone || quote === undefined ? left : Math.min(left, longestTokens(tokenBudget));
  if (added <= most) return { line: complete, tokens };
  if (quote === undefined) return undefined;
  const wordLimit = most - (added - countOwn(quote.text));
  const sentences = quotedSentences(quote.passage);
  const text = excerpt(sentences, { asked, tokenBudget: wordLimit, countTokens: countOwn });
  if (text === undefined) return undefined;
  const quotes = [{ ...quote, text }];
  const cut = whole({ ...line, quotes, text: verbatim(quotes, line.isEarlier) });
  const cutTokens = countTokens(cut.text);
  return cutTokens - taken <= left ? { line: cut, tokens: cutTokens } : undefined;
}
