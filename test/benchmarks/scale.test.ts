/** The model of `benchmarks/scale`: what it must answer whatever was measured. */
import { describe, expect, it } from "vitest";
import { planFor, planForPostgres } from "../../benchmarks/scale/model.js";
import type { Parameters } from "../../benchmarks/scale/parameters.js";
import { simulateFailures, simulateHost, simulatePlacement } from "../../benchmarks/scale/simulate.js";

const parameters: Parameters = {
  emptyBytes: 300_000,
  bytesPerRecord: 1000,
  callMs: 2,
  openMs: 10,
  recall: { fixed: 2, perMillion: 6 },
  processBytes: 1e8,
  openStoreBytes: 1e6,
  postgres: { callMs: 3, serverMs: 1, bytesPerRecord: 2000, recallRatio: 2 },
};
const host = { processes: 4, memoryBytes: 16e9, diskBytes: 1e12, usdPerMonth: 100 };
const given = { host, closedShare: 0.5, parameters };
const load = { stores: 128, load: 0.5, skew: 0.8, hotShare: 0, mostOpen: 128 };

describe("planFor()", () => {
  it("counts the hosts that the scarcest resource needs", () => {
    // 10⁶ stores of 10⁶ bytes and more are 1.3 × 10¹² bytes, of which a disk takes 6 × 10¹¹.
    const full = planFor({ stores: 1e6, recordsPerStore: 1000, callsPerDay: 0 }, given);
    expect(full).toMatchObject({ hosts: 3, hostsFor: { disk: 3, processor: 0 }, usdPerMonth: 300 });
    // 864 calls a second of 2 ms and every second one 10 ms more are 6,048 ms of work.
    const busy = planFor({ stores: 18_662_400 / 86_400, recordsPerStore: 1, callsPerDay: 86_400 }, given);
    expect(busy.callsPerSecond).toBe(864);
    expect(busy).toMatchObject({ hosts: 4, hostsFor: { processor: 4 } });
  });
});

describe("planForPostgres()", () => {
  it("counts machines for the processes and for the server, which share no resource", () => {
    // 864 calls a second are 2,592 ms of work of the processes and 864 of the server.
    const busy = { stores: 18_662_400 / 86_400, recordsPerStore: 1, callsPerDay: 86_400 };
    const plan = planForPostgres(busy, given);
    expect(plan).toMatchObject({ hosts: 2, servers: 1, serversFor: { processor: 1 }, usdPerMonth: 300 });
    // 10⁹ records of 2,000 bytes are four disks, which one server does not have.
    const full = planForPostgres({ stores: 1000, recordsPerStore: 1e6, callsPerDay: 0 }, given);
    expect(full).toMatchObject({ hosts: 1, servers: 4, serversFor: { disk: 4, processor: 0 } });
    // Twice the 8 ms of a file, and the scan of 10⁶ codes.
    expect(full.recallMs).toBe(506);
  });
});

describe("simulateHost()", () => {
  it("waits as a queue with one server does", () => {
    // Pollaczek and Khinchine: at a load of 0.5, with a variance of work of a quarter of its
    // square, a call waits 1.25 ms on average and takes 3.25.
    const waited = simulateHost(load, parameters);
    expect(waited.closedShare).toBeLessThan(0.001);
    expect(waited.meanMs).toBeCloseTo(3.25, 1);
    expect(simulateHost(load, parameters)).toEqual(waited);
  });

  it("finds most stores closed where many are used, and fewer where one is hot", () => {
    const many = { ...load, stores: 10_000, load: 0.05 };
    const even = simulateHost(many, parameters);
    expect(even.closedShare).toBeGreaterThan(0.7);
    const hot = simulateHost({ ...many, hotShare: 0.5 }, parameters);
    expect(hot.closedShare / even.closedShare).toBeCloseTo(0.5, 1);
  });
});

it("placement is even and moves only what a new host gets; failures are as frequent as hosts fail", () => {
  const { fullest, movedByOneMore } = simulatePlacement(4, 4000);
  expect(fullest).toBeLessThan(1.15);
  expect(movedByOneMore).toBeCloseTo(0.2, 1);
  const { failuresPerYear, unavailableMinutesPerAccountYear } = simulateFailures(10, {
    mtbfDays: 100,
    downS: 60,
  });
  expect(failuresPerYear).toBeCloseTo(36.5, 0);
  expect(unavailableMinutesPerAccountYear).toBeCloseTo(3.65, 1);
});
