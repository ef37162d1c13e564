/**
 * Measures how far `remember` recognises what a statement ends, on the project's own labelled talk
 * (`training/extractor/talk`):
 *
 *   npm run bench:changes [-- --json] [--save]
 *
 * Each dialog is remembered message by message in a store of its own. Two files were in no training
 * of the tagger; they are counted apart. `--save` keeps the figures as
 * `benchmarks/results/changes.json`.
 */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { type AddPayload, Memory } from "../../src/index.js";
import { type LabelledMessage, readTalk } from "../../training/extractor/examples/talk-message.js";
import { keepResult, provenance } from "../provenance.js";
import { emptyTally, type Tally, tallyDialog, type Written } from "./tally.js";

const talk = new URL("../../training/extractor/talk/", import.meta.url);
/** Files that the bundled tagger was not trained on. */
const keptOut: ReadonlySet<string> = new Set(["lives-and-projects.jsonl", "other-kinds.jsonl"]);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { json: { type: "boolean", default: false }, save: { type: "boolean", default: false } },
  });
  const report = { "trained on": emptyTally(), "kept out": emptyTally() };
  for (const name of readdirSync(talk).filter((file) => file.endsWith(".jsonl"))) {
    const tally = report[keptOut.has(name) ? "kept out" : "trained on"];
    for (const dialog of dialogsOf(readTalk(new URL(name, talk).pathname)))
      tallyDialog(tally, dialog, await written(dialog));
    process.stderr.write(`${name}\n`);
  }
  if (values.save) keepResult("changes", { ...provenance(), ...report });
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
}

function dialogsOf(messages: readonly LabelledMessage[]): LabelledMessage[][] {
  const dialogs = new Map<string, LabelledMessage[]>();
  for (const message of messages)
    dialogs.set(message.dialog, [...(dialogs.get(message.dialog) ?? []), message]);
  return [...dialogs.values()];
}

async function written(dialog: readonly LabelledMessage[]): Promise<Written[][]> {
  await using memory = new Memory();
  const stored: Written[][] = [];
  for (const { role, speaker, text, at } of dialog) {
    const named = speaker === "user" || speaker === "assistant" ? {} : { name: speaker };
    const isEmpty = text.trim() === "";
    const message = { role, content: text, at, ...named };
    stored.push(isEmpty ? [] : factsOf(await memory.remember({ content: [message] })));
  }
  return stored;
}

function factsOf({ data }: AddPayload): Written[] {
  const { semantic, episodic, procedural } = data.data.memory_decisions;
  const facts = semantic.items.map(({ record_id, value, changed }) => ({
    id: record_id,
    value,
    ended: changed.map(({ record_id: id }) => id),
  }));
  const others = [...episodic.items, ...procedural.items].map(({ record_id, changed }) => ({
    id: record_id,
    value: "",
    ended: changed.map(({ record_id: id }) => id),
  }));
  return [...facts, ...others];
}

function table(report: Readonly<Record<string, Tally>>): string {
  const names = Object.keys(emptyTally()) as (keyof Tally)[];
  const groups = Object.keys(report);
  const rows = names.map((name) => [name, ...groups.map((group) => String(report[group]![name]))]);
  return `${[["", ...groups], ...rows].map((row) => row.map((cell) => cell.padEnd(14)).join("")).join("\n")}\n`;
}

await main();
