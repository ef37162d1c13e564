/**
 * Where accounts are. The registries of the hosts decide: the router has no state of its own that
 * could be lost. It asks for a key once, and caches the answer until a host says otherwise.
 */
import { MemoryError } from "../contract/errors.js";
import type { Host } from "./host.js";

/** Where the account of a key is. */
export interface Place {
  readonly account: string;
  readonly host: Host;
}

/** Most cached keys: some 20 MB. */
const maxCached = 100_000;

/** Finds the accounts of keys. */
export class Directory {
  readonly hosts: readonly Host[];
  readonly #places = new Map<string, Place>();

  constructor(hosts: readonly Host[]) {
    this.hosts = hosts;
  }

  /**
   * Returns the place of a key; `undefined` if no host has it.
   *
   * @throws {MemoryError} `unreachable` if a host that may have it does not answer
   */
  async find(keyId: string): Promise<Place | undefined> {
    const cached = this.#places.get(keyId);
    if (cached !== undefined) return cached;
    const answers = await Promise.all(this.hosts.map((host) => accountOf(keyId, host)));
    const found = answers.find((answer) => typeof answer === "object");
    if (found === undefined) {
      if (answers.includes("unknown")) throw unreachable();
      return undefined;
    }
    if (this.#places.size >= maxCached) this.#places.clear();
    this.#places.set(keyId, found);
    return found;
  }

  /** Forgets what is cached of a key, or of an account. */
  forget({ keyId, account }: { readonly keyId?: string; readonly account?: string }): void {
    if (keyId !== undefined) this.#places.delete(keyId);
    for (const [key, place] of this.#places) if (place.account === account) this.#places.delete(key);
  }

  /** Returns the host that has an account. @throws {MemoryError} `not_found`, `unreachable` */
  async hostOf(account: string): Promise<Host> {
    for (const host of this.hosts) {
      const accounts = await host.answer<{ id: string }[]>("GET", "accounts");
      if (accounts.some(({ id }) => id === account)) return host;
    }
    throw new MemoryError("not_found", `No host has account ${account}`, { data: { id: account } });
  }

  /** Returns the host with a name. @throws {MemoryError} `not_found` */
  named(name: string): Host {
    const host = this.hosts.find((one) => one.name === name);
    if (host !== undefined) return host;
    throw new MemoryError("not_found", `There is no host ${name}`, { data: { id: name } });
  }
}

/** Asks a host for a key. @returns `unknown` if it does not answer */
async function accountOf(keyId: string, host: Host): Promise<Place | "none" | "unknown"> {
  if (!host.isUp) return "unknown";
  try {
    const { account } = await host.answer<{ account: string | null }>("GET", `keys/${keyId}`);
    return account === null ? "none" : { account, host };
  } catch (error) {
    if (MemoryError.is(error, "unreachable")) return "unknown";
    throw error;
  }
}

function unreachable(): MemoryError<"unreachable"> {
  const message = "A host that may have the store does not answer";
  return new MemoryError("unreachable", message, { data: { attempts: 1 } });
}
