/**
 * Measures a process that has many small stores open. Each is asked one question and remembers one
 * message. Plain Node on the built library, as an application runs it.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { Memory } from "../built.js";
import { GrowingConversation, linesOf } from "./lines.js";

/** Times in milliseconds, memory in bytes. */
export interface ManyStores {
  readonly stores: number;
  readonly records_each: number;
  readonly rss_bytes: number;
  /** Time for opening all stores and asking each one question. */
  readonly seconds: number;
  /** The same, after each has remembered a message too. */
  readonly after_writing: { readonly rss_bytes: number; readonly seconds: number };
}

const program = `
const [folder, count, question, message] = process.argv.slice(1);
const start = performance.now();
const measured = () => ({ rss_bytes: process.memoryUsage().rss, seconds: (performance.now() - start) / 1000 });
const { Memory } = await import(${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)});
const open = [];
for (let index = 0; index < Number(count); index += 1) {
  const memory = new Memory({ path: \`\${folder}/\${index}.db\` });
  await memory.recall(question);
  open.push(memory);
}
const asked = measured();
for (const memory of open) await memory.remember(message);
const after_writing = measured();
for (const memory of open) await memory.close();
console.log(JSON.stringify({ ...asked, after_writing }));
`;

/** Measures a new process with many open stores. */
export async function manyStores(
  folder: string,
  { stores, records }: { readonly stores: number; readonly records: number },
): Promise<ManyStores> {
  const conversation = new GrowingConversation(7);
  const messages = conversation.messages(records);
  const first = join(folder, "0.db");
  await using memory = new Memory({ path: first });
  await memory.import(linesOf(messages));
  await memory.close();
  for (let index = 1; index < stores; index += 1) copyFileSync(first, join(folder, `${index}.db`));
  const args = ["--input-type=module", "--eval", program, "--", folder, String(stores)];
  const said = [conversation.question(messages[0]!), conversation.messages(1)[0]!.content];
  const measured = JSON.parse(
    execFileSync(process.execPath, [...args, ...said], { encoding: "utf8" }),
  ) as Omit<ManyStores, "stores" | "records_each">;
  return { stores, records_each: records, ...measured };
}
