/** Overviews of stores, kept until the store has changed, and counted one at a time. */
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

/** Overviews that are kept: one is some 50 kB. */
const mostKept = 64;
/**
 * How long an overview is kept although the store answered calls, in milliseconds, if its size is
 * the same: most calls are searches, which change nothing.
 */
const freshMs = 60_000;

/** The overviews of the stores of one console. */
export class Counts {
  readonly #clock: () => Date;
  readonly #kept = new Map<string, Kept>();
  /** Counting reads a whole store, so one waits for the other. */
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
    // The error belongs to who asked for this one; the next is counted all the same.
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
