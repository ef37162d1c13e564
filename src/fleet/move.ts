/**
 * Moves an account with its stores to another host while it is served. First it copies the stores;
 * then it suspends all calls and copies the blocks that have changed since. So every acknowledged
 * write is in the file that is compared last. A move that was interrupted after the suspension
 * leaves an account that nobody serves: repeat it, or give it up.
 */
import { MemoryError } from "../contract/errors.js";
import type { Host } from "./host.js";

interface Blocks {
  readonly size: number;
  readonly digests: readonly string[];
}

/** What a move transferred. */
export interface Moved {
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly stores: number;
  /**
   * Blocks of 256 KiB that were copied while the account was served, and blocks that were copied
   * while it was suspended.
   */
  readonly copied: number;
  readonly caughtUp: number;
  /** How long calls of the account waited, in milliseconds. */
  readonly suspendedMs: number;
}

/** Two hosts, and what suspends the requests of the account in the router meanwhile. */
export interface MoveParts {
  readonly from: Host;
  readonly to: Host;
  /**
   * Suspends new requests until the returned function is called, and waits for those in progress.
   */
  readonly suspendRequests: () => Promise<() => void>;
}

/** Moves an account. @throws {MemoryError} `unreachable`, `service_failed` */
export async function moveAccount(account: string, { from, to, suspendRequests }: MoveParts): Promise<Moved> {
  const { stores } = await from.answer<{ stores: string[] }>("POST", `accounts/${account}/snapshot`);
  let copied = 0;
  for (const id of stores) copied += await transfer(id, from, to);
  const resumeRequests = await suspendRequests();
  const since = performance.now();
  try {
    const caughtUp = await switchOver(account, { stores, from, to });
    const suspendedMs = Math.round(performance.now() - since);
    return { account, from: from.name, to: to.name, stores: stores.length, copied, caughtUp, suspendedMs };
  } finally {
    resumeRequests();
  }
}

/** @returns the blocks that were transferred */
async function switchOver(
  account: string,
  { stores, from, to }: { readonly stores: readonly string[]; readonly from: Host; readonly to: Host },
): Promise<number> {
  let caughtUp = 0;
  let dump: object;
  try {
    dump = await from.answer<object>("POST", `accounts/${account}/suspend`);
    for (const id of stores) caughtUp += await transfer(id, from, to);
  } catch (error) {
    // The target has taken over nothing, so the source can serve again.
    await from.answer("POST", `accounts/${account}/resume`);
    throw error;
  }
  // From here on only the target may serve the account: it may have taken over even if its answer
  // is lost.
  await to.answer("PUT", `accounts/${account}`, dump);
  await from.answer("POST", `accounts/${account}/leave`);
  return caughtUp;
}

/**
 * Makes the draft on the target equal to the file on the source.
 *
 * @returns the blocks transferred
 */
async function transfer(id: string, from: Host, to: Host): Promise<number> {
  const wanted = await from.answer<Blocks>("GET", `stores/${id}/blocks`);
  const present = await to.answer<Blocks>("GET", `stores/${id}/draft`);
  const missing = [...wanted.digests.keys()].filter((at) => wanted.digests[at] !== present.digests[at]);
  for (const at of missing) {
    const block = await from.ask("GET", `stores/${id}/block/${at}`);
    await to.ask("PUT", `stores/${id}/draft/${at}`, new Uint8Array(await block.arrayBuffer()));
  }
  const written = await to.answer<Blocks>("POST", `stores/${id}/end/${wanted.size}`);
  if (written.digests.join() === wanted.digests.join()) return missing.length;
  throw new MemoryError("corrupt", `Cannot move store ${id}: its copy must equal it, and differs`, {});
}
