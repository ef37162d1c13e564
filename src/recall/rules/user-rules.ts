/**
 * User rules: reads the rules that users stated for the assistant. A rule is the user's if it was
 * said in the role `user`, is not in a file, and is neither quoted nor pasted. What an assistant, a
 * tool, a system or a file says can be found by a search, but is not a rule of the user.
 */
import type { LaidDownRule, MemoryRecord } from "../../contract/record.js";
import { appliesToAll, directives, isException, isQuoted } from "../../prompt-safety/directives.js";
import type { Criteria, Snapshot, StoredPassage } from "../../stores/store.js";
import { sentenceSpans } from "../../text/sentences.js";
import { fold } from "../../text/words.js";
import { byPassage } from "../passages/by-passage.js";

/** A rule, and the passage that it is in. */
export interface UserRule {
  readonly rule: LaidDownRule;
  readonly passage: StoredPassage;
  /** Its words without punctuation, to recognise a rule that was said twice. */
  readonly words: string;
}

/**
 * Maximum number of tokens of the rules of an answer or a profile. A rule takes about 15 tokens
 * with who said it and when, so about ten fit.
 */
export const mostRuleTokens = 150;

/** Whether a rule applies to every answer, or has a condition. */
export type RuleKind = "standing" | "conditional";

/**
 * Maximum number of rules that are read, newest first. More than 64 standing rules do not fit their
 * budget; older rules with a condition are found by the search.
 */
const mostRead: Readonly<Record<RuleKind, number>> = { standing: 64, conditional: 24 };

/** Whose rules are read. */
export interface RulesAsked {
  readonly scope: Criteria;
  /** Name of the asker, whose rules are wanted. Absent if the caller did not say who asks. */
  readonly speaker?: string | undefined;
}

/** Reads the user's current rules of a scope, newest first, each text once. */
export async function userRules(
  store: Pick<Snapshot, "search" | "read">,
  kind: RuleKind,
  asked: RulesAsked,
): Promise<UserRule[]> {
  return [...(await statedRules(store, kind, asked)).own];
}

/** Rules that people stated, separated by person. */
export interface StatedRules {
  /** The user's. */
  readonly own: readonly UserRule[];
  /** The rules of other people. If it is not known who the user is, the rules of all people. */
  readonly ofOthers: readonly UserRule[];
}

const noRules: StatedRules = { own: [], ofOthers: [] };

/** Reads the current rules of a scope, newest first, each text once. */
export async function statedRules(
  store: Pick<Snapshot, "search" | "read">,
  kind: RuleKind,
  { scope, speaker }: RulesAsked,
): Promise<StatedRules> {
  if (scope.types?.includes("procedural") === false) return noRules;
  const [numbers] = await store.search([{ by: "rules", limit: mostRead[kind], scope, byUser: kind }]);
  if (numbers.length === 0) return noRules;
  const [passages] = await store.read([{ of: "passages", numbers, scope }]);
  const rules = passages.flatMap(readers[kind]);
  const own = new Set(ofTheUser(rules, speaker));
  return { own: distinct([...own]), ofOthers: distinct(rules.filter((rule) => !own.has(rule))) };
}

const readers: Readonly<Record<RuleKind, (passage: StoredPassage) => readonly UserRule[]>> = {
  standing: byPassage(standingIn),
  conditional: byPassage(conditionalIn),
};

/** The standing rule of a passage. */
function standingIn(passage: StoredPassage): UserRule[] {
  return rulesOf(passage).flatMap((record) => {
    const applies = appliesToAll(record.trigger) || isException(record.trigger);
    const text = applies ? directives(record.text).join(" ") : "";
    return text === "" ? [] : [ruleOf(record, passage, { text, standing: true })];
  });
}

/** The rules of a passage that have a condition. */
function conditionalIn(passage: StoredPassage): UserRule[] {
  return rulesOf(passage).flatMap((record) => {
    const text =
      record.trigger === null || appliesToAll(record.trigger)
        ? ""
        : sentenceWith(record.trigger, record.text);
    return text === "" ? [] : [ruleOf(record, passage, { text, standing: false })];
  });
}

function rulesOf({ records, superseded, role, file }: StoredPassage): readonly MemoryRecord[] {
  if (role !== "user" || file !== null) return [];
  const ended = new Set(superseded.map(({ id }) => id));
  return records.filter(({ type, id }) => type === "procedural" && !ended.has(id));
}

/**
 * The sentence that contains the condition, or all of the text below a heading that is the
 * condition; empty if the text quotes somebody else.
 */
function sentenceWith(trigger: string, text: string): string {
  if (isQuoted(text)) return "";
  const condition = plain(trigger);
  const found = sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end))
    .find((sentence) => plain(sentence).includes(condition));
  const isHeading = found?.trimEnd().endsWith(":") === true;
  const short = text.length <= mostChars ? text : "";
  return (isHeading ? short || found : (found ?? short)).replace(/\s+/gu, " ").trim();
}

/**
 * Maximum number of characters of a rule whose text does not contain its condition; a longer text
 * says more than a rule.
 */
const mostChars = 240;

function plain(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

interface Stated {
  readonly text: string;
  readonly standing: boolean;
}

function ruleOf({ id, trigger }: MemoryRecord, passage: StoredPassage, { text, standing }: Stated): UserRule {
  const rule: LaidDownRule = {
    record_id: id,
    text,
    ...(trigger === null || appliesToAll(trigger) ? {} : { trigger }),
    standing,
    said_by: passage.speaker,
    said_at: passage.saidAt,
  };
  return { rule, passage, words: plain(text) };
}

/**
 * The rules that were said without a name, and those that the asker said under their name. If the
 * caller did not say who asks, a name counts only if nobody with another name stated a rule: of
 * several people, none is assumed to be the user.
 */
function ofTheUser(rules: readonly UserRule[], speaker: string | undefined): UserRule[] {
  const names = new Set(rules.flatMap(({ rule: { said_by } }) => (said_by === null ? [] : [fold(said_by)])));
  const asking = speaker === undefined ? (names.size === 1 ? [...names][0] : undefined) : fold(speaker);
  return rules.filter(({ rule: { said_by } }) => said_by === null || fold(said_by) === asking);
}

/** One sentence may state two rules, each with its condition. */
function distinct(rules: readonly UserRule[]): UserRule[] {
  const newest = new Map<string, UserRule>();
  for (const rule of rules) {
    const key = `${rule.words}\n${rule.rule.trigger ?? ""}`;
    if (!newest.has(key)) newest.set(key, rule);
  }
  return [...newest.values()];
}
