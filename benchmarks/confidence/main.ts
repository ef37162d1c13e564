/**
 * Measures how reliable `confidence` is: `npm run bench:confidence -- --data FILE.jsonl [--data
 * FILE.jsonl …] [--json] [--save]`.
 *
 * Remembers each conversation in a store of its own and asks its questions, including those that it
 * does not answer, and questions about the previous conversation in the file, which it does not
 * answer either, and requests that have nothing to do with any conversation (`unrelated.jsonl`, written
 * for this project). Reports how often an estimate was right, how often `found` was returned without an
 * answer in the store, and the same with a threshold that was chosen without the conversation: for
 * each conversation the lowest one at which at most one in 20 of the unanswerable questions of all
 * others is called found.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { Memory } from "../../src/index.js";
import { keepResult, provenance } from "../provenance.js";
import { type Conversation, readConversations } from "../recall-quality/conversations.js";
import { sessionsOf } from "../recall-quality/sessions.js";
import { type Asked, report, table } from "./report.js";

/** Questions about another conversation that each conversation is asked. */
const foreignQuestions = 20;
/** One of this many unrelated requests is asked of each conversation. */
const unrelatedStep = 4;
const unrelated = readFileSync(new URL("unrelated.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => z.strictObject({ text: z.string() }).parse(JSON.parse(line)).text);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  if (values.data.length === 0) throw new Error("Cannot measure: name a file, --data FILE.jsonl");
  const asked: Asked[] = [];
  for (const path of values.data) {
    const conversations = readConversations(path);
    for (const [index, conversation] of conversations.entries()) {
      const before = conversations.at(index - 1)!;
      asked.push(...(await measure(conversation, before)));
      process.stderr.write(`${basename(path)}: ${conversation.id}\n`);
    }
  }
  const result = report(asked);
  if (values.save) keepResult("confidence", { ...provenance(), ...result });
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : table(result));
}

async function measure(conversation: Conversation, before: Conversation): Promise<Asked[]> {
  await using memory = new Memory();
  for (const session of sessionsOf(conversation)) await memory.remember(session.input);
  const own = conversation.questions.map(({ question, evidence, evidence_sessions: sessions }) => ({
    query: question,
    isAnswerable: evidence.length > 0 || (sessions?.length ?? 0) > 0,
    kind: "own" as const,
  }));
  const step = Math.max(1, Math.floor(before.questions.length / foreignQuestions));
  const others = before === conversation ? [] : before.questions.filter((_, at) => at % step === 0);
  const foreign = others.map(({ question }) => ({
    query: question,
    isAnswerable: false,
    kind: "foreign" as const,
  }));
  const requests = unrelated
    .filter((_, at) => at % unrelatedStep === 0)
    .map((query) => ({ query, isAnswerable: false, kind: "unrelated" as const }));
  const asked: Asked[] = [];
  for (const { query, isAnswerable, kind } of [...own, ...foreign, ...requests]) {
    const options = { explain: true, rules: "none" } as const;
    const { confidence = "none", records = [], tokens } = await memory.recall({ query, ...options });
    const estimate = records[0]?.signals.answerable ?? 0;
    const isStated = records.some(({ signals }) => signals.stated === 1);
    asked.push({
      conversation: conversation.id,
      kind,
      isAnswerable,
      confidence,
      estimate,
      isStated,
      tokens,
    });
  }
  return asked;
}

await main();
