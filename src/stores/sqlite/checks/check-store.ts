/**
 * Looks at a whole store, one part after the other, in steps between which others have their turn. What another process writes meanwhile may make a part that is right
 * look wrong: a part that is wrong is looked at twice.
 *
 *   file ─ references ─ passages (texts, names, metadata) ─ counters ─ words ─ vectors ─ audit ─ residue
 */

import type { CheckOutcome } from "../../../contract/check.js";
import { MemoryError } from "../../../contract/errors.js";
import { beforeTheFirst } from "../../../hashing/audit-hash.js";
import type { StoreCheck, StoreCheckOptions, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { namedFailure } from "../database/failures.js";
import { inTurns } from "../database/in-turns.js";
import type { Sweep } from "../erasure/sweep.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { AuditTable, Head } from "../tables/audit-table.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { NameTable } from "../tables/name-table.js";
import type { PassageTable } from "../tables/passage-table.js";
import type { RecordTable } from "../tables/record-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import { checkCounters, repairCounters } from "./check-counters.js";
import { checkFile, checkReferences, repairFile } from "./check-file.js";
import { repairNamesAndMetadata, type Walked, walkPassages } from "./check-passages.js";
import { checkVectors } from "./check-vectors.js";
import { checkWords } from "./check-words.js";
import { Finding } from "./finding.js";

/** What is checked. */
export interface CheckTables {
  readonly audit: AuditTable;
  readonly fileVectors: VectorIndex;
  readonly keywords: KeywordIndex;
  readonly meta: MetaTable;
  readonly names: NameTable;
  readonly passages: PassageTable;
  readonly records: RecordTable;
  readonly vectors: VectorIndex;
}

export interface CheckParts {
  readonly connection: Connection;
  readonly tables: CheckTables;
  readonly sweep: Sweep;
  readonly embedder: VectorSpace;
}

/** Parts that are looked at one after the other, for the progress. */
const steps = 7;

/** Looks at everything, and repairs what it may. */
export async function checkStore(parts: CheckParts, options: StoreCheckOptions): Promise<StoreCheck> {
  const first = await lookAt(parts, options);
  if (!options.repair || first.checks.every(({ ok }) => ok)) return first;
  await repair(parts, first.checks);
  const { checks, without } = await lookAt(parts, options);
  const wasWrong = new Set(first.checks.filter(({ ok }) => !ok).map(({ check }) => check));
  return { checks: checks.map((one) => ({ ...one, repaired: one.ok && wasWrong.has(one.check) })), without };
}

async function lookAt(parts: CheckParts, { onProgress, signal }: StoreCheckOptions): Promise<StoreCheck> {
  const checks: CheckOutcome[] = [];
  let done = 0;
  const step = (...findings: Finding[]) => {
    signal?.throwIfAborted();
    checks.push(...findings.map((finding) => finding.outcome()));
    done += 1;
    onProgress?.({ done, total: steps });
  };
  step(await looking("file", parts, checkFile(parts.connection)));
  step(await looking("references", parts, checkReferences(parts.connection)));
  const walked = await walking(parts);
  step(...(await countersAndTexts(parts, walked)));
  step(
    walked === undefined
      ? unread("words")
      : await looking("words", parts, checkWords(parts.tables.keywords, walked.wordSums)),
  );
  step(...(walked === undefined ? [unread("names"), unread("metadata")] : [walked.names, walked.metadata]));
  const { finding, without } = await vectorsOf(parts);
  step(finding);
  step(await auditOf(parts), await residueOf(parts));
  return { checks, without };
}

async function countersAndTexts(parts: CheckParts, walked: Walked | undefined): Promise<Finding[]> {
  if (walked === undefined) return [unread("counters"), unread("texts")];
  const read = () => parts.connection.read("check", () => checkCounters(parts, walked));
  return [(await unlessDamaged(read)) ?? unread("counters"), walked.texts];
}

async function walking(parts: CheckParts): Promise<Walked | undefined> {
  return unlessDamaged(() => inTurns(parts.connection, "check", walkPassages(parts)));
}

async function looking(
  name: CheckOutcome["check"],
  { connection }: CheckParts,
  look: Generator<undefined, Finding>,
): Promise<Finding> {
  return (await unlessDamaged(() => inTurns(connection, "check", look))) ?? unread(name);
}

async function vectorsOf(parts: CheckParts): Promise<{ finding: Finding; without: readonly number[] }> {
  const looked = await unlessDamaged(() => inTurns(parts.connection, "check", checkVectors(parts)));
  return looked ?? { finding: unread("vectors"), without: [] };
}

async function auditOf({ connection, tables: { audit } }: CheckParts): Promise<Finding> {
  const finding = new Finding("audit");
  const verdict = await unlessDamaged(async () => {
    for (let last: Head = beforeTheFirst; ; ) {
      const after = last;
      const step = await connection.read("check", () => audit.verifyAfter(after));
      if ("valid" in step) return step;
      last = step;
    }
  });
  if (verdict === undefined) return unread("audit");
  finding.looked = verdict.rows;
  if (!verdict.valid) finding.add(`row ${verdict.broken_at}`);
  return finding;
}

/**
 * Copies of rows in bytes that belong to none are in every store that was written to. They are wrong where something was forgotten since: that is noted until it was
 * overwritten.
 */
async function residueOf({ connection, tables, sweep }: CheckParts): Promise<Finding> {
  const finding = new Finding("residue");
  const read = () => connection.read("check", () => tables.meta.get("erasure_pending") !== undefined);
  const isPending = await unlessDamaged(read);
  if (isPending === undefined) return unread("residue");
  try {
    for await (const { looked, dirty } of sweep.look()) {
      finding.looked = looked;
      if (isPending) for (const page of dirty) finding.add(`page ${page}`);
    }
  } catch (error) {
    throw namedFailure(error, "check", 0);
  }
  if (isPending && finding.wrong === 0) finding.add("an erasure is not verified yet");
  return finding;
}

/** Makes anew what was wrong and can be made from the texts. Vectors are embedded by who has the embedder. */
async function repair(parts: CheckParts, checks: readonly CheckOutcome[]): Promise<void> {
  const { connection, tables, sweep } = parts;
  const wrong = new Map(checks.filter(({ ok }) => !ok).map((one) => [one.check, one]));
  await connection.write("repair the store", () => {
    repairFile(connection, wrong.get("file")?.examples ?? []);
    if (wrong.has("names") || wrong.has("metadata")) repairNamesAndMetadata(parts);
    if (wrong.has("words") || wrong.has("counters")) tables.keywords.rebuild();
  });
  const walked = wrong.has("counters") || wrong.has("words") ? await walking(parts) : undefined;
  if (walked !== undefined) await connection.write("repair the store", () => repairCounters(parts, walked));
  await sweep.run(true);
}

/** A part that could not be read to its end. */
function unread(name: CheckOutcome["check"]): Finding {
  const finding = new Finding(name);
  finding.add("it cannot be read: the file is damaged");
  return finding;
}

async function unlessDamaged<Result>(look: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await look();
  } catch (error) {
    const named = namedFailure(error, "check", 0);
    if (MemoryError.is(named, "corrupt") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
