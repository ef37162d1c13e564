/** The hash of an audit row, for the chains of stores and of the registry. */
import type { AuditRow } from "../contract/maintenance/audit.js";
import { sha256 } from "./digest.js";

/** The row before the first one of a chain. `hash` is hex. */
export const beforeTheFirst: { readonly seq: number; readonly hash: string } = {
  seq: 0,
  hash: "0".repeat(64),
};

/** A row of a store or of a registry, before it has a hash. */
interface Unhashed extends Omit<AuditRow, "hash" | "operation"> {
  readonly operation: string;
  /** Only in rows of a registry. */
  readonly account?: string;
}

/**
 * SHA-256, hex, over the UTF-8 bytes of the row's JSON without its hash, with keys in the order of
 * the contract; `scope` and `account` only if the row has them.
 */
export function auditHash(row: Unhashed): string {
  const { seq, at, actor, operation, record_id, record_type, reason, scope, account, previous_hash } = row;
  const whose = { reason, scope, account };
  return sha256(
    JSON.stringify({ seq, at, actor, operation, record_id, record_type, ...whose, previous_hash }),
  );
}
