/** Rendezvous hashing, and the requests that a move suspends. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { litestreamSettings } from "../../src/fleet/litestream.js";
import { ranked } from "../../src/fleet/placement.js";
import { Suspensions } from "../../src/fleet/suspensions.js";
import { cli } from "../cli/cli-fixture.js";

const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 8 });
const ids = Array.from({ length: 4000 }, (_, at) => `account ${at}`);

describe("ranked()", () => {
  it("does not depend on the order of the hosts, and a removed host moves only what it had", () => {
    fc.assert(
      fc.property(names, fc.string(), fc.nat(), (all, id, at) => {
        const hosts = all.map((name) => ({ name }));
        const order = ranked(id, hosts);
        expect(ranked(id, hosts.toReversed())).toEqual(order);
        const gone = order[at % order.length];
        expect(
          ranked(
            id,
            hosts.filter((host) => host !== gone),
          ),
        ).toEqual(order.filter((host) => host !== gone));
      }),
    );
  });

  it("gives each host accounts in proportion to its weight", () => {
    const hosts = [{ name: "a" }, { name: "b" }, { name: "c", weight: 2 }];
    const counts = new Map(hosts.map(({ name }) => [name, 0]));
    for (const id of ids) {
      const { name } = ranked(id, hosts)[0]!;
      counts.set(name, counts.get(name)! + 1);
    }
    // Fixed ids, so these counts never change; four standard deviations are 110.
    expect(Math.abs(counts.get("a")! - 1000)).toBeLessThan(110);
    expect(Math.abs(counts.get("c")! - 2000)).toBeLessThan(127);
  });
});

describe("Suspensions", () => {
  it("waits for requests in progress, suspends new ones, and lets them go on", async () => {
    const suspensions = new Suspensions();
    const events: string[] = [];
    const end = suspensions.enter("x");
    const suspending = suspensions.begin("x").then((open) => {
      events.push("suspended");
      return open;
    });
    const waiting = suspensions.wait("x", 60_000)!.then((isOpen) => events.push(`open ${isOpen}`));
    expect(suspensions.wait("y", 60_000)).toBeUndefined();
    await expect(suspensions.begin("x")).rejects.toMatchObject({ code: "busy" });
    expect(events).toEqual([]);
    end();
    const open = await suspending;
    open();
    await waiting;
    expect(events).toEqual(["suspended", "open true"]);
    expect(suspensions.wait("x", 60_000)).toBeUndefined();
  });

  it("reports a request that waited too long", async () => {
    const suspensions = new Suspensions();
    const open = await suspensions.begin("x");
    expect(await suspensions.wait("x", 1)).toBe(false);
    open();
  });
});

describe("keepsake litestream", () => {
  it("prints settings for the registry and every store, with quoted paths", async () => {
    const { code, stdout } = await cli(["litestream", "s3://bucket/host-a/", "--data", "/data/a b"]);
    expect(code).toBe(0);
    expect(stdout).toBe(litestreamSettings({ folder: "/data/a b", to: "s3://bucket/host-a" }));
    expect(stdout).toContain('- path: "/data/a b/registry.db"');
    expect(stdout).toContain('url: "s3://bucket/host-a/stores"');
  });
});

describe("keepsake route", () => {
  it.each([
    [["route", "--fleet-token-file", "x"], "--host"],
    [["route", "--host", "a", "--fleet-token-file", "x"], "NAME=URL"],
    [["route", "--host", "a=http://127.0.0.1:1", "--fleet-token-file", "/no/such"], "readable"],
  ])("refuses %j", async (argv, said) => {
    const { code, stderr } = await cli(argv);
    expect({ code, says: stderr.includes(said) }).toEqual({ code: 2, says: true });
  });
});
