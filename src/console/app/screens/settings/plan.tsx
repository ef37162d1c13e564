/** What the plan of the account allows, how much of it is used, and what is in the wallet. */
import type { DetailsPayload } from "../../../../contract/details.js";
import { call } from "../../lib/api.js";
import { amount, bytes, day } from "../../lib/format.js";
import { useLoad } from "../../lib/use-load.js";
import { Facts, Loading, Problem } from "../../ui/parts.js";

/** The plan of the account, and its use in this month. */
export function Plan() {
  const { data, error } = useLoad("details", (signal) => call("details", {}, signal));
  if (error !== undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading what="the plan" />;
  const { memory, plan, wallet_balance, operations } = data;
  const { storage_used, storage_limit, usage } = memory;
  return (
    <>
      <p>The account has the plan; all of its memories share the storage, the operations and the wallet.</p>
      <h2>Used</h2>
      <Share
        name="Storage"
        used={storage_used}
        limit={storage_limit}
        text={`${bytes(storage_used)} of ${bytes(storage_limit)} that this memory may use`}
      />
      {operations !== undefined && (
        <Share
          name="Memory operations"
          used={operations.used}
          limit={operations.limit}
          text={`${amount(operations.used)}${operations.limit === null ? "" : ` of ${amount(operations.limit)}`} this month, until ${day(operations.resets_at)}`}
        />
      )}
      <h2>Plan</h2>
      <Facts rows={termsOf(plan)} />
      <h2>Wallet</h2>
      <Facts
        rows={[
          ["Balance", `${wallet_balance} USD`],
          ["Spent here", `${usage.spend} USD`],
          ["Tokens", amount(usage.tokens)],
          ["Requests", amount(usage.requests)],
        ]}
      />
    </>
  );
}

/** What a plan allows and costs, as names and values. */
function termsOf({ name, price_month, storage_gb, mops_month, token_rate }: DetailsPayload["plan"]) {
  return [
    ["Name", name],
    ["Price", price_month === undefined ? "none" : `${price_month} USD a month`],
    ["Storage", `${amount(storage_gb)} GB`],
    ["Operations", mops_month === undefined ? "no limit" : `${amount(mops_month)} MOps a month`],
    ["Token rate", token_rate > 0 ? `× ${token_rate}` : "nothing is charged"],
  ] as const;
}

interface Used {
  readonly name: string;
  readonly used: number;
  readonly limit: number | null;
  readonly text: string;
}

/** A number with its limit, also as a bar. */
function Share({ name, used, limit, text }: Used) {
  return (
    <div class="share">
      <span>{`${name}: ${text}`}</span>
      {limit !== null && limit > 0 && (
        <meter min={0} max={limit} high={0.9 * limit} value={used} aria-label={name} />
      )}
    </div>
  );
}
