/** The overview: how much is stored, since when, its size, and the profile. */
import type { Overview } from "../../overview.js";
import { call } from "../lib/api.js";
import { amount, bytes, typeNames } from "../lib/format.js";
import { inScope, overview } from "../lib/state.js";
import { useLoad } from "../lib/use-load.js";
import { MonthBars, totalOf } from "../ui/month-bars.js";
import { Empty, Facts, Loading, Problem, Title } from "../ui/parts.js";

/** The screen with the counts of the scope, and its profile. */
export function OverviewScreen() {
  const counted = overview.value;
  return (
    <>
      <Title note="What the scope contains, and what the store takes.">Overview</Title>
      {counted === undefined && <Loading what="the counts" />}
      {counted instanceof Error && <Problem error={counted} />}
      {counted !== undefined && !(counted instanceof Error) && <Counts counted={counted} />}
      <h2>Profile</h2>
      <Profile />
      <h2>Store</h2>
      <Store />
    </>
  );
}

function Counts({ counted }: { counted: Overview }) {
  const { types, months, current, replaced, sources, files } = counted;
  return (
    <>
      <ul class="figures">
        {Object.entries(typeNames).map(([type, name]) => (
          <li key={type}>
            <strong>{amount(types[type as keyof typeof types])}</strong> {`${name}s`}
          </li>
        ))}
      </ul>
      <Facts
        rows={[
          ["True now", amount(current)],
          ["Replaced or ended", amount(replaced)],
          ["Sources", amount(sources)],
          ["Files", amount(files.length)],
        ]}
      />
      {months.length > 0 && <MonthBars months={months} />}
      {months.length > 0 && <MonthTable months={months} />}
    </>
  );
}

function MonthTable({ months }: Pick<Overview, "months">) {
  return (
    <details>
      <summary>Numbers by month</summary>
      <table>
        <caption class="hidden">Records by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {Object.values(typeNames).map((name) => (
              <th scope="col" class="number" key={name}>
                {`${name}s`}
              </th>
            ))}
            <th scope="col" class="number">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((one) => (
            <tr key={one.month}>
              <th scope="row">{one.month}</th>
              <td class="number">{one.semantic}</td>
              <td class="number">{one.episodic}</td>
              <td class="number">{one.procedural}</td>
              <td class="number">{one.file}</td>
              <td class="number">{totalOf(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Profile() {
  const { data, error } = useLoad(JSON.stringify(inScope()), (signal) => call("profile", inScope(), signal));
  if (error !== undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading what="the profile" />;
  const parts = [
    ["Facts", data.semantic_memory],
    ["Events", data.episodic_memory],
    ["Rules", data.procedural_memory],
  ].filter(([, text]) => text !== "");
  if (parts.length === 0) return <Empty>Nothing is known about the user yet.</Empty>;
  return (
    <dl class="prose">
      {parts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Store() {
  const { data, error } = useLoad("details", (signal) => call("details", {}, signal));
  if (error !== undefined) return <Problem error={error} />;
  if (data === undefined) return <Loading what="the store" />;
  const { memory, plan, wallet_balance } = data;
  const hasPrices = plan.token_rate > 0;
  return (
    <Facts
      rows={[
        ["Name", memory.name],
        ["Id", <code key="id">{memory.id}</code>],
        [
          "Storage",
          hasPrices
            ? `${bytes(memory.storage_used)} of ${bytes(memory.storage_limit)}`
            : bytes(memory.storage_used),
        ],
        ["Requests", amount(memory.usage.requests)],
        ["Tokens", amount(memory.usage.tokens)],
        ["Plan", hasPrices ? plan.name : ""],
        ["Spent", hasPrices ? `${memory.usage.spend} USD` : ""],
        ["Wallet", hasPrices ? `${wallet_balance} USD` : ""],
      ]}
    />
  );
}
