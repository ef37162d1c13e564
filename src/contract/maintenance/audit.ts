/**
 * The audit trail: append-only rows without content; each row hashes itself and the row before it.
 */
import { z } from "zod";
import { cursor, pageLimit, recordId, recordType, storedTime, timestamp } from "../record.js";
import { scopeField } from "../scope.js";

/**
 * What a row of the audit trail can record. The service's registry of keys writes the KEY rows;
 * REEMBED is a change of embedder, PRUNE the removal of old rows.
 */
export const auditOperations = [
  "REMEMBER",
  "CREATE",
  "UPDATE",
  "FORGET",
  "EXPIRE",
  "IMPORT",
  "REEMBED",
  "PRUNE",
  "KEY_CREATE",
  "KEY_REVOKE",
] as const;
/** The schema of {@link AuditOperation}. */
export const auditOperation = z.enum(auditOperations);
/** The operation that an audit row records. */
export type AuditOperation = z.infer<typeof auditOperation>;

/** The schema of an {@link AuditRow}. */
export const auditRow = z.object({
  seq: z.int(),
  at: storedTime,
  actor: z.string(),
  operation: auditOperation,
  record_id: z.string().nullable(),
  record_type: recordType.nullable(),
  reason: z.string().nullable(),
  scope: z
    .int()
    .optional()
    .describe("number of the scope it belongs to; reveals no labels; absent without a scope"),
  previous_hash: z.string().describe("SHA-256, hex; 64 zeros before the first row"),
  hash: z.string().describe("SHA-256, hex, over the row and previous_hash"),
});
/** One row of the audit trail. */
export type AuditRow = z.infer<typeof auditRow>;

/** What `audit` selects. All fields are optional. */
export const auditInput = z.strictObject({
  ...scopeField,
  operation: auditOperation.optional().describe("only rows of this operation"),
  record_id: recordId.optional().describe("only rows about this record"),
  after: timestamp.optional().describe("only rows written at or after this time"),
  before: timestamp.optional().describe("only rows written before this time"),
  cursor: cursor.optional(),
  limit: pageLimit,
});
// Members generated from `auditInput` by npm run build:types.
/** The input of `audit`. */
export interface AuditInput {
  /** Whose memory it is: labels such as user, agent, session, app. */
  scope?: z.input<typeof auditInput>["scope"];
  /** Only rows of this operation. */
  operation?: z.input<typeof auditInput>["operation"];
  /** Only rows about this record. */
  record_id?: z.input<typeof auditInput>["record_id"];
  /** Only rows written at or after this time. */
  after?: z.input<typeof auditInput>["after"];
  /** Only rows written before this time. */
  before?: z.input<typeof auditInput>["before"];
  /** The next_cursor of the previous page. */
  cursor?: z.input<typeof auditInput>["cursor"];
  /**
   * Most items of one page.
   *
   * @default 100
   */
  limit?: z.input<typeof auditInput>["limit"];
}
/** A parsed {@link AuditInput}. */
export type AuditRequest = z.output<typeof auditInput>;

/** The schema of an {@link AuditCheckpoint}. */
export const auditCheckpoint = z.object({
  store: z.string().describe("id of the store"),
  seq: z.int().describe("seq of the last removed row, and how many rows were removed so far"),
  hash: z.string().describe("hash of that row, which the first row that is left has as previous_hash"),
  before: storedTime.describe("rows written before this time were removed"),
  at: storedTime.describe("when they were removed"),
  public_key: z.string().describe("Ed25519, 32 bytes, base64url"),
  signature: z.string().describe("Ed25519 over the JSON of the fields above, in this order; base64url"),
});
/**
 * What is left of removed audit rows: the end of their hash chain. The chain was verified before
 * the rows were removed, and the person who removed them signed it.
 */
export type AuditCheckpoint = z.infer<typeof auditCheckpoint>;

/** The schema of an {@link AuditVerdict}. */
export const auditVerdict = z.object({
  valid: z.boolean(),
  rows: z.int(),
  broken_at: z
    .int()
    .optional()
    .describe(
      "seq of the first row that fails the check, or of the last removed row where the checkpoint fails it",
    ),
  verified_from: storedTime
    .optional()
    .describe("rows written before this time were removed; absent if none was"),
  checkpoint: auditCheckpoint
    .optional()
    .describe("from which the chain is verified; absent if no row was removed"),
});
/** What `verifyAudit` returns. */
export type AuditVerdict = z.infer<typeof auditVerdict>;

/** The schema of a {@link PruneAuditInput}. */
export const pruneAuditInput = z.strictObject({
  before: timestamp.describe("rows written before this time are removed"),
  key: z
    .string()
    .describe(
      "the Ed25519 private key that signs the checkpoint, PEM (PKCS 8), such as `openssl genpkey` writes",
    ),
  former_keys: z
    .array(z.string())
    .max(1000)
    .optional()
    .describe("public keys that it replaces, base64url: a checkpoint of theirs is signed again"),
});
// Members generated from `pruneAuditInput` by npm run build:types.
/** The input of `pruneAudit`. */
export interface PruneAuditInput {
  /** Rows written before this time are removed. */
  before: z.input<typeof pruneAuditInput>["before"];
  /**
   * The Ed25519 private key that signs the checkpoint, PEM (PKCS 8), such as `openssl genpkey`
   * writes.
   */
  key: z.input<typeof pruneAuditInput>["key"];
  /** Public keys that it replaces, base64url: a checkpoint of theirs is signed again. */
  former_keys?: z.input<typeof pruneAuditInput>["former_keys"];
}

/** A parsed {@link PruneAuditInput}. */
export type PruneAuditRequest = z.output<typeof pruneAuditInput>;

/** What `pruneAudit` returns. */
export interface PrunedAudit {
  /** How many rows were removed. */
  readonly removed: number;
  /** What is left of all rows removed so far; absent if no row was ever removed. */
  readonly checkpoint?: AuditCheckpoint;
}
