/**
 * User rules: what users laid down for the assistant, as the store holds it. A rule is a user's
 * where its words are: said in the role `user`, in no file, and neither quoted nor pasted. What an
 * assistant, a tool, a system or a file says is found by its words as everything else is, and is no
 * rule of the user's.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { LaidDownRule } from "../../contract/rule.js";
import { appliesToAll, directives, isException, isQuoted } from "../../prompt-safety/directives.js";
import type { Criteria, Snapshot, StoredPassage } from "../../stores/store.js";
import { sentenceSpans } from "../../text/sentences.js";
import { fold } from "../../text/words.js";

/** A rule, and the passage that it is in. */
export interface UserRule {
  readonly rule: LaidDownRule;
  readonly passage: StoredPassage;
  /** Its words alone, to know it again where it was said twice. */
  readonly words: string;
}

/**
 * Tokens that rules take of an answer or a profile, at most. A rule is some 15 tokens with who said
 * it and when, so that there is room for ten.
 */
export const mostRuleTokens = 150;

export type RuleKind = "standing" | "conditional";

/**
 * Rules that are read, newest first. More than 64 that always hold are more than their budget has
 * room for; of older ones with a condition the search finds those that are near.
 */
const mostRead: Readonly<Record<RuleKind, number>> = { standing: 64, conditional: 24 };

export interface RulesAsked {
  readonly scope: Criteria;
  /** AskedEntities rules, by name. Absent: nobody said who asks. */
  readonly speaker?: string | undefined;
}

/** Current rules of a scope, newest first, each text once. */
export async function userRules(
  store: Pick<Snapshot, "search" | "read">,
  kind: RuleKind,
  { scope, speaker }: RulesAsked,
): Promise<UserRule[]> {
  if (scope.types?.includes("procedural") === false) return [];
  const [numbers] = await store.search([{ by: "rules", limit: mostRead[kind], scope, byUser: kind }]);
  if (numbers.length === 0) return [];
  const [passages] = await store.read([{ of: "passages", numbers, scope }]);
  return distinct(ofTheUser(passages.flatMap(readers[kind]), speaker));
}

type Reader = (passage: StoredPassage) => readonly UserRule[];

/**
 * What a passage lays down, read once: a store hands out the same passage again while it caches it.
 */
function once(read: Reader): Reader {
  const known = new WeakMap<StoredPassage, readonly UserRule[]>();
  return (passage) => {
    const rules = known.get(passage) ?? read(passage);
    known.set(passage, rules);
    return rules;
  };
}

const readers: Readonly<Record<RuleKind, Reader>> = {
  standing: once(standingIn),
  conditional: once(conditionalIn),
};

/** The rule of a passage that holds whatever is asked. */
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

/** The sentence that names the condition; none where somebody else's words are handed over. */
function sentenceWith(trigger: string, text: string): string {
  if (isQuoted(text)) return "";
  const condition = plain(trigger);
  const found = sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end))
    .find((sentence) => plain(sentence).includes(condition));
  return (found ?? (text.length <= mostChars ? text : "")).replace(/\s+/gu, " ").trim();
}

/** A longer text that does not name its own condition says more than a rule. */
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
 * What was said under no name, and what the one who asks said under theirs. Where nobody says who
 * asks, a name counts only as long as no other one laid down a rule: of several people none is
 * taken for the user.
 */
function ofTheUser(rules: readonly UserRule[], speaker: string | undefined): UserRule[] {
  const names = new Set(rules.flatMap(({ rule: { said_by } }) => (said_by === null ? [] : [fold(said_by)])));
  const asking = speaker === undefined ? (names.size === 1 ? [...names][0] : undefined) : fold(speaker);
  return rules.filter(({ rule: { said_by } }) => said_by === null || fold(said_by) === asking);
}

function distinct(rules: readonly UserRule[]): UserRule[] {
  const newest = new Map<string, UserRule>();
  for (const rule of rules) if (!newest.has(rule.words)) newest.set(rule.words, rule);
  return [...newest.values()];
}
