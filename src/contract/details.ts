/** The details payload (specification, section 2.3). */
import { z } from "zod";

/** The schema of a {@link DetailsPayload}. */
export const detailsPayload = z.object({
  valid: z.boolean(),
  api_key: z.string().describe("empty in a bare library"),
  memory: z.object({
    id: z.string(),
    name: z.string(),
    usage: z.object({ requests: z.int(), tokens: z.int(), spend: z.number().describe("USD") }),
    storage_used: z.int().describe("bytes"),
    storage_limit: z.int().describe("bytes"),
  }),
  plan: z.object({
    name: z.string(),
    storage_gb: z.number(),
    token_rate: z.number(),
    price_month: z.number().optional().describe("USD a month; absent if 0"),
    mops_month: z.number().optional().describe("thousands of operations a month; absent without a limit"),
    audit_days: z.int().optional().describe("days that rows of the audit trail are kept; absent: for ever"),
  }),
  wallet_balance: z.number().describe("USD"),
  operations: z
    .object({
      used: z.int(),
      limit: z.int().nullable().describe("null without a limit"),
      resets_at: z.string().describe("ISO 8601: when the next month begins"),
    })
    .optional()
    .describe("memory operations of the account in the calendar month (UTC); only from a service"),
});
/** What `details` returns: plan, usage, storage and wallet of the store. */
export type DetailsPayload = z.infer<typeof detailsPayload>;
