/** The audit trail: content-free, append-only rows, each hashed over itself and the row before it. */
import { z } from "zod";
import { cursor, pageLimit, recordId, recordType, storedTime, timestamp } from "./record.js";
import { scopeField } from "./scope.js";

/** What a row of the audit trail can tell of. Doors write the KEY rows; REEMBED is a change of embedder. */
export const auditOperations = [
  "REMEMBER",
  "CREATE",
  "UPDATE",
  "FORGET",
  "EXPIRE",
  "IMPORT",
  "REEMBED",
  "KEY_CREATE",
  "KEY_REVOKE",
] as const;
/** The schema of {@link AuditOperation}. */
export const auditOperation = z.enum(auditOperations);
export type AuditOperation = z.infer<typeof auditOperation>;

/** One row. */
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
    .describe("number of the scope that it belongs to, which says nothing about its labels; absent for none"),
  previous_hash: z.string().describe("SHA-256, hex; 64 zeros before the first row"),
  hash: z.string().describe("SHA-256, hex, over the row and previous_hash"),
});
export type AuditRow = z.infer<typeof auditRow>;

/** What `audit` selects. */
export const auditInput = z.strictObject({
  ...scopeField,
  operation: auditOperation.optional().describe("rows of one operation"),
  record_id: recordId.optional().describe("rows about one record"),
  after: timestamp.optional().describe("written at or after"),
  before: timestamp.optional().describe("written before"),
  cursor: cursor.optional(),
  limit: pageLimit,
});
export type AuditInput = z.input<typeof auditInput>;
export type AuditRequest = z.output<typeof auditInput>;

/** What `verifyAudit` answers. */
export const auditVerdict = z.object({
  valid: z.boolean(),
  rows: z.int(),
  broken_at: z.int().optional().describe("seq of the first row that does not hold"),
});
export type AuditVerdict = z.infer<typeof auditVerdict>;
