/**
 * Plans: a storage allowance and a multiplier for the price of tokens (specification, sections 2.3
 * and 8).
 */
import { z } from "zod";
import { filledText } from "../contract/record.js";

/** The schema of a {@link PlanEntry}. */
export const planEntry = z.strictObject({
  name: filledText(128).refine((name) => !/\p{Cc}/u.test(name), "must not contain control characters"),
  storage_gb: z.number().min(0).max(1e6).describe("GB of 10^9 bytes"),
  token_rate: z.number().min(0).max(1e6).describe("multiplier of the price of a token; 0 charges nothing"),
});
/** A plan: what it allows and costs. */
export type PlanEntry = Readonly<z.infer<typeof planEntry>>;

/**
 * The plan of a store where none is named: nothing costs anything, and storage is limited to 1000
 * GB.
 */
export const openPlan: PlanEntry = { name: "open", storage_gb: 1000, token_rate: 0 };

/**
 * The Builder plan of the specification (section 8): 10 GB. Its monthly price concerns invoices,
 * not memory.
 */
const builderPlan: PlanEntry = { name: "builder", storage_gb: 10, token_rate: 1 };

/** The plans that every registry has from the start. */
export const builtInPlans: readonly PlanEntry[] = [openPlan, builderPlan];
