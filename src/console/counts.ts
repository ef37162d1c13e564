/** Overviews of stores, cached until the store changes, and counted one at a time. */
import type { MemoryService } from "../contract/memory-service.js";
import { canonicalScope, type Scope } from "../contract/scope.js";
import { type Overview, overviewOf } from "./overview.js";

/** A store that is counted. */
export interface CountedStore {
  readonly id: string;
  readonly service: Pick<MemoryService, "details" | "export">;
}

interface Kept {
  readonly storageUsed: number;
  readonly requests: number;
  readonly atMs: number;
  readonly value: Promise<Overview>;
}

/** Maximum number of overviews that are cached: one is some 50 kB. */
const mostKept = 64;
/**
 * How long an overview stays valid after the store answered a call, in milliseconds, if the size of
 * the store did not change. Most calls are searches, which change nothing.
 */
const freshMs = 60_000;

/** The overviews of the stores of one console. */
export class Counts {
  readonly #clock: () => Date;
  readonly #kept = new Map<string, Kept>();
  /** Counting reads a whole store, so stores are counted one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /**
   * What a scope of a store contains.
   *
   * @throws {MemoryError} of `details` and `export`
   */
  async overview({ id, service }: CountedStore, scope: Scope | undefined): Promise<Overview> {
    const { memory } = await service.details();
    const key = `${id} ${scope === undefined ? "" : canonicalScope(scope)}`;
    const kept = this.#kept.get(key);
    const now = { storageUsed: memory.storage_used, requests: memory.usage.requests };
    const atMs = this.#clock().getTime();
    if (kept !== undefined && isCurrent(kept, { ...now, atMs })) return kept.value;
    const value = this.#last.then(() => overviewOf(service, scope, new AbortController().signal));
    // Only the caller of this count gets its error; the next count runs anyway.
    this.#last = value.catch(() => undefined);
    this.#keep(key, { ...now, atMs, value });
    return value;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > mostKept && !oldest.done) this.#kept.delete(oldest.value);
    kept.value.catch(() => {
      // The next request counts again; this one gets the error.
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
  }
}

function isCurrent(kept: Kept, now: Omit<Kept, "value">): boolean {
  if (kept.storageUsed !== now.storageUsed) return false;
  return kept.requests === now.requests || now.atMs - kept.atMs < freshMs;
}
