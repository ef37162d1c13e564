/**
 * Checks a whole store, one part after the other, in steps between which other tasks get a turn. A
 * write by another process during the check may make a correct part look wrong, so a part that is
 * wrong is checked twice.
 *
 *   file ─ references ─ passages (texts, names, metadata) ─ counters ─ words ─ vectors
 *   ─ audit ─ residue
 */

import { MemoryError } from "../../../contract/errors.js";
import type { CheckOutcome } from "../../../contract/maintenance/whole-store.js";
import { beforeTheFirst } from "../../../hashing/digest.js";
import type { Head } from "../../shared/audit-chain.js";
import type { StoreCheck, StoreCheckOptions, VectorSpace } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { namedFailure } from "../database/failures.js";
import { inTurns } from "../database/in-turns.js";
import type { Sweep } from "../erasure/overwrite.js";
import type { KeywordIndex } from "../keywords/keyword-index.js";
import type { AuditTable } from "../tables/audit-table.js";
import type { MetaTable } from "../tables/meta-table.js";
import type { NameTable } from "../tables/name-table.js";
import type { PassageTable } from "../tables/passage-table.js";
import type { RecordTable } from "../tables/record-table.js";
import type { VectorIndex } from "../vectors/vector-index.js";
import { checkCounters, repairCounters } from "./check-counters.js";
import { checkFile, checkReferences, repairFile } from "./check-file.js";
import { checkWords, repairNamesAndMetadata, type Walked, walkPassages } from "./check-passages.js";
import { checkVectors } from "./check-vectors.js";
import { Finding } from "./finding.js";

/** The tables that are checked. */
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

/** The parts that the check uses. */
export interface CheckParts {
  readonly connection: Connection;
  readonly tables: CheckTables;
  readonly sweep: Sweep;
  readonly embedder: VectorSpace;
}

/** Number of parts, for the progress. */
const partCount = 7;

/** Checks every part, and repairs what it can if that is requested. */
export async function checkStore(parts: CheckParts, options: StoreCheckOptions): Promise<StoreCheck> {
  const first = await checkAll(parts, options);
  if (!options.repair || first.checks.every(({ ok }) => ok)) return first;
  await repair(parts, first.checks);
  const { checks, ...found } = await checkAll(parts, options);
  const wasWrong = new Set(first.checks.filter(({ ok }) => !ok).map(({ check }) => check));
  return { checks: checks.map((one) => ({ ...one, repaired: one.ok && wasWrong.has(one.check) })), ...found };
}

async function checkAll(parts: CheckParts, { onProgress, signal }: StoreCheckOptions): Promise<StoreCheck> {
  const checks: CheckOutcome[] = [];
  let done = 0;
  const step = (...findings: Finding[]) => {
    signal?.throwIfAborted();
    checks.push(...findings.map((finding) => finding.outcome()));
    done += 1;
    onProgress?.({ done, total: partCount });
  };
  step(await findingOf("file", parts, checkFile(parts.connection)));
  step(await findingOf("references", parts, checkReferences(parts.connection)));
  const walked = await walk(parts);
  step(...(await countersAndTexts(parts, walked)));
  step(
    walked === undefined
      ? unread("words")
      : await findingOf("words", parts, checkWords(parts.tables.keywords, walked.wordSums)),
  );
  step(...(walked === undefined ? [unread("names"), unread("metadata")] : [walked.names, walked.metadata]));
  const { finding, ...found } = await vectorsOf(parts);
  step(finding);
  step(await auditOf(parts), await residueOf(parts));
  return { checks, ...found };
}

async function countersAndTexts(parts: CheckParts, walked: Walked | undefined): Promise<Finding[]> {
  if (walked === undefined) return [unread("counters"), unread("texts")];
  const read = () => parts.connection.read("check", () => checkCounters(parts, walked));
  return [(await unlessDamaged(read)) ?? unread("counters"), walked.texts];
}

async function walk(parts: CheckParts): Promise<Walked | undefined> {
  return unlessDamaged(() => inTurns(parts.connection, "check", walkPassages(parts)));
}

async function findingOf(
  name: CheckOutcome["check"],
  { connection }: CheckParts,
  steps: Generator<undefined, Finding>,
): Promise<Finding> {
  return (await unlessDamaged(() => inTurns(connection, "check", steps))) ?? unread(name);
}

async function vectorsOf(
  parts: CheckParts,
): Promise<Omit<StoreCheck, "checks"> & { readonly finding: Finding }> {
  const checked = await unlessDamaged(() => inTurns(parts.connection, "check", checkVectors(parts)));
  return checked ?? { finding: unread("vectors"), without: [] };
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
  finding.verifiedFrom = verdict.verified_from;
  return finding;
}

/**
 * Checks the bytes outside rows. Every store that was written to has copies of rows there. They are
 * an error only while an erasure is noted that was not overwritten yet.
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

/**
 * Rebuilds what was wrong and can be rebuilt from the texts. The caller, who has the embedder,
 * embeds missing vectors.
 */
async function repair(parts: CheckParts, checks: readonly CheckOutcome[]): Promise<void> {
  const { connection, tables, sweep } = parts;
  const wrong = new Map(checks.filter(({ ok }) => !ok).map((one) => [one.check, one]));
  await connection.write("repair the store", () => {
    repairFile(connection, wrong.get("file")?.examples ?? []);
    if (wrong.has("names") || wrong.has("metadata")) repairNamesAndMetadata(parts);
    if (wrong.has("words") || wrong.has("counters")) tables.keywords.rebuild();
  });
  const walked = wrong.has("counters") || wrong.has("words") ? await walk(parts) : undefined;
  if (walked !== undefined) await connection.write("repair the store", () => repairCounters(parts, walked));
  await sweep.run(true);
}

/** Returns the finding for a part that could not be read to its end. */
function unread(name: CheckOutcome["check"]): Finding {
  const finding = new Finding(name);
  finding.add("it cannot be read: the file is damaged");
  return finding;
}

async function unlessDamaged<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch (error) {
    const named = namedFailure(error, "check", 0);
    if (MemoryError.is(named, "corrupt") || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
