/**
 * One host as a queue: calls arrive at random, one thread carries them out in order, and a store
 * that is not among the open ones is opened first. Stores are used unequally (Zipf); one may be
 * hot. A seeded generator draws everything, so a run can be repeated.
 */
import { ranked } from "../../src/fleet/placement.js";
import { percentile } from "../latency/percentiles.js";
import type { Parameters } from "./parameters.js";

/** A host and its load. */
export interface HostLoad {
  readonly stores: number;
  /** Share of the processor time that the calls take, if no store had to be opened. */
  readonly load: number;
  /** Exponent of Zipf's law: 0 uses all stores equally. */
  readonly skew: number;
  /** Share of all calls that are of one store. */
  readonly hotShare: number;
  /** Open stores: `--max-open`. */
  readonly mostOpen: number;
}

/** What calls waited for. */
export interface Waited extends HostLoad {
  readonly callsPerSecond: number;
  readonly closedShare: number;
  readonly meanMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Calls that are simulated, and those before them, in which the first stores are opened. */
const calls = 100_000;
const calmingCalls = 20_000;

/** Simulates a host. */
export function simulateHost(host: HostLoad, parameters: Parameters): Waited {
  const random = randomFrom(7);
  const pick = zipf(host.stores, host.skew, random);
  const open = new Map<number, true>();
  const times: number[] = [];
  let [now, free, closed] = [0, 0, 0];
  for (let call = -calmingCalls; call < calls; call += 1) {
    now += -Math.log(1 - random()) * (parameters.callMs / host.load);
    const store = random() < host.hotShare ? 0 : pick();
    const isOpen = open.delete(store);
    open.set(store, true);
    if (open.size > host.mostOpen) open.delete(open.keys().next().value!);
    if (call >= 0) closed += isOpen ? 0 : 1;
    // A call is half fixed and half as long as it happens to be.
    const work = parameters.callMs * (0.5 - 0.5 * Math.log(1 - random())) + (isOpen ? 0 : parameters.openMs);
    free = Math.max(now, free) + work;
    if (call >= 0) times.push(free - now);
  }
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => percentile(times, share));
  const meanMs = times.reduce((sum, ms) => sum + ms, 0) / calls;
  const callsPerSecond = (1000 * host.load) / parameters.callMs;
  return {
    ...host,
    callsPerSecond,
    closedShare: closed / calls,
    meanMs,
    p50Ms: p50Ms!,
    p95Ms: p95Ms!,
    p99Ms: p99Ms!,
  };
}

/** How evenly accounts are placed, and how many move when a host is added. */
export function simulatePlacement(hosts: number, accounts: number) {
  const all = Array.from({ length: hosts + 1 }, (_, at) => ({ name: `host ${at}` }));
  const before = all.slice(0, hosts);
  const counts = new Map(before.map(({ name }) => [name, 0]));
  let moved = 0;
  for (let account = 0; account < accounts; account += 1) {
    const [best] = ranked(`account ${account}`, before);
    counts.set(best!.name, counts.get(best!.name)! + 1);
    if (ranked(`account ${account}`, all)[0] !== best) moved += 1;
  }
  const most = Math.max(...counts.values());
  return { hosts, accounts, fullest: (most * hosts) / accounts, movedByOneMore: moved / accounts };
}

/** Failures of hosts in a year, and what they cost an average account. */
export function simulateFailures(hosts: number, { mtbfDays, downS }: { mtbfDays: number; downS: number }) {
  const random = randomFrom(11);
  const years = 1000;
  let failures = 0;
  let together = 0;
  const ends: number[] = [];
  for (let day = 0; ; ) {
    day += -Math.log(1 - random()) * (mtbfDays / hosts);
    if (day > years * 365) break;
    failures += 1;
    if (ends.some((end) => end > day)) together += 1;
    ends.push(day + downS / 86_400);
    if (ends.length > 100) ends.splice(0, 50);
  }
  return {
    hosts,
    mtbfDays,
    downS,
    failuresPerYear: failures / years,
    twoAtOncePerYear: together / years,
    unavailableMinutesPerAccountYear: (failures * downS) / hosts / years / 60,
  };
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws stores by their rank. */
function zipf(stores: number, skew: number, random: () => number): () => number {
  const sums = new Float64Array(stores);
  let sum = 0;
  for (let rank = 0; rank < stores; rank += 1) {
    sum += (rank + 1) ** -skew;
    sums[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, stores - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
