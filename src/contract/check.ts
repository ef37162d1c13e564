/**
 * The options and the result of `check`: whether a store is intact. The result contains no content.
 */
import { z } from "zod";
import type { Progress, ProgressOptions } from "./memory-service.js";

/** What is looked at, in this order. */
export const checkNames = [
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

/** One look. */
export const checkOutcome = z.object({
  check: z.enum(checkNames),
  ok: z.boolean(),
  looked: z.int().describe("rows, passages, vectors or pages that were looked at"),
  wrong: z.int().describe("how many of them are not as they must be"),
  repaired: z.boolean().describe("whether it was wrong, and is not any more"),
  examples: z
    .array(z.string())
    .describe("the first few: ids, numbers of rows, or what SQLite says; never content"),
});
export type CheckOutcome = z.infer<typeof checkOutcome>;

/** What `check` answers. */
export const checkResult = z.object({
  ok: z.boolean().describe("whether nothing is wrong now"),
  checks: z.array(checkOutcome),
});
export type CheckResult = z.infer<typeof checkResult>;

/** What `check` takes. */
export interface CheckOptions extends ProgressOptions<Required<Progress>> {
  /**
   * Rebuilds what follows from the texts: indexes, counters, vectors; overwrites bytes that belong
   * to no row. No text is changed.
   *
   * @default false
   */
  readonly repair?: boolean;
}

/** What `backup` and `restore` answer. */
export const backup = z.object({
  path: z.string().describe("absolute path of the copy"),
  bytes: z.int(),
  records: z.int(),
});
export type Backup = z.infer<typeof backup>;
