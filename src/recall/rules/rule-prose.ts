/**
 * Rule prose: renders the rules that come with an answer, within their own budget, before
 * everything else. Pure. They are not an answer: if memory has no answer, only the rules are
 * returned and `confidence` is `none`.
 */
import type { LaidDownRule, MemoryRecord } from "../../contract/record.js";
import { ruleLine } from "../../rendering/prompt-blocks.js";
import type { StoredPassage } from "../../stores/store.js";
import { indexWords } from "../../text/words.js";
import type { Question } from "../question/interpret.js";
import type { Ranked } from "../ranking/rank.js";
import { mostRuleTokens, type UserRule } from "./user-rules.js";

/**
 * Largest share of a small budget that rules may take; of a larger budget they take at most
 * {@link mostRuleTokens} tokens.
 */
const budgetShare = 0.5;
/**
 * Share of the rule budget that is reserved for rules whose condition is met, because they fit this
 * question.
 */
const conditionalShare = 0.75;

/** The rendered rules. */
export interface RuleProse {
  /**
   * The rules that fit: standing rules newest first, then rules whose condition is met, best first.
   */
  readonly rules: readonly LaidDownRule[];
  /** A line each. */
  readonly prose: string;
  readonly tokens: number;
  /** Numbers of the passages that contain only their rule. */
  readonly passages: ReadonlySet<number>;
}

/** The budget of the answer, of which rules take a share. */
export interface RuleBudget {
  /** Tokens of the whole answer. */
  readonly tokenBudget: number;
  readonly countTokens: (text: string) => number;
}

/** Renders what fits of the rules, each kind in its own order. */
export function ruleProse(
  { standing, met }: { readonly standing: readonly UserRule[]; readonly met: readonly UserRule[] },
  { tokenBudget, countTokens }: RuleBudget,
): RuleProse {
  const most = Math.min(mostRuleTokens, Math.floor(budgetShare * tokenBudget));
  const conditional = fitting(met, { tokenLimit: Math.floor(conditionalShare * most), countTokens });
  // A message with both kinds of rules has one line.
  const lines = new Set(conditional.rules.map(({ rule }) => ruleLine(rule)));
  const others = standing.filter(({ rule }) => !lines.has(ruleLine(rule)));
  const always = fitting(others, { tokenLimit: most - conditional.tokens, countTokens });
  const chosen = [...always.rules, ...conditional.rules];
  return {
    rules: chosen.map(({ rule }) => rule),
    prose: chosen.map(({ rule }) => ruleLine(rule)).join("\n"),
    tokens: always.tokens + conditional.tokens,
    passages: new Set(chosen.filter(isWhole).map(({ passage }) => passage.id)),
  };
}

/** The same rule object comes with each question while the store caches its passage. */
const whole = new WeakMap<UserRule, boolean>();

/** "Yes. When a deploy fails, roll back first." contains only its rule. */
function isWhole(one: UserRule): boolean {
  const known = whole.get(one);
  if (known !== undefined) return known;
  const rest = one.passage.text.replace(/\s+/gu, " ").replace(one.rule.text, " ");
  const isIt = indexWords(rest).length <= leastWords;
  whole.set(one, isIt);
  return isIt;
}

/**
 * A passage with at most this many index words besides its rule says nothing else: "Yes.", "One
 * more thing:".
 */
const leastWords = 2;

interface LineLimit {
  readonly tokenLimit: number;
  readonly countTokens: (text: string) => number;
}

/** After this many rules that did not fit, no further one is tried. */
const mostOversized = 3;

function fitting(
  rules: readonly UserRule[],
  { tokenLimit, countTokens }: LineLimit,
): { readonly rules: readonly UserRule[]; readonly tokens: number } {
  let left = tokenLimit;
  let tries = mostOversized;
  const kept = rules.filter(({ rule }) => {
    const tokens = left <= 0 || tries === 0 ? Number.POSITIVE_INFINITY : countTokens(ruleLine(rule));
    if (tokens > left) {
      tries = Math.max(0, tries - 1);
      return false;
    }
    left -= tokens;
    return true;
  });
  return { rules: kept, tokens: tokenLimit - left };
}

/**
 * The found passages without those that only contain a rendered rule, or one whose condition is not
 * met. The ranking finds rules if a question asks for advice, or if they were said in the
 * conversation that fits best, but such a rule is not an answer unless it shares a word with the
 * question.
 */
export function answersBeside(
  { passages }: Pick<RuleProse, "passages">,
  { unmet }: { readonly unmet: ReadonlySet<number> },
  { said, question: { words } }: { readonly said: readonly Ranked[]; readonly question: Question },
): readonly Ranked[] {
  if (passages.size + unmet.size === 0) return said;
  const asked = new Set(words.filter(({ weight }) => weight === 1).map(({ word }) => word));
  const isNoAnswer = (passage: StoredPassage) =>
    passages.has(passage.id) || (unmet.has(passage.id) && passage.records.every(isRule));
  return said.filter(
    ({ passage }) => !isNoAnswer(passage) || indexWords(passage.text).some((word) => asked.has(word)),
  );
}

function isRule({ type }: MemoryRecord): boolean {
  return type === "procedural";
}
