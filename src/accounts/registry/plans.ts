/**
 * Plans: what the stores of an account may use, and what that costs (specification, sections 2.3
 * and 8).
 */
import { z } from "zod";
import { parseInput } from "../../contract/errors.js";
import { filledText } from "../../contract/record.js";
import { missing, type RegistryDatabase } from "./file/database.js";

/** The schema of a {@link PlanEntry}. */
const planEntry = z.strictObject({
  name: filledText(128).refine((name) => !/\p{Cc}/u.test(name), "must not contain control characters"),
  storage_gb: z.number().min(0).max(1e6).describe("GB of 10^9 bytes, of all stores of an account"),
  token_rate: z.number().min(0).max(1e6).describe("multiplier of the price of a token; 0 charges nothing"),
  price_month: z.number().min(0).max(1e6).optional().describe("USD a month, for invoices"),
  mops_month: z.number().min(0).max(1e9).optional().describe("thousands of memory operations a month"),
  audit_days: z
    .int()
    .min(1)
    .max(36_525)
    .optional()
    .describe("days that rows of the audit trail are kept at least; absent: for ever"),
});
/**
 * A plan: what it allows and costs. An absent price is 0; any other absent field means no limit.
 */
export type PlanEntry = Readonly<z.infer<typeof planEntry>>;

/**
 * The plan of an account if none is named: nothing costs anything, and storage is limited to
 * 1000 GB.
 */
export const openPlan: PlanEntry = { name: "open", storage_gb: 1000, token_rate: 0 };

/** The Builder plan of the specification (section 8). */
const builderPlan: PlanEntry = {
  name: "builder",
  storage_gb: 10,
  token_rate: 1,
  price_month: 49,
  mops_month: 5000,
};

/** The plans that every registry has from the start. */
const builtInPlans: readonly PlanEntry[] = [openPlan, builderPlan];

/** The columns of a {@link PlanRow}, from the table of plans `p`. */
export const planColumns = `p.name as planName, p.storage_gb, p.token_rate, p.price_month, p.mops_month,
  p.audit_days`;

/** A row of a plan. */
export interface PlanRow {
  readonly planName: string;
  readonly storage_gb: number;
  readonly token_rate: number;
  readonly price_month: number;
  readonly mops_month: number | null;
  readonly audit_days: number | null;
}

/** Converts a row into a {@link PlanEntry}. */
export function toPlan(row: PlanRow): PlanEntry {
  const { planName, storage_gb, token_rate, price_month, mops_month, audit_days } = row;
  return {
    name: planName,
    storage_gb,
    token_rate,
    ...(price_month === 0 ? {} : { price_month }),
    ...(mops_month === null ? {} : { mops_month }),
    ...(audit_days === null ? {} : { audit_days }),
  };
}

/** The plans of a registry. */
export class PlanTable {
  readonly #registry: RegistryDatabase;

  constructor(registry: RegistryDatabase) {
    this.#registry = registry;
  }

  /** Every plan, including the built-in ones. */
  list(): PlanEntry[] {
    const kept = this.#registry
      .all<PlanRow>(`select ${planColumns} from plans p order by p.name`)
      .map(toPlan);
    const names = new Set(kept.map(({ name }) => name));
    return [...builtInPlans.filter(({ name }) => !names.has(name)), ...kept];
  }

  /**
   * Creates a plan, or changes it for every account that has it.
   *
   * @throws {MemoryError} `invalid_input`
   */
  set(plan: PlanEntry): PlanEntry {
    const valid = parseInput(planEntry, plan, "set a plan");
    this.#registry.write("set a plan", () => {
      this.#keep(valid);
      const { name, ...terms } = valid;
      this.#registry.record({ operation: "PLAN_SET", subject: name, reason: JSON.stringify(terms) });
    });
    return valid;
  }

  /**
   * Stores a built-in plan when it is first used, so that a later version cannot change an
   * account's terms. Call it inside a write transaction.
   *
   * @throws {MemoryError} `not_found`
   */
  use(name: string): void {
    const plan = this.list().find((one) => one.name === name);
    if (plan === undefined) throw missing("plan", name);
    if (this.#registry.get("select 1 from plans where name = ?", name) === undefined) this.#keep(plan);
  }

  #keep({ name, storage_gb, token_rate, price_month = 0, mops_month, audit_days }: PlanEntry): void {
    this.#registry.run(
      `insert into plans (name, storage_gb, token_rate, price_month, mops_month, audit_days)
         values (?, ?, ?, ?, ?, ?)
       on conflict (name) do update set storage_gb = excluded.storage_gb, token_rate = excluded.token_rate,
         price_month = excluded.price_month, mops_month = excluded.mops_month, audit_days = excluded.audit_days`,
      name,
      storage_gb,
      token_rate,
      price_month,
      mops_month ?? null,
      audit_days ?? null,
    );
  }
}
