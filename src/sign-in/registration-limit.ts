/**
 * Limits how many clients may register, or be fetched. Anybody can register, so there is one limit
 * for all.
 */
import { errors } from "oidc-provider";

/** Number of registrations per minute, evenly refilled. */
const perMinute = 30;

/** Counts registrations. */
export class RegistrationLimit {
  readonly #nowMs: () => number;
  #left = perMinute;
  #atMs: number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#atMs = nowMs();
  }

  /**
   * Counts one.
   *
   * @throws {errors.CustomOIDCProviderError} `temporarily_unavailable` if there were too many
   */
  take(): void {
    const nowMs = this.#nowMs();
    this.#left = Math.min(perMinute, this.#left + (Math.max(0, nowMs - this.#atMs) * perMinute) / 60_000);
    this.#atMs = nowMs;
    if (this.#left < 1)
      throw new errors.CustomOIDCProviderError(
        "temporarily_unavailable",
        "too many new clients; try again in a minute",
      );
    this.#left -= 1;
  }
}
