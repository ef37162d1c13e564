/**
 * Measures ordinary conversations: labelled messages in a batch and one by one, and the first
 * message of a new process.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Memory } from "../built.js";
import { type Percentiles, percentile, percentiles } from "../latency/percentiles.js";
import { type BatchCost, batchCosts, type Message } from "./batch.js";

/** Times in milliseconds. */
export interface TalkCost {
  readonly messages: number;
  /** All of them by one `rememberMany`, without worker threads and with them. */
  readonly many: readonly BatchCost[];
  readonly remember: Percentiles;
  readonly first_remember_ms: number;
}

const messagesInAll = 5000;
/** Longer messages are pasted text. */
const maxMessageChars = 400;
const oneByOne = 400;
const freshProcesses = 5;

const firstRemember = `
const { Memory } = await import(${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)});
const start = performance.now();
const memory = new Memory();
await memory.remember({ content: "I live in Lisbon and I work at Siemens.", speaker: "Ana" });
console.log(performance.now() - start);
await memory.close();
`;

/** @param folder JSON Lines of messages: `{ text, speaker, role, at }` */
export async function talkCost(folder: string): Promise<TalkCost> {
  const messages = everyFew(messagesOf(folder));
  const many = batchCosts(messages);
  await using memory = new Memory();
  await memory.rememberMany(messages);
  const times: number[] = [];
  for (const message of messages.slice(0, oneByOne)) {
    const begun = performance.now();
    await memory.remember({ ...message, content: `${message.content} Really.` });
    times.push(performance.now() - begun);
  }
  return { messages: messages.length, many, remember: percentiles(times), first_remember_ms: freshStart() };
}

function messagesOf(folder: string): Message[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const lines = files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").filter(Boolean));
  return lines
    .map((line) => JSON.parse(line) as { text: string; speaker: string; role: string; at: string })
    .filter(({ role, text }) => role === "user" && text.length < maxMessageChars && text.trim() !== "")
    .map(({ text, speaker, at }) => ({ content: text, speaker, occurred_at: at }));
}

/** As many messages as are measured, from all parts of the files. */
function everyFew(messages: readonly Message[]): Message[] {
  const step = Math.max(1, Math.floor(messages.length / messagesInAll));
  return messages.filter((_, at) => at % step === 0).slice(0, messagesInAll);
}

/** The median of five processes. */
function freshStart(): number {
  const run = () =>
    Number(
      execFileSync(process.execPath, ["--input-type=module", "--eval", firstRemember], { encoding: "utf8" }),
    );
  return percentile(Array.from({ length: freshProcesses }, run), 0.5);
}
