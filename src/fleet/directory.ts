/**
 * Where accounts are. The registries of the hosts decide: the router has no state of its own that
 * could be lost. It asks for a key once, and caches the answer until a host contradicts it.
 */
import { MemoryError } from "../contract/errors.js";
import type { Host } from "./host.js";

/** Where the account of a key is. */
export interface Place {
  readonly account: string;
  readonly host: Host;
}

/** The host that has an account. */
export interface Source {
  readonly host: Host;
  /** Whether the host does not serve it, because a move was interrupted. */
  readonly isSuspended: boolean;
  /** The host that took the account over in that move. */
  readonly servedBy?: Host | undefined;
}

/** Maximum number of cached keys: some 20 MB. */
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
    const places = answers.filter((answer) => typeof answer === "object");
    // After an interrupted move two hosts have the account, and at most one of them serves it.
    const found = places.find(({ isSuspended }) => !isSuspended) ?? places[0];
    if (found === undefined) {
      if (answers.includes("unknown")) throw unreachable();
      return undefined;
    }
    if (this.#places.size >= maxCached) this.#places.clear();
    this.#places.set(keyId, found);
    return found;
  }

  /** Drops the cached place of a key, or those of an account. */
  forget({ keyId, account }: { readonly keyId?: string; readonly account?: string }): void {
    if (keyId !== undefined) this.#places.delete(keyId);
    for (const [key, place] of this.#places) if (place.account === account) this.#places.delete(key);
  }

  /**
   * Returns the host from which an account is to be moved. After an interrupted move this is the
   * host that no longer serves it. If no host has the account, or the only host that has it does
   * not serve it, every host must answer: a host that does not answer may have taken the account
   * over.
   *
   * @throws {MemoryError} `not_found`, `unreachable`
   */
  async sourceOf(account: string): Promise<Source> {
    const answers = await Promise.all(this.hosts.map((host) => sourceIn(account, host)));
    const found = answers.filter((answer) => typeof answer === "object");
    const suspended = found.find(({ isSuspended }) => isSuspended);
    const [first] = found;
    if (answers.includes("unknown") && (first === undefined || suspended !== undefined)) throw unreachable();
    if (first === undefined)
      throw new MemoryError("not_found", `No host has account ${account}`, { data: { id: account } });
    if (suspended === undefined) return first;
    return { ...suspended, servedBy: found.find((one) => one !== suspended)?.host };
  }

  /** Returns the host with a name. @throws {MemoryError} `not_found` */
  named(name: string): Host {
    const host = this.hosts.find((one) => one.name === name);
    if (host !== undefined) return host;
    throw new MemoryError("not_found", `There is no host ${name}`, { data: { id: name } });
  }
}

interface AnsweredPlace extends Place {
  readonly isSuspended: boolean;
}

/** Asks a host for a key. @returns `unknown` if it does not answer */
function accountOf(keyId: string, host: Host): Promise<AnsweredPlace | "none" | "unknown"> {
  return orUnknown(host, async () => {
    const answer = await host.answer<KeyAnswer>("GET", `keys/${keyId}`);
    return answer.account === null
      ? "none"
      : { account: answer.account, host, isSuspended: answer.suspended === true };
  });
}

interface KeyAnswer {
  readonly account: string | null;
  readonly suspended?: boolean;
}

/** Asks a host for an account. @returns `unknown` if it does not answer */
function sourceIn(account: string, host: Host): Promise<Source | "none" | "unknown"> {
  return orUnknown(host, async () => {
    const accounts = await host.answer<{ id: string; suspended?: boolean }[]>("GET", "accounts");
    const found = accounts.find(({ id }) => id === account);
    return found === undefined ? "none" : { host, isSuspended: found.suspended === true };
  });
}

async function orUnknown<Answer>(host: Host, ask: () => Promise<Answer>): Promise<Answer | "unknown"> {
  if (!host.isUp) return "unknown";
  try {
    return await ask();
  } catch (error) {
    if (MemoryError.is(error, "unreachable")) return "unknown";
    throw error;
  }
}

function unreachable(): MemoryError<"unreachable"> {
  const message = "Cannot find the store: every host that may have it must answer, and one does not";
  return new MemoryError("unreachable", message, { data: { attempts: 1 } });
}
