/**
 * Pruning of an audit trail: which rows are removed, and what their checkpoint says. Pure.
 *
 *   rows   1 … 120 │ 121 … 500       the removed rows are verified first, and the checkpoint signs
 *       checkpoint ┘                 the end of their chain, from which the rest is verified
 */
import { MemoryError } from "../../contract/errors.js";
import {
  type AuditCheckpoint,
  type AuditRow,
  type AuditVerdict,
  auditCheckpoint,
} from "../../contract/maintenance/audit.js";
import { type AuditSigner, isSigned, signed } from "../../hashing/audit-checkpoint.js";
import { beforeTheFirst } from "../../hashing/digest.js";
import type { AuditPruning } from "../store.js";
import { follows, type Head } from "./audit-chain.js";

/** The beginning of an audit trail. */
export interface TrailStart {
  readonly storeId: string;
  /** The checkpoint of the rows removed so far. */
  readonly checkpoint: AuditCheckpoint | undefined;
  /** The first rows that are left: at most one more than may be removed. */
  readonly rows: readonly AuditRow[];
}

/** The row before the first one that is left. */
export function startOf(checkpoint: AuditCheckpoint | undefined): Head {
  return checkpoint === undefined ? beforeTheFirst : { seq: checkpoint.seq, hash: checkpoint.hash };
}

/**
 * Returns the checkpoint after the removal of all rows up to its `seq`; `undefined` if no row is to
 * be removed. A checkpoint that a replaced key signed is signed again, even if no row is removed.
 *
 * @throws {MemoryError} `corrupt` if a row that is to be removed, or the checkpoint, fails the
 * check; `invalid_input` if another key signed the checkpoint
 */
export function nextCheckpoint(
  { storeId, checkpoint, rows }: TrailStart,
  { before, at, most, signer }: AuditPruning,
): AuditCheckpoint | undefined {
  assertOwn(checkpoint, signer);
  let last = startOf(checkpoint);
  const end = rows.slice(0, most).findIndex((row) => row.at >= before);
  const removed = rows.slice(0, end === -1 ? most : end);
  for (const row of removed) {
    if (!follows(row, last)) throw broken(`row ${row.seq}`);
    last = { seq: row.seq, hash: row.hash };
  }
  if (removed.length === 0)
    return checkpoint === undefined || checkpoint.public_key === signer.publicKey
      ? undefined
      : signed(checkpoint, signer);
  // The next row stays verified until a further step removes it, so the checkpoint ends before it.
  const next = rows[removed.length];
  const reached = next !== undefined && next.at < before ? next.at : before;
  const latest = checkpoint !== undefined && checkpoint.before > reached ? checkpoint.before : reached;
  return signed({ store: storeId, seq: last.seq, hash: last.hash, before: latest, at }, signer);
}

/** Adds the checkpoint, from which the chain was verified, to a verdict. */
export function fromCheckpoint(verdict: AuditVerdict, checkpoint: AuditCheckpoint | undefined): AuditVerdict {
  if (checkpoint === undefined) return verdict;
  const from = { verified_from: checkpoint.before, checkpoint };
  if (isSigned(checkpoint)) return { ...verdict, ...from };
  return { valid: false, rows: verdict.rows, broken_at: checkpoint.seq, ...from };
}

/** Parses a stored checkpoint. @throws {MemoryError} `corrupt` */
export function parsedCheckpoint(stored: unknown): AuditCheckpoint | undefined {
  if (stored === undefined || stored === null) return undefined;
  const parsed = auditCheckpoint.safeParse(typeof stored === "string" ? jsonOrNull(stored) : stored);
  if (parsed.success) return parsed.data;
  throw new MemoryError(
    "corrupt",
    "Cannot verify the audit trail: its checkpoint must be undamaged, and is not",
    {},
  );
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports it as damaged.
    return null;
  }
}

/**
 * Refuses to re-sign a checkpoint that another key signed. Otherwise nobody could see that another
 * key had signed it.
 */
function assertOwn(checkpoint: AuditCheckpoint | undefined, { publicKey, formerKeys }: AuditSigner): void {
  if (checkpoint === undefined) return;
  if (!isSigned(checkpoint)) throw broken("the checkpoint");
  if ([publicKey, ...formerKeys].includes(checkpoint.public_key)) return;
  const rule = `must be the one that signed the last checkpoint, whose public key is ${checkpoint.public_key}`;
  throw new MemoryError("invalid_input", `Cannot prune the audit trail: key ${rule}`, {
    data: { issues: [{ type: "custom", loc: ["key"], msg: rule }] },
  });
}

function broken(what: string): MemoryError<"corrupt"> {
  return new MemoryError(
    "corrupt",
    `Cannot prune the audit trail: the removed rows must be intact, and ${what} fails the check`,
    {},
  );
}
