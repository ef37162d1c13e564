/** Hosts, memory, disk and cost of a fleet, from parameters that were measured. Pure. */
import type { Parameters } from "./parameters.js";

/** A kind of host. Its price is an assumption, to be replaced by your own. */
export interface HostKind {
  /**
   * Processes of `keepsake serve`, one a core: each has its own folder and is a host of the fleet.
   */
  readonly processes: number;
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly usdPerMonth: number;
}

/** What is to be carried. */
export interface Demand {
  readonly stores: number;
  readonly recordsPerStore: number;
  /** Calls of an average store in a day. */
  readonly callsPerDay: number;
}

/** Busiest hour compared with the average hour. */
const peakFactor = 4;
/** Share of its processor time that a host should use at the peak: see the simulation. */
const targetLoad = 0.5;
/** Share of a disk that should be full: copies of moves and backups need the rest. */
const targetFill = 0.6;
/** Bytes of a store, its account and a key in the registry, with their indexes. */
const registryBytes = 1200;
/** Open stores of a process: the default of `keepsake serve`. */
const openStores = 128;

/** What a demand needs. */
export interface Plan extends Demand {
  readonly diskBytes: number;
  readonly callsPerSecond: number;
  /** Hosts that each resource needs; the largest counts. */
  readonly hostsFor: { readonly disk: number; readonly processor: number; readonly memory: number };
  readonly hosts: number;
  readonly usdPerMonth: number;
  readonly usdPerStoreMonth: number;
  /** Recall in one store without waiting, in milliseconds. */
  readonly recallMs: number;
}

/** Returns what a demand needs, if a share of the calls finds its store closed. */
export function planFor(
  demand: Demand,
  { host, closedShare, parameters }: { host: HostKind; closedShare: number; parameters: Parameters },
): Plan {
  const { stores, recordsPerStore, callsPerDay } = demand;
  const bytes = parameters.emptyBytes + recordsPerStore * parameters.bytesPerRecord + registryBytes;
  const diskBytes = stores * bytes;
  const callsPerSecond = (stores * callsPerDay * peakFactor) / 86_400;
  const workMs = parameters.callMs + closedShare * parameters.openMs;
  const memoryOfProcess = parameters.processBytes + openStores * parameters.openStoreBytes;
  const hostsFor = {
    disk: Math.ceil(diskBytes / (host.diskBytes * targetFill)),
    processor: Math.ceil((callsPerSecond * workMs) / 1000 / targetLoad / host.processes),
    memory: Math.ceil((memoryOfProcess * host.processes) / host.memoryBytes),
  };
  const hosts = Math.max(...Object.values(hostsFor));
  const usdPerMonth = hosts * host.usdPerMonth;
  return {
    ...demand,
    diskBytes,
    callsPerSecond,
    hostsFor,
    hosts,
    usdPerMonth,
    usdPerStoreMonth: usdPerMonth / stores,
    recallMs: parameters.recall.fixed + (parameters.recall.perMillion * recordsPerStore) / 1e6,
  };
}

/**
 * Above so many passages the server scans the codes of a store: 49 ms for 100,000 of them on one
 * core of PostgreSQL 15. See `stores/postgres/reading/vectors`.
 */
const scan = { above: 131_072, msPerRecord: 49 / 100_000 };

/** What a demand needs with stores in PostgreSQL. */
export interface PostgresPlan extends Demand {
  readonly diskBytes: number;
  readonly callsPerSecond: number;
  /** Machines for `keepsake`, whose processes have no state. */
  readonly hosts: number;
  /** Machines that the processor and the disk of PostgreSQL need: more than one needs Citus. */
  readonly serversFor: { readonly disk: number; readonly processor: number };
  readonly servers: number;
  readonly usdPerMonth: number;
  /** Recall in one store without waiting, on loopback, in milliseconds. */
  readonly recallMs: number;
}

/** Returns what a demand needs with stores in PostgreSQL, on machines of one kind. */
export function planForPostgres(
  demand: Demand,
  { host, parameters }: { host: HostKind; parameters: Parameters },
): PostgresPlan {
  const { stores, recordsPerStore, callsPerDay } = demand;
  const { callMs, serverMs, bytesPerRecord, recallRatio } = parameters.postgres;
  const diskBytes = stores * (recordsPerStore * bytesPerRecord + registryBytes);
  const callsPerSecond = (stores * callsPerDay * peakFactor) / 86_400;
  const machines = (workMs: number) =>
    Math.ceil((callsPerSecond * workMs) / 1000 / targetLoad / host.processes);
  const serversFor = {
    disk: Math.ceil(diskBytes / (host.diskBytes * targetFill)),
    processor: machines(serverMs),
  };
  const [hosts, servers] = [Math.max(1, machines(callMs)), Math.max(1, ...Object.values(serversFor))];
  const { fixed, perMillion } = parameters.recall;
  const scanMs = recordsPerStore > scan.above ? scan.msPerRecord * recordsPerStore : 0;
  return {
    ...demand,
    diskBytes,
    callsPerSecond,
    hosts,
    serversFor,
    servers,
    usdPerMonth: (hosts + servers) * host.usdPerMonth,
    recallMs: recallRatio * (fixed + (perMillion * recordsPerStore) / 1e6) + scanMs,
  };
}
