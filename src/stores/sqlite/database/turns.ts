/**
 * Turns: which call may use a connection now. A snapshot and a write in several steps occupy it
 * until they end, and all other calls wait. A lock of another process is waited for between
 * attempts: SQLite's own busy handler would sleep and block the event loop.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./failures.js";

/** Longest pause between two attempts to get the lock. */
const longestPauseMs = 25;

/** The turns of the calls that use one connection. */
export class Turns {
  readonly #timeoutMs: number;
  #occupation: Promise<void> | undefined;
  #closed = false;

  /** @param timeoutMs for how long a call waits for the lock of another process */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get isOccupied(): boolean {
    return this.#occupation !== undefined;
  }

  /** Gives no more turns. */
  close(): void {
    this.#closed = true;
  }

  /** Occupies the connection. Call it during a turn. @returns a function that ends the occupation */
  occupy(): () => void {
    let ended = () => {};
    this.#occupation = new Promise((resolve) => {
      ended = resolve;
    });
    return () => {
      this.#occupation = undefined;
      ended();
    };
  }

  /** Waits for the end of the call that occupies the connection, if any. */
  async idle(): Promise<void> {
    while (this.#occupation !== undefined) await this.#occupation;
  }

  /** Calls `attempt` until it returns true, the timeout has passed, or the turns were closed. */
  async until(attempt: () => boolean): Promise<boolean> {
    let deadline: number | undefined;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      // Not `idle`, which would return a moment later: several calls wait for the same end, and the
      // first to continue may occupy the connection again.
      while (this.#occupation !== undefined) await this.#occupation;
      if (this.#closed) return false;
      if (attempt()) return true;
      deadline ??= performance.now() + this.#timeoutMs;
      if (performance.now() >= deadline) return false;
      await sleep(pauseMs);
    }
  }

  /**
   * Calls `attempt` until it returns a result, or throws an error other than SQLite's `busy`.
   *
   * @returns its result, or its last error; `undefined` if the turns were closed before
   */
  async outcome<Result>(attempt: () => Result): Promise<Outcome<Result> | undefined> {
    let outcome: Outcome<Result> | undefined;
    await this.until(() => {
      try {
        outcome = { result: attempt() };
        return true;
      } catch (error) {
        outcome = { error };
        return !isBusy(error);
      }
    });
    return outcome;
  }
}

/** What an attempt returned or threw. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };
