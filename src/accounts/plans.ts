/** Plans: a storage allowance and a multiplier for the price of tokens (specification, sections 2.3 and 8). */
import { z } from "zod";
import { filledText } from "../contract/record.js";

/** What a plan allows and costs. */
export const planEntry = z.strictObject({
  name: filledText(128).refine((name) => !/\p{Cc}/u.test(name), "must not contain control characters"),
  storage_gb: z.number().min(0).max(1e6).describe("GB of 10^9 bytes"),
  token_rate: z.number().min(0).max(1e6).describe("multiplies the price of a token; 0 charges nothing"),
});
export type PlanEntry = Readonly<z.infer<typeof planEntry>>;

/** What a store is on where no plan is named: nothing costs anything. 1000 GB is what a plan holds where nobody decided otherwise. */
export const openPlan: PlanEntry = { name: "open", storage_gb: 1000, token_rate: 0 };

/** The Builder plan of the specification (section 8): 10 GB. Its price a month is a matter of invoices, not of memory. */
const builderPlan: PlanEntry = { name: "builder", storage_gb: 10, token_rate: 1 };

/** The plans that every registry knows before any is made. */
export const builtInPlans: readonly PlanEntry[] = [openPlan, builderPlan];
