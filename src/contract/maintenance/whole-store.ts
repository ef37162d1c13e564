/**
 * The options and the results of an operator's work on a whole store: `check` reports whether it is
 * intact; `backup`, `restore`, `rekey`, `reembed` and `copyStore` move or rewrite it. No result
 * contains content.
 */
import { z } from "zod";
import type { Progress, ProgressOptions } from "../memory-service.js";
import { storedTime } from "../record.js";
import type { Encryption } from "./encryption.js";

/** The names of the checks, in the order in which they run. */
const checkNames = [
  "file",
  "references",
  "counters",
  "texts",
  "words",
  "names",
  "metadata",
  "vectors",
  "audit",
  "residue",
] as const;

/** The schema of a {@link CheckOutcome}. */
const checkOutcome = z.object({
  check: z.enum(checkNames),
  ok: z.boolean(),
  looked: z.int().describe("number of rows, passages, vectors or pages that were checked"),
  wrong: z.int().describe("how many of them are wrong"),
  repaired: z.boolean().describe("whether something was wrong and was repaired"),
  examples: z
    .array(z.string())
    .describe("the first few: ids, row numbers or messages of SQLite; never content"),
  verified_from: storedTime
    .optional()
    .describe("of the audit trail: rows written before this time were removed; absent if none was"),
});
/** The outcome of one check. */
export type CheckOutcome = z.infer<typeof checkOutcome>;

/** The schema of a {@link CheckResult}. */
const checkResult = z.object({
  ok: z.boolean().describe("whether nothing is wrong any more"),
  checks: z.array(checkOutcome),
});
/** What `check` returns. */
export type CheckResult = z.infer<typeof checkResult>;

/** Options of `check`. */
export interface CheckOptions extends ProgressOptions<Required<Progress>> {
  /**
   * Rebuilds what is derived from the texts (indexes, counters, vectors), and overwrites bytes that
   * belong to no row. No text is changed.
   *
   * @default false
   */
  readonly repair?: boolean;
}

/** The schema of a {@link Backup}. */
export const backup = z.object({
  path: z.string().describe("absolute path of the copy, or of the restored store"),
  bytes: z.int(),
  records: z.int(),
});
/** What `backup` and `restore` return. */
export type Backup = z.infer<typeof backup>;

/** What `restore` takes. */
export interface RestoreOptions extends ProgressOptions<Required<Progress>> {
  /** The key that the backup is encrypted with. @default not encrypted */
  readonly encryption?: Encryption | undefined;
}

/** What `rekey` takes. */
export interface RekeyOptions extends ProgressOptions<Required<Progress>> {
  /** The key that the store is encrypted with. @default not encrypted */
  readonly from?: Encryption | undefined;
  /** The key that the store will be encrypted with. @default not encrypted */
  readonly to?: Encryption | undefined;
}

/** What `rekey` answers. */
export interface Rekeyed {
  /** Absolute path of the store. */
  readonly path: string;
  /** False if the store was like that already. */
  readonly changed: boolean;
}

/** The schema of a {@link ReembedResult}. */
const reembedResult = z.object({ embedder: z.string(), passages: z.int() });
/**
 * `embedder`: the id of the embedder whose vectors the store now has. `passages`: how many passages
 * were embedded for it, earlier interrupted calls included; 0 if the store already used it.
 */
export type ReembedResult = Readonly<z.infer<typeof reembedResult>>;

/** The result of a copy, which was compared with the store row by row. */
export interface CopyResult {
  /**
   * The id of the copy. A file takes over the id of the store; in PostgreSQL it is the given one.
   */
  readonly id: string;
  readonly name: string;
  readonly sources: number;
  readonly passages: number;
  readonly records: number;
  /** Rows of the audit trail, whose hash chain is the store's. */
  readonly audit_rows: number;
  /** True if an interrupted copy was finished. */
  readonly resumed: boolean;
}
