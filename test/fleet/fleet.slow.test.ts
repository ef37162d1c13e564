/**
 * Three hosts under load: killed, paused and drained, and every acknowledged write is still there.
 */
import { expect, it, onTestFinished } from "vitest";
import { call, type Fleet, startFleet } from "./fleet-fixture.js";
import { Writer } from "./load.js";

/**
 * Starting a host again takes 2 s, and much longer on a busy machine: `benchmarks/fleet` kills 20.
 */
const kills = 4;

async function fleetWith(stores: number): Promise<{ fleet: Fleet; writers: Writer[] }> {
  const fleet = await startFleet(3);
  onTestFinished(() => fleet.close());
  const writers: Writer[] = [];
  for (let at = 0; at < stores; at += 1) {
    const { status, body } = await fleet.ask("/accounts", { name: `store ${at}` });
    expect(status).toBe(200);
    // Where rendezvous hashing puts a new account is random; here each host has as many.
    const to = fleet.hosts[at % 3]!.name;
    expect(await fleet.ask("/moves", { account: body.account, to })).toMatchObject({ status: 200 });
    writers.push(new Writer(fleet, body as { key: string; account: string }));
  }
  return { fleet, writers };
}

async function isUp(fleet: Fleet): Promise<void> {
  while (!fleet.router.directory.hosts.every((host) => host.isUp))
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Every acknowledged write is stored once, in every store, and the audit trails verify. */
async function expectNothingLost(writers: readonly Writer[]): Promise<void> {
  for (const writer of writers) {
    const { texts, isValid } = await writer.stored();
    expect(isValid).toBe(true);
    for (const text of writer.acknowledged) expect(texts.filter((one) => one === text)).toEqual([text]);
  }
}

it("no acknowledged write is lost in kills of one host after the other", async () => {
  const { fleet, writers } = await fleetWith(6);
  for (const writer of writers) writer.start();
  for (let kill = 0; kill < kills; kill += 1) {
    const host = fleet.hosts[kill % 3]!;
    // In the middle of the load: each store has written since the last kill.
    await Promise.all(writers.map((writer) => writer.more(3)));
    await host.kill();
    await host.start();
    await isUp(fleet);
  }
  await Promise.all(writers.map((writer) => writer.more(3)));
  await Promise.all(writers.map((writer) => writer.stop()));
  expect(writers.some(({ refused }) => refused > 0)).toBe(true);
  await expectNothingLost(writers);
}, 300_000);

it("a host that cannot be reached delays only its own stores, and a move under load loses nothing", async () => {
  const { fleet, writers } = await fleetWith(6);
  for (const writer of writers) writer.start();
  await Promise.all(writers.map((writer) => writer.more(3)));
  const [paused] = fleet.hosts;
  const { accounts } = (await hostsOf(fleet)).find(({ name }) => name === paused!.name)!;
  const isThere = (writer: Writer) => accounts.some(({ id }) => id === writer.account);
  expect(accounts.length).toBe(2);
  paused!.pause();
  await Promise.all(writers.filter((writer) => !isThere(writer)).map((writer) => writer.more(20)));
  const refused = await call(fleet, "details", writers.find(isThere)!.key, {});
  expect(refused.status).toBe(503);
  paused!.resume();
  await Promise.all(writers.map((writer) => writer.more(3)));

  const drained = await fleet.ask("/drain", { host: paused!.name });
  expect(drained).toMatchObject({ status: 200 });
  expect((drained.body.moved as unknown[]).length).toBe(accounts.length);
  await Promise.all(writers.map((writer) => writer.more(3)));
  expect((await hostsOf(fleet)).find(({ name }) => name === paused!.name)?.accounts).toEqual([]);
  // Back again, to a registry that had them before.
  await fleet.ask("/undrain", { host: paused!.name });
  for (const { account } of writers.filter(isThere))
    expect(await fleet.ask("/moves", { account, to: paused!.name })).toMatchObject({ status: 200 });
  await Promise.all(writers.map((writer) => writer.more(3)));
  await Promise.all(writers.map((writer) => writer.stop()));
  await expectNothingLost(writers);
}, 300_000);

interface HostOfFleet {
  readonly name: string;
  readonly accounts: readonly { readonly id: string }[];
}

async function hostsOf(fleet: Fleet): Promise<HostOfFleet[]> {
  return (await fleet.ask("/hosts")).body as unknown as HostOfFleet[];
}
