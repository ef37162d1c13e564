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
  plan: z.object({ name: z.string(), storage_gb: z.number(), token_rate: z.number() }),
  wallet_balance: z.number().describe("USD"),
});
/** What `details` returns: plan, usage, storage and wallet of the store. */
export type DetailsPayload = z.infer<typeof detailsPayload>;
