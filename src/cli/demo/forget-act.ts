/**
 * Third part: a person asks to be forgotten. Shows the preview, the bytes before, the erasure, and
 * the bytes after.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ForgetResult } from "../../contract/forget.js";
import { foundNothing, proseText } from "../terminal/show-payloads.js";
import { clip, count } from "../terminal/terminal.js";
import { announce, forgotten, type Stage, say } from "./stage.js";

/** The result of the erasure. */
export interface ForgetReport {
  readonly preview: ForgetResult;
  readonly before: readonly BytesFound[];
  readonly result: ForgetResult;
  readonly after: readonly BytesFound[];
  /** Whether recall still returns the person's name. */
  readonly recalled: boolean;
}

/** Forgets a person. */
export async function forgetAct(stage: Stage): Promise<ForgetReport> {
  const { name, bytes, reason } = forgotten;
  await announce(
    stage,
    `Forgetting ${name}`,
    "A query only previews. Below it, how often the name occurs in the raw bytes of the files, read without SQLite.",
  );
  const preview = await stage.memory.forget({ query: forgotten.question, entity: name }, stage.call);
  await showPreview(preview, stage);
  const before = await findBytes(stage.path, bytes);
  await showBytes("before", before, stage);
  const result = await stage.memory.forget({ entity: name, reason }, stage.call);
  await showResult(result, stage);
  const after = await findBytes(stage.path, bytes);
  await showBytes("after", after, stage);
  return { preview, before, result, after, recalled: await askAgain(stage) };
}

async function showPreview({ preview }: ForgetResult, stage: Stage): Promise<void> {
  const { paint, width } = stage.terminal;
  const texts = [...new Set(preview.map(({ text }) => text))];
  await say(stage, `preview: ${count(preview.length, "record")} would be erased`);
  for (const text of texts.slice(0, 4)) await say(stage, `  ${paint.red("-")} ${clip(text, width - 4)}`);
  if (texts.length > 4) await say(stage, paint.dim(`    and ${texts.length - 4} more`));
}

async function showBytes(when: string, found: readonly BytesFound[], stage: Stage): Promise<void> {
  const { paint } = stage.terminal;
  for (const { file, bytes, times } of found) {
    const size = bytes === null ? "no such file" : `${bytes.toLocaleString("en")} bytes`;
    const amount = times === 0 ? paint.green("0 times") : paint.yellow(`${times} times`);
    await say(stage, `  ${when.padEnd(6)}  "${forgotten.bytes}" in ${file}: ${amount}  ${paint.dim(size)}`);
  }
}

async function showResult(
  { forgotten: gone, freed_bytes, verified }: ForgetResult,
  stage: Stage,
): Promise<void> {
  const { paint } = stage.terminal;
  const proof = verified ? paint.green("verified: true") : paint.yellow("verified: false");
  await say(
    stage,
    `forget: ${count(gone, "record")} forgotten, ${count(freed_bytes, "byte")} freed, ${proof}`,
  );
}

async function askAgain(stage: Stage): Promise<boolean> {
  const { paint, width } = stage.terminal;
  const answer = await stage.memory.recall(
    { query: forgotten.question, token_budget: 60, rules: "none" },
    stage.call,
  );
  await say(stage);
  await say(stage, paint.bold(`? ${forgotten.question}`));
  await say(
    stage,
    foundNothing(answer)
      ? paint.dim("  (empty: nothing in memory answers that)")
      : proseText(answer, paint, width, "  "),
  );
  return JSON.stringify(answer).includes(forgotten.bytes);
}

/** How often a text occurs in a file. */
export interface BytesFound {
  readonly file: string;
  /** Size in bytes; `null` if there is no such file. */
  readonly bytes: number | null;
  /** How often the text occurs, in upper and lower case. */
  readonly times: number;
}

/** Searches the files of a database. */
export function findBytes(path: string, text: string): Promise<BytesFound[]> {
  return Promise.all([path, `${path}-wal`, `${path}-shm`].map((file) => findIn(file, text)));
}

async function findIn(file: string, text: string): Promise<BytesFound> {
  const name = basename(file);
  try {
    const content = await readFile(file);
    // latin1 maps each byte to one character, so nothing is lost and case can be folded.
    const times = content.toString("latin1").toLowerCase().split(text.toLowerCase()).length - 1;
    return { file: name, bytes: content.length, times };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return { file: name, bytes: null, times: 0 };
  }
}
