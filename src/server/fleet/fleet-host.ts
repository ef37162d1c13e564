/**
 * What a host of a fleet answers to its router, under `/fleet/`, with the token of the fleet. A
 * move of an account consists of steps on two hosts. Each step can be repeated:
 *
 *   source                          target
 *   POST accounts/ID/snapshot       PUT stores/ID/blocks/N, POST stores/ID/end  while it serves
 *   POST accounts/ID/suspend        the same, with the blocks that differ
 *                                   PUT accounts/ID                             the target serves
 *   POST accounts/ID/leave                                                  the source has nothing
 *
 * From `suspend` to `resume` the source does not serve the account, even after a restart.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openPlan } from "../../accounts/registry/plans.js";
import { MemoryError, parseInput } from "../../contract/errors.js";
import { jsonResponse } from "../request/envelope.js";
import { failureOf } from "../request/failure.js";
import type { StoreFolder } from "../stores/store-folder.js";
import { removeStoreFile } from "../stores/store-places.js";
import { blocksOf, endFile, readBlock, writeBlock } from "./store-blocks.js";
import { syncFolder } from "./suspended-stores.js";

/** The parts of a host. */
export interface FleetHostOptions {
  readonly folder: StoreFolder;
  /** The folder of the stores' files. */
  readonly files: string;
  /** The token that the router sends. */
  readonly token: string;
}

const newAccount = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  plan: z.string().default(openPlan.name),
});

type Step = (id: string, request: Request, at: number) => Promise<unknown> | unknown;

