/**
 * Overwriting what was erased. `secure_delete` has zeroed the freed parts of every page already; what is left is the write-ahead log, which still
 * holds the pages as they were. It is written back and cut to nothing, for which no other connection may be reading an older state.
 */
import { readFile, stat } from "node:fs/promises";
import { nextTurn } from "../../../async/next-turn.js";
import type { Spoken } from "../../../text/words.js";
import type { Connection } from "../database/connection.js";
import type { Tables } from "../tables/tables.js";

/** Files up to this size are read and searched for a sample of what was erased; above it the pragmas are relied on. 64 MB: some 40 ms. */
const searchedUpToBytes = 64 * 1024 * 1024;
const sampledPassages = 16;
/** UTF-8 bytes: shorter texts turn up by chance. */
const shortestSample = 16;
const longestSample = 48;

/** Cuts the log, waiting for readers up to the busy timeout. @returns whether it is empty now */
export function truncateLog(connection: Connection): Promise<boolean> {
  return connection.path === null ? Promise.resolve(true) : connection.until(() => truncateOnce(connection));
}

/** Tries once to cut the log. */
export function truncateOnce(connection: Connection): boolean {
  if (connection.path === null) return true;
  if (connection.isUnderWay) return false;
  const [result] = connection.database.pragma("wal_checkpoint(truncate)") as { busy: number }[];
  return result?.busy === 0;
}

/** Whether a sample of the erased texts stands neither in the file nor in its log, unless something that is kept says the same. */
export async function isOverwritten(
  connection: Connection,
  erased: { readonly spoken: readonly Spoken[]; readonly labels: readonly string[] },
): Promise<boolean> {
  if (Number(connection.database.pragma("secure_delete", { simple: true })) !== 1) return false;
  const { path } = connection;
  if (path === null) return true;
  const files = [path, `${path}-wal`];
  const samples = [
    ...erased.spoken.slice(0, sampledPassages).flatMap(samplesOf),
    ...erased.labels.slice(0, sampledPassages).map(sampleOfLabels),
  ];
  if ((await totalSize(files)) > searchedUpToBytes) return true;
  const contents = await Promise.all(files.map(readIfThere));
  const left: Buffer[] = [];
  for (const sample of samples) {
    if (contents.some((content) => content.includes(sample))) left.push(sample);
    await nextTurn();
  }
  return left.length === 0 || connection.closed
    ? left.length === 0
    : left.every((sample) => isKept(connection, sample));
}

/** Clears the note of an erasure that is overwritten now, unless another has been noted since. Runs inside a write transaction. */
export function clearNote({ meta }: Tables, note: string): boolean {
  if (meta.get("erasure_pending") !== note) return false;
  meta.remove("erasure_pending");
  return true;
}

/** Finishes an erasure that could not be overwritten at its time. Tries once. @returns false where a reader still pins the log */
export async function finishErasure(
  connection: Connection,
  tables: Tables,
  now: () => Date,
): Promise<boolean> {
  if (connection.readonly) return true;
  const note = await connection.read("finish an erasure", () => tables.meta.get("erasure_pending"));
  if (note === undefined) return true;
  if (!truncateOnce(connection)) return false;
  const { actor } = JSON.parse(note) as { actor: string };
  const completed = {
    operation: "FORGET",
    recordId: null,
    recordType: null,
    reason: "erasure completed",
  } as const;
  await connection.write("finish an erasure", () => {
    if (clearNote(tables, note)) tables.audit.append({ at: now().toISOString(), actor }, [completed]);
  });
  return true;
}

function samplesOf({ text, prompt, heading, fileName }: Spoken): Buffer[] {
  return [text, prompt ?? "", heading ?? "", fileName ?? ""].flatMap((said) => {
    const bytes = Buffer.from(said, "utf8");
    if (bytes.length < shortestSample) return [];
    return [bytes.subarray(0, longestSample), bytes.subarray(-longestSample)];
  });
}

/** Labels as they were kept, brackets and quotation marks included, so that even short ones do not turn up by chance. */
function sampleOfLabels(labels: string): Buffer {
  return Buffer.from(labels, "utf8").subarray(0, longestSample);
}

function isKept(connection: Connection, sample: Buffer): boolean {
  return (
    connection
      .statement<[object]>(
        `select 1 from passages where instr(cast(text as blob), @sample) or instr(cast(prompt as blob), @sample)
           or instr(cast(heading as blob), @sample)
         union all select 1 from files where instr(cast(name as blob), @sample)
         union all select 1 from records where instr(cast(text as blob), @sample) or instr(cast(value as blob), @sample)
           or instr(cast(metadata as blob), @sample)
         union all select 1 from scopes where instr(cast(labels as blob), @sample)
         union all select 1 from answers where instr(cast(payload as blob), @sample)
         union all select 1 from audit where instr(cast(reason as blob), @sample) limit 1`,
      )
      .get({ sample }) !== undefined
  );
}

async function totalSize(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(absent))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function readIfThere(file: string): Promise<Buffer> {
  return (await readFile(file).catch(absent)) ?? Buffer.alloc(0);
}

/** A log that is not there holds nothing. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
