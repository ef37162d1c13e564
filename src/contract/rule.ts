/**
 * A rule in the payloads of `recall` and `profile`, with the person who stated it and the time, so
 * that a prompt can pass it on as that person's instruction.
 */
import { z } from "zod";
import { recordId, storedTime } from "./record.js";

/** The schema of a {@link LaidDownRule}. */
export const laidDownRule = z.object({
  record_id: recordId,
  text: z.string().describe("the sentences that state it, verbatim"),
  trigger: z.string().optional().describe("the condition, where it has one"),
  standing: z
    .boolean()
    .describe("true: it applies to every question; false: the question meets its condition"),
  said_by: z.string().nullable().describe("name of the person who stated it; null where none was given"),
  said_at: storedTime,
});
/** A rule that a user stated. */
export type LaidDownRule = z.infer<typeof laidDownRule>;
