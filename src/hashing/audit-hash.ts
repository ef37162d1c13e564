/** The hash of an audit row, for the chains of stores and of the registry. */
import type { AuditRow } from "../contract/maintenance/audit.js";
import { sha256 } from "./digest.js";

/** The row before the first one of a chain. `hash` is hex. */
export const beforeTheFirst: { readonly seq: number; readonly hash: string } = {
  seq: 0,
  hash: "0".repeat(64),
};

/**
 * SHA-256, hex, over the UTF-8 bytes of the row's JSON without its hash, with keys in the order of
 * the contract; `scope` only if the row has one.
 */
export function auditHash(row: Omit<AuditRow, "hash">): string {
  const { seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash } = row;
  const canonical = { seq, at, actor, operation, record_id, record_type, reason, scope, previous_hash };
  return sha256(JSON.stringify(canonical));
}
