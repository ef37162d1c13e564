/**
 * Measures how far the decisions of `remember` agree with labels of real conversations, without a
 * language model:
 *
 *   npm run bench:understanding -- --data FILE.jsonl --labels FILE.jsonl [--data … --labels …]
 *     [--json] [--save]
 *
 * Each session is remembered as chat messages with names and times, by the bundled extractor and,
 * in the same run, by each of its parts alone: the grammar and the tagger. Values match by words,
 * entities by name (`match.ts`). Progress goes to stderr. `--save` keeps the figures as
 * `benchmarks/results/understanding.json`.
 */
import { parseArgs } from "node:util";
import { type ExtractorPart, ruleExtractor } from "../../src/extractors/rule-extractor.js";
import { Memory } from "../../src/index.js";
import { keepResult, provenance } from "../provenance.js";
import { readConversations } from "../recall-quality/conversations.js";
import { sessionsOf } from "../recall-quality/sessions.js";
import { type Labels, readLabels } from "./labels.js";
import { figuresOf, table } from "./report.js";
import { emptyTally, type Tally, tallyTurn } from "./tally.js";

const variants: Readonly<Record<string, readonly ExtractorPart[]>> = {
  "grammar and tagger": ["grammar", "tagger"],
  "grammar alone": ["grammar"],
  "tagger alone": ["tagger"],
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string", multiple: true },
      labels: { type: "string", multiple: true },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  if (values.data === undefined || values.labels === undefined)
    throw new Error("Cannot measure: name the files, --data FILE.jsonl --labels FILE.jsonl");
  const labels = readLabels(values.labels);
  const conversations = values.data
    .flatMap((file) => readConversations(file))
    .filter(({ id }) => labels.has(id));
  const report: Record<string, ReturnType<typeof figuresOf>> = {};
  for (const [name, parts] of Object.entries(variants)) {
    const tally = emptyTally();
    for (const conversation of conversations) {
      await measure(conversation, labels.get(conversation.id)!, { parts, tally });
      process.stderr.write(`${name}: ${conversation.id}\n`);
    }
    report[name] = figuresOf(tally);
  }
  if (values.save) keepResult("understanding", { ...provenance(), ...report });
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
}

async function measure(
  conversation: ReturnType<typeof readConversations>[number],
  labels: Labels,
  { parts, tally }: { parts: readonly ExtractorPart[]; tally: Tally },
): Promise<void> {
  await using memory = new Memory({ extractor: ruleExtractor({ parts }) });
  const labelled = conversation.turns.filter(({ id }) => labels.has(id)).length;
  let met = 0;
  for (const session of sessionsOf(conversation)) {
    // Turns after the last labelled one do not affect the figures.
    if (met === labelled) break;
    const payload = await memory.remember(session.input);
    session.turns.forEach((turn, message) => {
      const label = labels.get(turn.id);
      if (label === undefined) return;
      met += 1;
      tallyTurn(tally, { label, speaker: turn.speaker, message, payload });
    });
  }
}

await main();
