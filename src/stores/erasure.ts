/** The input and the result of an erasure. The result proves that the records were erased. */

import type { ForgetRequest } from "../contract/forget.js";
import type { AuditOperation } from "../contract/maintenance/audit.js";
import type { NameStrictness } from "../text/says-name.js";
import type { UsageDelta } from "./change.js";

/**
 * What `forget` selects: the conditions of the request, with a query replaced by the ids that it
 * matches.
 */
export type Selection = Pick<
  ForgetRequest,
  "ids" | "file_id" | "entity" | "type" | "before" | "after" | "filter" | "all"
> & {
  /** Ids of the records that the query matched. All conditions must be met. */
  readonly matched?: readonly string[];
  /**
   * How sure it must be that a text contains the name of `entity`: `perhaps` also selects a word
   * that may or may not be the name ("a rose").
   *
   * @default "surely"
   */
  readonly strictness?: NameStrictness;
};

/** How to erase: when, for whom, and what else to remove. */
export interface Erasure {
  readonly at: string;
  readonly actor: string;
  readonly operation: Extract<AuditOperation, "FORGET" | "EXPIRE">;
  readonly reason: string | null;
  readonly usage: UsageDelta;
  /** Erase all that the store shows, including answers stored under idempotency keys. */
  readonly all?: boolean;
  /**
   * Names to erase: if an answer that is stored under an idempotency key contains one of these
   * names, it is erased too, whatever its records.
   */
  readonly names?: readonly string[];
  /** Stops the erasure between two transactions. What was erased before stays erased. */
  readonly signal?: AbortSignal | undefined;
}

/** Where erased content was found again. All zeros and `true` prove that it was erased. */
export interface Residue {
  readonly records: number;
  readonly passages: number;
  readonly vectors: number;
  readonly words: number;
  /** The write-ahead log was truncated, and every byte of the file outside a row is zero. */
  readonly overwritten: boolean;
  /** Why overwriting cannot be proved, if the store's engine cannot prove it. */
  readonly unproven?: string;
}

/** The result of an erasure. */
export interface Erased {
  readonly ids: readonly string[];
  readonly freedBytes: number;
  readonly residue: Residue;
}
