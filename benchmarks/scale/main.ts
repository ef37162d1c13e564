/**
 * A model of many stores on many hosts: `npm run bench:scale`. It reads what the other benchmarks
 * measured, measures small stores itself, simulates the queue of a host, placement and failures,
 * and prints hosts, disk and cost for 10³ to 10⁷ stores. `--keep` saves the result.
 *
 *   --calls 50         calls of an average store in a day
 *   --host-usd 100     price of a host of 8 cores, 32 GiB and 1 TB in a month
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keepResult, provenance } from "../provenance.js";
import { type HostKind, planFor, planForPostgres } from "./model.js";
import { parameters as measure } from "./parameters.js";
import { simulateFailures, simulateHost, simulatePlacement } from "./simulate.js";

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "50" },
    "host-usd": { type: "string", default: "100" },
    keep: { type: "boolean", default: false },
  },
});
const host: HostKind = {
  processes: 8,
  memoryBytes: 32 * 2 ** 30,
  diskBytes: 1e12,
  usdPerMonth: Number(values["host-usd"]),
};

const folder = mkdtempSync(join(tmpdir(), "keepsake-scale-"));
const parameters = await measure(folder);
rmSync(folder, { recursive: true });

const even = { skew: 0.8, hotShare: 0, mostOpen: 128 };
const queues = [
  { ...even, stores: 128, load: 0.5 },
  { ...even, stores: 1000, load: 0.1 },
  { ...even, stores: 1000, load: 0.5, mostOpen: 1000 },
  { ...even, stores: 10_000, load: 0.1 },
  { ...even, stores: 10_000, load: 0.2, mostOpen: 3000 },
  { ...even, stores: 100_000, load: 0.1 },
  { ...even, stores: 10_000, load: 0.1, hotShare: 0.5 },
].map((one) => simulateHost(one, parameters));
const closedShare = queues.find(({ stores }) => stores === 100_000)!.closedShare;
const demands = [
  ...[1e3, 1e4, 1e5, 1e6, 1e7].map((stores) => ({ stores, recordsPerStore: 100 })),
  ...[1e3, 1e4, 1e5, 1e6, 1e7].map((stores) => ({ stores, recordsPerStore: 1e9 / stores })),
].map((demand) => ({ ...demand, callsPerDay: Number(values.calls) }));
const plans = demands.map((demand) => planFor(demand, { host, closedShare, parameters }));
const postgres = demands.map((demand) => planForPostgres(demand, { host, parameters }));
const placements = [
  [3, 1000],
  [10, 10_000],
  [30, 30_000],
].map(([hosts, accounts]) => simulatePlacement(hosts!, accounts!));
const failures = [3, 30, 300].map((hosts) => simulateFailures(hosts, { mtbfDays: 90, downS: 30 }));

const report = { ...provenance(), parameters, host, queues, plans, postgres, placements, failures };
print("parameters", [parameters]);
print("one process: waiting and work", queues);
print(
  `fleets, ${values.calls} calls a store and day`,
  plans.map(({ hostsFor, ...plan }) => ({ ...plan, ...hostsFor })),
);
print(
  "the same in PostgreSQL",
  postgres.map(({ serversFor, ...plan }) => ({ ...plan, ...serversFor })),
);
print("placement", placements);
print("failures", failures);
if (values.keep) keepResult("scale", report);

function print(title: string, rows: readonly object[]): void {
  console.log(`\n${title}`);
  console.table(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === "number" ? Number(value.toPrecision(3)) : JSON.stringify(value),
        ]),
      ),
    ),
  );
}
