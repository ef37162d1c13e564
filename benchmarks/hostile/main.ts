/**
 * Measures the time of hostile texts, hostile files and ordinary conversations: `npm run
 * bench:hostile -- [--only NAME[,NAME…]] [--chars 262144] [--files] [--talk FOLDER] [--json]`.
 *
 * Each text is remembered in a new store in memory (or asked as a question). Its time, its CPU time
 * and the longest time for which it blocked other tasks are printed; on Linux also the CPU time of
 * the longest piece, which other work on the machine hardly changes. `--talk` also remembers 5,000
 * messages of a folder of labelled talk, such as `training/extractor/talk`. `--files` measures the
 * files of `files.ts` instead, and how much they delay other callers. Progress goes to stderr.
 */
import { parseArgs } from "node:util";
import { Memory } from "../built.js";
import { watched } from "../growth/watched.js";
import { provenance } from "../provenance.js";
import type { BatchCost } from "./batch.js";
import { withLongestPiece } from "./pieces.js";
import { fileCosts, fileTable } from "./reading.js";
import { type TalkCost, talkCost } from "./talk.js";
import { contentChars, type HostileText, hostileTexts } from "./texts.js";

/** Times in milliseconds. */
interface TextCost {
  readonly name: string;
  readonly characters: number;
  readonly wall_ms: number;
  readonly cpu_ms: number;
  /** CPU time for each additional million characters. */
  readonly cpu_s_per_mi_characters: number;
  readonly longest_block_ms: number;
  /** CPU time of the longest piece; `null` where the system does not count it. */
  readonly longest_piece_cpu_ms: number | null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      chars: { type: "string", default: String(contentChars) },
      files: { type: "boolean", default: false },
      talk: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  if (values.files) {
    const files = await fileCosts(values.only?.split(","));
    process.stdout.write(
      values.json ? `${JSON.stringify({ ...provenance(), files }, null, 2)}\n` : fileTable(files),
    );
    return;
  }
  const texts = chosen(values.only?.split(","), Number(values.chars));
  const costs: TextCost[] = [];
  for (const text of texts) {
    process.stderr.write(`measuring ${text.name}\n`);
    costs.push(await textCost(text));
  }
  const talk = values.talk === undefined ? null : await talkCost(values.talk);
  const report = { ...provenance(), texts: costs, talk };
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(costs, talk));
}

/** @throws {Error} if a name is not in `texts.ts` */
function chosen(names: readonly string[] | undefined, chars: number): HostileText[] {
  const texts = hostileTexts(chars);
  const unknown = names?.find((name) => !texts.some((text) => text.name === name));
  if (unknown !== undefined)
    throw new Error(
      `Cannot measure: --only must name ${texts.map(({ name }) => name).join(", ")}, got ${unknown}`,
    );
  return texts.filter(({ name }) => names?.includes(name) ?? true);
}

async function textCost({ name, text, verb }: HostileText): Promise<TextCost> {
  await using memory = new Memory();
  await memory.remember("Hello, I am Ana. I met Tom two weeks ago.");
  const [before, start] = [process.cpuUsage(), performance.now()];
  const [{ block }, longest] = await withLongestPiece(() =>
    watched(async () => {
      if (typeof text !== "string") await memory.remember({ content: [...text] });
      else if (verb === "recall") await memory.recall(text);
      else await memory.remember(text);
    }),
  );
  const characters = typeof text === "string" ? text.length : lengthOf(text);
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000;
  return {
    name,
    characters,
    wall_ms: performance.now() - start,
    cpu_ms: cpuMs,
    cpu_s_per_mi_characters: (cpuMs / 1000) * (2 ** 20 / characters),
    longest_block_ms: block.longest_ms,
    longest_piece_cpu_ms: longest,
  };
}

function lengthOf(messages: Exclude<HostileText["text"], string>): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

function table(costs: readonly TextCost[], talk: TalkCost | null): string {
  const row = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(14))).join("");
  return [
    row(["text", "characters", "wall, ms", "CPU, ms", "CPU, s/Mi", "longest, ms", "its CPU, ms"]),
    ...costs.map((cost) =>
      row([
        cost.name,
        String(cost.characters),
        cost.wall_ms.toFixed(0),
        cost.cpu_ms.toFixed(0),
        cost.cpu_s_per_mi_characters.toFixed(1),
        cost.longest_block_ms.toFixed(0),
        cost.longest_piece_cpu_ms?.toFixed(0) ?? "",
      ]),
    ),
    ...(talk === null ? [] : talkLines(talk)),
    "",
  ].join("\n");
}

function talkLines({ messages, many, remember, first_remember_ms }: TalkCost): string[] {
  return [
    ...many.map((batch) => batchLine(messages, batch)),
    `remember of one message p50 / p95: ${remember.p50_ms.toFixed(2)} / ${remember.p95_ms.toFixed(2)} ms`,
    `first remember of a fresh process: ${first_remember_ms.toFixed(0)} ms`,
  ];
}

function batchLine(
  messages: number,
  { workers, wall_ms, cpu_ms, main_thread_cpu_ms, peak_rss_bytes }: BatchCost,
): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const ofMain = main_thread_cpu_ms === null ? "" : ` (${seconds(main_thread_cpu_ms)} of the calling thread)`;
  const megabytes = (peak_rss_bytes / 1e6).toFixed(0);
  return `${messages} messages by rememberMany with ${workers} worker threads: ${seconds(wall_ms)}, CPU ${seconds(cpu_ms)}${ofMain}, at most ${megabytes} MB`;
}

await main();
