/**
 * Measures what memory takes from chats with an assistant, in which most of what a user writes is
 * for the task at hand and says nothing about them:
 *
 *   npm run bench:requests -- --data realmem.jsonl [--json] [--save]
 *
 * Each conversation is remembered in a store of its own, one call per session. Counted are the
 * rules, and the facts about the user with their verdicts (`training/extractor/judged`), of all that
 * was drafted and of what a profile shows at the end. A fact that nobody judged is `unjudged`.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Memory } from "../../src/index.js";
import { type JudgedFact, readJudged } from "../../training/extractor/examples/judged.js";
import { keepResult, provenance } from "../provenance.js";
import { type Conversation, readConversations } from "../recall-quality/conversations.js";
import { sessionsOf } from "../recall-quality/sessions.js";

const fileOf = (name: string) => new URL(`../../training/${name}`, import.meta.url).pathname;

type Verdict = JudgedFact["verdict"] | "unjudged";
type Verdicts = Partial<Record<Verdict, number>>;

interface Counts {
  messages: number;
  /** Rules that were stored. */
  rules: number;
  /** Of them, in a message that states one. */
  judgedRules: number;
  /** Facts about the user that were read by their form, and those that only the tagger found. */
  readonly sure: Verdicts;
  readonly unsure: Verdicts;
  /** Facts that a profile shows. */
  readonly shown: Verdicts;
  /** Standing rules that a profile shows. */
  shownRules: number;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  if (values.data === undefined)
    throw new Error("Cannot measure: --data must name a file of conversations with an assistant");
  const counts: Counts = {
    messages: 0,
    rules: 0,
    judgedRules: 0,
    sure: {},
    unsure: {},
    shown: {},
    shownRules: 0,
  };
  const verdicts = readVerdicts();
  for (const conversation of readConversations(values.data)) {
    await count(counts, conversation, verdicts);
    process.stderr.write(`${conversation.id}\n`);
  }
  if (values.save) keepResult("requests", { ...provenance(), ...counts });
  process.stdout.write(`${JSON.stringify(counts, null, values.json ? 0 : 2)}\n`);
}

interface VerdictsOf {
  /** Verdicts by conversation, turn, property and value. */
  readonly facts: ReadonlyMap<string, Verdict>;
  /** Turns that state a rule. */
  readonly rules: ReadonlySet<string>;
}

function readVerdicts(): VerdictsOf {
  const facts = readJudged(fileOf("extractor/judged/realmem.jsonl"));
  const rules = readFileSync(fileOf("rules/realmem-rules.jsonl"), "utf8").trimEnd().split("\n");
  return {
    facts: new Map(
      facts
        .filter(({ entity }) => entity === "the user")
        .map((fact) => [key(fact.conversation, fact.turn, fact.property, fact.value), fact.verdict]),
    ),
    rules: new Set(
      rules.map((line) => {
        const { conversation, turn } = JSON.parse(line) as { conversation: string; turn: string };
        return key(conversation, turn);
      }),
    ),
  };
}

function key(...parts: readonly string[]): string {
  return parts.join("\n");
}

async function count(counts: Counts, conversation: Conversation, verdicts: VerdictsOf): Promise<void> {
  const { id, turns } = conversation;
  const end = new Date(turns.at(-1)!.at);
  await using memory = new Memory({ clock: () => end });
  const verdictOf = new Map<string, Verdict>();
  for (const session of sessionsOf(conversation)) {
    const { data } = await memory.remember(session.input);
    const { semantic, procedural } = data.data.memory_decisions;
    const turnOf = (message: number) => session.turns[message]!;
    for (const { message } of procedural.items) {
      counts.rules += 1;
      if (verdicts.rules.has(key(id, turnOf(message).id))) counts.judgedRules += 1;
    }
    for (const { message, record_id, entity, property, value, certainty } of semantic.items) {
      const turn = turnOf(message);
      if (turn.speaker !== "user" || entity !== "the user") continue;
      const verdict = verdicts.facts.get(key(id, turn.id, property, value)) ?? "unjudged";
      verdictOf.set(record_id, verdict);
      add(certainty === 1 ? counts.sure : counts.unsure, verdict);
    }
  }
  counts.messages += turns.filter(({ speaker }) => speaker === "user").length;
  const { facts, rules } = await memory.profile();
  for (const { record_id } of facts) add(counts.shown, verdictOf.get(record_id) ?? "unjudged");
  counts.shownRules += rules.length;
}

function add(counts: Verdicts, verdict: Verdict): void {
  counts[verdict] = (counts[verdict] ?? 0) + 1;
}

await main();
