/** Moves of an account between two hosts, interrupted at the worst moments and made again. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { StoreFolder } from "keepsake/server";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Host } from "../../../src/fleet/host.js";
import { moveAccount } from "../../../src/fleet/move.js";
import { Router } from "../../../src/fleet/router.js";
import { FleetHost } from "../../../src/server/fleet/fleet-host.js";
import { temporaryFolder } from "../server-fixture.js";

const token = "the token of the fleet";

class LocalHost {
  readonly folder: StoreFolder;
  readonly files: string;
  readonly #host: FleetHost;
  readonly isUp = true;
  readonly draining = false;
  /** The step whose answer is lost, by the end of its path. */
  lost: string | undefined;

  constructor(readonly name: string) {
    const path = temporaryFolder();
    this.folder = new StoreFolder({ folder: path, create: true, models: async () => ({}) });
    onTestFinished(() => this.folder.close());
    this.files = join(path, "stores");
    this.#host = new FleetHost({ folder: this.folder, files: this.files, token });
  }

  async ask(method: string, path: string, body?: object | Uint8Array<ArrayBuffer>): Promise<Response> {
    const given = body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body);
    const request = new Request(`http://host/fleet/${path}`, {
      ...{ method, headers: { authorization: `Bearer ${token}` } },
      ...(given === undefined ? {} : { body: given }),
    });
    const response = await this.#host.answer(request);
    if (!response.ok) throw new Error(await response.text());
    if (this.lost !== undefined && `${method} ${path}`.endsWith(this.lost)) throw new Error("lost");
    return response;
  }

  async answer<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return (await (await this.ask(method, path, body)).json()) as Answer;
  }

  remember(account: string, text: string) {
    return this.folder.service(this.store(account)).remember(text);
  }

  async texts(account: string): Promise<string> {
    const { items } = await this.folder.service(this.store(account)).records();
    return items.map(({ text }) => text).join("\n");
  }

  store(account: string) {
    const { registry } = this.folder;
    return registry.stores.withId(registry.moves.storesOf(account)[0]!)!;
  }
}

async function twoHosts() {
  const from = new LocalHost("a");
  const to = new LocalHost("b");
  const { account } = await from.answer<{ account: string }>("POST", "accounts", {
    id: crypto.randomUUID(),
    name: "boats",
  });
  await from.remember(account, "The boat is moored in Split.");
  const move = () =>
    moveAccount(account, {
      from: from as unknown as Host,
      to: to as unknown as Host,
      suspendRequests: async () => () => {},
    });
  return { account, from, to, move };
}

describe("a move of an account", () => {
  it("is made again after the router ended while the account was suspended", async () => {
    const { account, from, to, move } = await twoHosts();
    await from.answer("POST", `accounts/${account}/suspend`);
    await expect(from.remember(account, "The boat is blue.")).rejects.toMatchObject({ code: "busy" });
    await expect(move()).resolves.toMatchObject({ stores: 1 });
    expect(await to.texts(account)).toContain("Split");
    expect(from.folder.registry.moves.storesOf(account)).toEqual([]);
  });

  it("loses nothing that the target remembered after its answer was lost", async () => {
    const { account, from, to, move } = await twoHosts();
    to.lost = `PUT accounts/${account}`;
    await expect(move()).rejects.toThrow("lost");
    await to.remember(account, "The boat was sold to Marin.");
    to.lost = undefined;
    await move();
    expect(await to.texts(account)).toContain("Marin");
    expect(from.folder.registry.moves.storesOf(account)).toEqual([]);
    expect(existsSync(join(to.files, `${to.store(account).id}.draft`))).toBe(false);
  });

  it("brings the models of a store, and is refused where audit rows are kept for some days", async () => {
    const { account, from, to, move } = await twoHosts();
    const { registry } = from.folder;
    registry.plans.set({ name: "thirty", storage_gb: 1, token_rate: 0, audit_days: 30 });
    registry.accounts.assignPlan("boats", "thirty");
    await expect(move()).rejects.toThrow(/audit trail/);
    await from.remember(account, "The boat is blue.");
    registry.plans.set({ name: "plain", storage_gb: 1, token_rate: 0 });
    registry.accounts.assignPlan("boats", "plain");
    registry.stores.setModels("boats", { extractor: { name: "rules", options: {} } });
    await move();
    expect(to.store(account).models).toEqual({ extractor: { name: "rules", options: {} } });
  });
});

describe("a router of two hosts", () => {
  const routerOf = (...hosts: LocalHost[]) => new Router(hosts as unknown as Host[]);

  it("ends a move whose last step was lost, and goes on from there", async () => {
    const { account, from, to } = await twoHosts();
    to.lost = `PUT accounts/${account}`;
    const router = routerOf(from, to);
    await expect(router.move(account, "b")).rejects.toThrow("lost");
    to.lost = undefined;
    await to.remember(account, "The boat was sold to Marin.");
    // Back to where it came from, which still has the files of before.
    await expect(router.move(account, "a")).resolves.toMatchObject({ from: "b", to: "a", stores: 1 });
    expect(await from.texts(account)).toContain("Marin");
    expect(to.folder.registry.moves.storesOf(account)).toEqual([]);
  });

  it("gives a move up: the account is served where it was", async () => {
    const { account, from, to } = await twoHosts();
    await from.answer("POST", `accounts/${account}/suspend`);
    await expect(routerOf(from, to).move(account, "a")).resolves.toMatchObject({ stores: 0 });
    await from.remember(account, "The boat is blue.");
    expect(await from.texts(account)).toContain("blue");
  });

  it("refuses to move an account that is moving", async () => {
    const { account, from, to } = await twoHosts();
    const router = routerOf(from, to);
    const moving = router.move(account, "b");
    await expect(router.move(account, "b")).rejects.toMatchObject({ code: "busy" });
    await expect(moving).resolves.toMatchObject({ to: "b" });
  });
});
