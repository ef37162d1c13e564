/**
 * A rule as answers return it: who laid it down and when, so that a prompt can hand it on as an
 * instruction of theirs.
 */
import { z } from "zod";
import { recordId, storedTime } from "./record.js";

/** The schema of a {@link LaidDownRule}. */
export const laidDownRule = z.object({
  record_id: recordId,
  text: z.string().describe("the sentences that lay it down, verbatim"),
  trigger: z.string().optional().describe("the condition, where it has one"),
  standing: z.boolean().describe("true: it holds whatever is asked; false: the question meets its condition"),
  said_by: z.string().nullable().describe("the name that it was said under; null where none was given"),
  said_at: storedTime,
});
/** A rule that a user laid down. */
export type LaidDownRule = z.infer<typeof laidDownRule>;
