/** The verbs that are tested with faults, their store, and the checks of the store afterwards. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { Memory } from "../built.js";

/** A memory of the built library. */
export type AMemory = InstanceType<typeof Memory>;

/** Key of the encrypted stores. */
export const key = Buffer.alloc(32, 7);

/** Opens a store, encrypted or plain. */
export function memoryAt(path: string, encrypted: boolean): AMemory {
  return new Memory({ path, busyTimeoutMs: 50, ...(encrypted ? { encryption: { key } } : {}) });
}

/** Content of the store before a verb: enough to fill pages, so that forgetting moves rows. */
export const before = Array.from({ length: 24 }, (_, at) => ({
  content: `I keep the lantern number ${at} in the chest of Qw${at}e.`,
  speaker: `Speaker${at}`,
}));

/** A verb, whether it writes, and how its effect is checked. */
export interface Verb {
  readonly name: string;
  /** Whether the fault may occur while the file is opened. */
  readonly opens?: boolean;
  readonly run: (memory: AMemory, path: string) => Promise<unknown>;
  /** Text that the store must contain after the verb was acknowledged. */
  readonly adds?: readonly string[];
  /** Word that the store must not contain after the verb was acknowledged. */
  readonly removes?: readonly string[];
}

const added = ["kiln", "anvil", "lathe"].map((tool) => `The ${tool} is in the smithy of Rt${tool}y.`);

/** Every verb that is tested. */
export const verbs: readonly Verb[] = [
  { name: "open", opens: true, run: (memory) => memory.details() },
  { name: "remember", run: (memory) => memory.remember(added[0]!), adds: [added[0]!] },
  { name: "rememberMany", run: async (memory) => memory.rememberMany(added), adds: added },
  {
    name: "rememberFile",
    run: (memory) => memory.rememberFile({ data: Buffer.from(added[0]!), name: "tools.txt" }),
    adds: [added[0]!],
  },
  { name: "recall", run: (memory) => memory.recall("Where is the lantern number 7?") },
  { name: "profile", run: (memory) => memory.profile({ speaker: "Speaker3" }) },
  { name: "forget", run: (memory) => memory.forget({ entity: "Speaker5" }), removes: ["Qw5e"] },
  { name: "records", run: (memory) => memory.records() },
  { name: "audit", run: (memory) => memory.verifyAudit() },
  { name: "export", run: (memory) => linesOf(memory) },
  { name: "import", run: async (memory) => memory.import(await imported()), adds: [added[1]!] },
  { name: "check", run: (memory) => memory.check() },
  {
    name: "backup",
    run: async (memory, path) => {
      rmSync(`${path}.copy`, { force: true });
      await memory.backup(`${path}.copy`);
      if (!existsSync(`${path}.copy`)) throw new Error("an acknowledged backup is missing");
    },
  },
  { name: "close", run: (memory) => memory.close() },
];

async function linesOf(memory: AMemory): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of memory.export()) lines.push(line);
  return lines;
}

let lines: string[] | undefined;

async function imported(): Promise<string[]> {
  if (lines !== undefined) return lines;
  await using other = new Memory();
  await other.remember(added[1]!);
  lines = await linesOf(other);
  return lines;
}

/** All texts of a store. @throws if a page of records cannot be listed */
export async function textsOf(memory: AMemory): Promise<string> {
  const lines = await linesOf(memory);
  return lines.join("\n");
}

/** Checks a store after a fault. @returns each failed check */
export async function broken(
  path: string,
  {
    verb,
    encrypted,
    acknowledged,
  }: { readonly verb: Verb; readonly encrypted: boolean; readonly acknowledged: boolean },
): Promise<string[]> {
  const memory = memoryAt(path, encrypted);
  const wrong: string[] = [];
  try {
    const texts = await textsOf(memory);
    const removes = verb.removes ?? [];
    for (const { content } of before)
      if (!texts.includes(content) && !removes.some((word) => content.includes(word)))
        wrong.push(`lost: ${content}`);
    for (const text of acknowledged ? (verb.adds ?? []) : [])
      if (!texts.includes(text)) wrong.push(`acknowledged and lost: ${text}`);
    for (const word of acknowledged ? removes : [])
      if (texts.includes(word)) wrong.push(`not forgotten: ${word}`);
    // A call that writes completes an interrupted erasure.
    await memory.remember("The plane is on the bench.");
    const { checks } = await memory.check();
    wrong.push(
      ...checks.filter(({ ok }) => !ok).map(({ check, examples }) => `${check}: ${examples.join("; ")}`),
    );
    if (removes.length > 0 && !(await textsOf(memory)).includes(removes[0]!))
      wrong.push(...residue(path, removes));
  } catch (error) {
    wrong.push(`cannot be used afterwards: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await memory.close().catch((error: unknown) => wrong.push(`cannot be closed: ${String(error)}`));
  }
  return wrong;
}

function residue(path: string, words: readonly string[]): string[] {
  const bytes = [path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file));
  return words
    .filter((word) => bytes.some((some) => some.includes(word)))
    .map((word) => `readable after forget: ${word}`);
}
