/** Suspends the requests of accounts that are moving, and counts those in progress. */
import { MemoryError } from "../contract/errors.js";

/** The requests of accounts. */
export class Suspensions {
  readonly #running = new Map<string, number>();
  readonly #suspended = new Map<string, Promise<void>>();
  /** Called when the last request of an account has ended. */
  readonly #idle = new Map<string, () => void>();

  /** Counts a request that begins. @returns a function that ends it */
  enter(account: string): () => void {
    this.#running.set(account, (this.#running.get(account) ?? 0) + 1);
    return () => {
      const left = this.#running.get(account)! - 1;
      if (left > 0) {
        this.#running.set(account, left);
        return;
      }
      this.#running.delete(account);
      this.#idle.get(account)?.();
    };
  }

  /**
   * Suspends new requests of an account, and waits for those in progress.
   *
   * @returns a function that resumes them
   * @throws {MemoryError} `busy` if the account is moving already
   */
  async begin(account: string): Promise<() => void> {
    if (this.#suspended.has(account))
      throw new MemoryError("busy", `Account ${account} is already moving`, { data: { timeoutMs: 0 } });
    let open = () => {};
    this.#suspended.set(
      account,
      new Promise((resolve) => {
        open = resolve;
      }),
    );
    if (this.#running.has(account)) await new Promise<void>((resolve) => this.#idle.set(account, resolve));
    this.#idle.delete(account);
    return () => {
      this.#suspended.delete(account);
      open();
    };
  }

  /**
   * Waits while an account is suspended; `undefined` if it is not.
   *
   * @returns false after the timeout
   */
  wait(account: string, timeoutMs: number): Promise<boolean> | undefined {
    const suspended = this.#suspended.get(account);
    if (suspended === undefined) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
    });
    return Promise.race([suspended.then(() => true), timedOut]).finally(() => clearTimeout(timer));
  }
}