/** Answers the router of a fleet. */
export class FleetHost {
  readonly #folder: StoreFolder;
  readonly #files: string;
  readonly #token: Buffer;
  readonly #steps: Readonly<Record<string, Step>> = {
    "GET keys": (id) => this.#accountOfKey(id),
    "GET accounts": () => this.#accounts(),
    "POST accounts": (_, request) => this.#create(request),
    "POST accounts snapshot": (id) => this.#snapshot(id),
    "POST accounts suspend": (id) => this.#suspend(id),
    "POST accounts resume": (id) => this.#resume(id),
    "PUT accounts": (_, request) => this.#takeOver(request),
    "POST accounts leave": (id) => this.#leave(id),
    "GET stores blocks": (id) => blocksOf(this.#readable(id)),
    "GET stores block": (id, _, at) => readBlock(this.#readable(id), at),
    "GET stores draft": (id) => blocksOf(this.#path(id, "draft")),
    "PUT stores draft": async (id, request, at) =>
      writeBlock(this.#path(id, "draft"), at, new Uint8Array(await request.arrayBuffer())),
    "POST stores end": (id, _, size) => endFile(this.#path(id, "draft"), size),
  };

  constructor({ folder, files, token }: FleetHostOptions) {
    this.#folder = folder;
    this.#files = files;
    this.#token = digest(`Bearer ${token}`);
  }

  /** Answers a request. It never throws. */
  async answer(request: Request): Promise<Response> {
    if (!timingSafeEqual(digest(request.headers.get("authorization") ?? ""), this.#token))
      return jsonResponse({ detail: "The token of the fleet is required" }, 401);
    const [, , kind = "", id = "", step, at = "0"] = new URL(request.url).pathname.split("/");
    const run = this.#steps[[request.method, kind, step].filter(Boolean).join(" ")];
    if (run === undefined || !/^[\w-]{0,64}$/.test(id) || !/^\d{1,15}$/.test(at))
      return jsonResponse({ detail: "Not Found" }, 404);
    try {
      const answer = await run(id, request, Number(at));
      return answer instanceof Uint8Array
        ? new Response(answer as Uint8Array<ArrayBuffer>)
        : jsonResponse(answer ?? {});
    } catch (error) {
      const { status, detail, code } = failureOf(error, request.signal);
      // The operator of the fleet gets the full message, which clients do not.
      return jsonResponse({ detail: MemoryError.is(error) ? error.message : detail, code }, status);
    }
  }

  get #moves() {
    return this.#folder.registry.moves;
  }

  #accountOfKey(keyId: string) {
    const account = this.#moves.accountOfKey(keyId);
    return account === undefined
      ? { account: null }
      : { account, suspended: this.#isSuspended(this.#moves.storesOf(account)) };
  }

  #isSuspended(stores: readonly string[]): boolean {
    return stores.some((id) => this.#folder.isSuspended(id));
  }

  #accounts() {
    const { accounts } = this.#folder.registry;
    return accounts.list().map(({ id, name }) => {
      const stores = this.#moves.storesOf(id);
      const bytes = stores.map((store) => statSync(this.#path(store), { throwIfNoEntry: false })?.size ?? 0);
      const sum = bytes.reduce((total, size) => total + size, 0);
      return { id, name, stores: stores.length, bytes: sum, suspended: this.#isSuspended(stores) };
    });
  }

  async #create(request: Request) {
    const wanted = parseInput(newAccount, await request.json(), "create an account");
    const store = await this.#folder.create(wanted.name, wanted.plan, wanted.id);
    const { key } = this.#folder.registry.keys.create(store);
    return { account: store.accountId, store: store.id, key };
  }

  /** Copies the stores to backups while they are in use. @returns the ids of the stores */
  async #snapshot(account: string): Promise<{ stores: string[] }> {
    const stores = this.#moves.storesOf(account);
    for (const id of stores) {
      const path = this.#path(id, "snapshot");
      rmSync(path, { force: true });
      // The store is suspended if an interrupted move is repeated. Nobody writes to its file, so
      // the file is read without a backup.
      if (!this.#folder.isSuspended(id))
        await this.#folder.backup(this.#folder.registry.stores.withId(id)!, path);
    }
    return { stores };
  }

  /**
   * Ends the calls of an account and refuses new ones.
   *
   * @returns the registry's data for the target
   */
  async #suspend(account: string) {
    const dump = this.#moves.dump(account);
    const stores = this.#moves.storesOf(account);
    await this.#folder.suspend(stores);
    for (const id of stores) {
      rmSync(this.#path(id, "snapshot"), { force: true });
      const log = statSync(`${this.#path(id)}-wal`, { throwIfNoEntry: false });
      if ((log?.size ?? 0) > 0) throw isInUse();
    }
    // Dumps again, because a call that has just ended may have enlarged its share of the wallet.
    return { ...dump, ...this.#moves.dump(account) };
  }

  #resume(account: string): void {
    for (const id of this.#moves.storesOf(account)) this.#folder.resume(id);
  }

  /** Turns the drafts into stores, and adds their account. */
  async #takeOver(request: Request) {
    const dump = await request.json();
    const { account, stores } = this.#moves.check(dump);
    // This host took these stores over before, but the response was lost: its files are newer than
    // the drafts.
    const served = this.#moves.storesOf(account.id).filter((id) => !this.#folder.isSuspended(id));
    for (const id of served) rmSync(this.#path(id, "draft"), { force: true });
    if (served.length > 0) return { stores: served.length };
    const wanted = stores.filter(({ forgotten_at }) => forgotten_at === null);
    for (const { id } of wanted) {
      const draft = this.#path(id, "draft");
      if (existsSync(draft)) renameSync(draft, this.#path(id));
      else if (!existsSync(this.#path(id))) throw missing(id);
    }
    // The source deletes its files after this response, so the new ones must be on the disk before.
    syncFolder(this.#files);
    this.#moves.add(dump);
    for (const { id } of wanted) this.#folder.resume(id);
    return { stores: wanted.length };
  }

  #leave(account: string): void {
    const { registry } = this.#folder;
    for (const id of this.#moves.storesOf(account)) {
      const store = registry.stores.withId(id)!;
      registry.forgetStore(store.name);
      removeStoreFile(this.#path(id));
      this.#folder.resume(id);
    }
  }

  /** The file to transfer: that of a suspended store, else its snapshot. */
  #readable(id: string): string {
    const snapshot = this.#path(id, "snapshot");
    return existsSync(snapshot) ? snapshot : this.#path(id);
  }

  #path(id: string, kind: "db" | "draft" | "snapshot" = "db"): string {
    return join(this.#files, `${id}.${kind}`);
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isInUse(): MemoryError<"busy"> {
  const message = "Cannot move the account: its stores must not be open in another process, and one is";
  return new MemoryError("busy", message, { data: { timeoutMs: 0 } });
}

function missing(id: string): MemoryError<"not_found"> {
  const message = `Cannot take over the account: the file of store ${id} must be here, and is not`;
  return new MemoryError("not_found", message, { data: { id } });
}
