/**
 * Finds the rules of the same person that each passage of a call takes back or replaces: stored
 * rules, and rules that the call itself stated before.
 */
import { nextTurn } from "../../async/next-turn.js";
import type { Store } from "../../stores/store.js";
import { fold } from "../../text/words.js";
import type { Candidate, Ended, Endings } from "./plan.js";
import { endsRule, mayEndRules, type ReadRule, readLater, readRule } from "./rule-changes.js";

/** How many of the newest stored rules of each kind are compared. */
const mostRules = 64;
/**
 * How many of the newest rules of the call itself are compared. Without a bound, content with
 * 10,000 rules would make 50 million comparisons.
 */
const mostOwnRules = 128;
/** Number of candidates that are compared before other tasks may run: some 3 ms. */
const candidatesPerTurn = 16;

interface Rule {
  readonly by: Ended;
  readonly read: ReadRule;
  /** Folded. */
  readonly speaker: string;
  readonly saidAt: string;
}

/** The store, and the time of the call. */
interface Reading {
  readonly store: Store;
  readonly now: string;
}

/**
 * The rules that each passage ends; passages that end none are left out. The store is read only if
 * a passage may end one.
 */
export async function endedRules(
  candidates: readonly Candidate[],
  { store, now }: Reading,
): Promise<Endings> {
  const ended = new Map<Candidate, readonly Ended[]>();
  const ending = new Set<Candidate>();
  for (const [index, candidate] of candidates.entries()) {
    await endOfPiece(index);
    if (mayEnd(candidate)) ending.add(candidate);
  }
  if (ending.size === 0) return ended;
  const speakers = new Set([...ending].map(({ passage }) => fold(passage.speaker ?? "")));
  const stored = await knownRules(speakers, { store, now });
  const own: Rule[] = [];
  for (const [index, candidate] of candidates.entries()) {
    await endOfPiece(index);
    const found = ending.has(candidate) ? endedBy(candidate, [...stored, ...own]) : [];
    if (found.length > 0)
      ended.set(
        candidate,
        found.map(({ by }) => by),
      );
    for (const rule of found) for (const rules of [stored, own]) remove(rules, rule);
    own.push(...rulesIn(candidate));
    if (own.length > mostOwnRules) own.shift();
  }
  return ended;
}

function remove(rules: Rule[], rule: Rule): void {
  const at = rules.indexOf(rule);
  if (at >= 0) rules.splice(at, 1);
}

/** Lets other tasks run before some of the candidates. */
async function endOfPiece(index: number): Promise<void> {
  if (index % candidatesPerTurn === candidatesPerTurn - 1) await nextTurn();
}

/** Only a user's own words end rules, because only those create them. */
function mayEnd(candidate: Candidate): boolean {
  const { role, text } = candidate.passage;
  return role === "user" && candidate.decision.keep && (ruleOf(candidate) !== undefined || mayEndRules(text));
}

function ruleOf({ decision }: Candidate) {
  return decision.keep ? decision.drafts.find(({ type }) => type === "procedural") : undefined;
}

function rulesIn(candidate: Candidate): Rule[] {
  const draft = ruleOf(candidate);
  const { role, text, speaker, saidAt } = candidate.passage;
  if (draft?.type !== "procedural" || role !== "user") return [];
  const read = readRule({ text, trigger: draft.trigger });
  return [{ by: candidate, read, speaker: fold(speaker ?? ""), saidAt }];
}

/** The newest stored rules of some speakers, whose names are folded. */
async function knownRules(speakers: ReadonlySet<string>, { store, now }: Reading): Promise<Rule[]> {
  const scope = { now };
  const rules = { by: "rules", limit: mostRules, scope } as const;
  const passages = await store.snapshot(async (snapshot) => {
    const [standing, conditional] = await snapshot.search([
      { ...rules, byUser: "standing" },
      { ...rules, byUser: "conditional" },
    ]);
    const numbers = [...new Set([...standing, ...conditional])];
    const [read] = await snapshot.read([{ of: "passages", numbers, scope }]);
    return read;
  });
  return passages.flatMap(({ records, superseded, speaker, saidAt }) => {
    const by = fold(speaker ?? "");
    // Reading a rule takes ten times as long as finding it, and most are another speaker's.
    if (!speakers.has(by)) return [];
    return records
      .filter(({ type, id }) => type === "procedural" && !superseded.some((one) => one.id === id))
      .map(({ id, ...rule }) => ({ by: id, read: readRule(rule), speaker: by, saidAt }));
  });
}

function endedBy(candidate: Candidate, rules: readonly Rule[]): Rule[] {
  const { text, speaker, saidAt } = candidate.passage;
  const by = fold(speaker ?? "");
  const earlier = rules.filter((rule) => rule.speaker === by && rule.saidAt <= saidAt);
  if (earlier.length === 0) return [];
  const own = ruleOf(candidate);
  const trigger = own?.type === "procedural" ? own.trigger : null;
  const later = readLater({ text, trigger, isRule: own !== undefined });
  return earlier.filter((rule) => endsRule(rule.read, later));
}
