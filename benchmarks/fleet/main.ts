/**
 * A fleet under load while its hosts are killed: `npm run bench:fleet -- --kills 20`. Three hosts
 * on loopback, each store with one writer that waits for its answer, and `--think` milliseconds
 * before the next write. Afterwards every acknowledged write must be stored once, and every audit
 * trail valid. Reported is how long calls of stores on other hosts took while a host was down,
 * compared with the time before each outage, in turns: so what else the machine does slows both.
 *
 * All hosts share this machine, so a host that starts again takes processor time from the others,
 * which on machines of their own it would not. `--pause` stops a host instead and lets it go on,
 * which takes none. `--think 0` keeps the processors of a small machine busy: then all wait for
 * each other.
 */
import { parseArgs } from "node:util";
import { type HostProcess, startFleet } from "../../test/fleet/fleet-fixture.js";
import { Writer } from "../../test/fleet/load.js";
import { percentile } from "../latency/percentiles.js";
import { keepResult, provenance } from "../provenance.js";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    stores: { type: "string", default: "6" },
    think: { type: "string", default: "100" },
    pause: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const kills = Number(values.kills);
const thinkMs = Number(values.think);
/**
 * Writes of each store before an outage: some to load code on a host that was started, some to
 * time.
 */
const writes = { first: 5, timed: 10 };

/** From when to when, by `performance.now()`. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** When a host was down. */
interface Outage extends Period {
  readonly host: HostProcess;
}

const fleet = await startFleet(3, 1000);
const writers: { readonly writer: Writer; readonly host: HostProcess }[] = [];
for (let at = 0; at < Number(values.stores); at += 1) {
  const host = fleet.hosts[at % 3]!;
  const { body } = await fleet.ask("/accounts", { name: `store ${at}` });
  await fleet.ask("/moves", { account: body.account, to: host.name });
  writers.push({ writer: new Writer(fleet, body as { key: string; account: string }, thinkMs), host });
}
for (const { writer } of writers) writer.start();
const calmPeriods: Period[] = [];
const outages: Outage[] = [];
for (let kill = 0; kill < kills; kill += 1) {
  const host = fleet.hosts[kill % 3]!;
  await more(writes.first);
  const calmFrom = performance.now();
  await more(writes.timed);
  const from = performance.now();
  calmPeriods.push({ from: calmFrom, to: from });
  if (values.pause) await paused(host);
  else {
    await host.kill();
    await host.start();
  }
  while (!fleet.router.directory.hosts.every(({ isUp }) => isUp)) await sleep(5);
  outages.push({ host, from, to: performance.now() });
}
await more(writes.first);
await Promise.all(writers.map(({ writer }) => writer.stop()));

let lost = 0;
let twice = 0;
let broken = 0;
for (const { writer } of writers) {
  const { texts, isValid } = await writer.stored();
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  lost += writer.acknowledged.filter((text) => !counts.has(text)).length;
  twice += writer.acknowledged.filter((text) => (counts.get(text) ?? 0) > 1).length;
  broken += isValid ? 0 : 1;
}
await fleet.close();

const calm = calmPeriods.flatMap((period) => timesOf(() => true, period));
const others = outages.flatMap((outage) => timesOf((host) => host !== outage.host, outage));
const report = {
  ...provenance(),
  hosts: 3,
  stores: writers.length,
  think_ms: thinkMs,
  how: values.pause ? "paused for 2 s" : "kill -9, started again",
  outages: outages.length,
  acknowledged: writers.reduce((sum, { writer }) => sum + writer.acknowledged.length, 0),
  refused: writers.reduce((sum, { writer }) => sum + writer.refused, 0),
  lost,
  twice,
  broken_trails: broken,
  outage_p50_ms: percentile(
    outages.map(({ from, to }) => to - from),
    0.5,
  ),
  before: { calls: calm.length, p50_ms: percentile(calm, 0.5), p95_ms: percentile(calm, 0.95) },
  others: { calls: others.length, p50_ms: percentile(others, 0.5), p95_ms: percentile(others, 0.95) },
};
console.log(JSON.stringify(report, null, 2));
if (values.save) keepResult(values.pause ? "fleet-paused" : "fleet", report);
if (lost + twice + broken > 0) process.exitCode = 1;

async function more(count: number): Promise<void> {
  await Promise.all(writers.map(({ writer }) => writer.more(count)));
}

/** Until the router has noticed, and 2 s longer. */
async function paused(host: HostProcess): Promise<void> {
  host.pause();
  while (fleet.router.directory.named(host.name).isUp) await sleep(5);
  await sleep(2000);
  host.resume();
}

/** How long calls took that ended within a time, of the stores on some hosts. */
function timesOf(isOn: (host: HostProcess) => boolean, { from, to }: Period): number[] {
  return writers
    .filter(({ host }) => isOn(host))
    .flatMap(({ writer }) => writer.times.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
