/** Passwords: hashed with scrypt, compared in constant time, and checked a few at a time. */
import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { PeopleTable, PersonEntry } from "../accounts/registry/people/people.js";
import { MemoryError, parseInput } from "../contract/errors.js";

/**
 * N = 2^15, r = 8, p = 3: 32 MiB and about 0.15 s a check. OWASP considers it equal to N = 2^17
 * with p = 1 (Password Storage Cheat Sheet), which takes 128 MiB.
 */
const cost = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 } as const;
const [saltBytes, hashBytes] = [16, 32];
const form = /^scrypt\$32768\$8\$3\$([\w-]{22})\$([\w-]{43})$/;
/** Maximum unknown logins whose wrong passwords are counted; the oldest are dropped. */
const mostUnknown = 1000;
/** Checks that may run or wait at once: each takes 32 MiB. */
const mostChecks = 4;
/** Wrong passwords in a row that are allowed without a wait. */
const freeFailures = 5;
const mostWaitMs = 900_000;

/**
 * The rule for a new password. NIST SP 800-63B-4 requires 15 characters if the password is the
 * only factor.
 */
const newPassword = z.object({
  password: z
    .string()
    .min(15, "must have at least 15 characters")
    .max(256, "must have at most 256 characters"),
});

/** The hash of a new password, with its salt. @throws {MemoryError} `invalid_input` */
export async function hashPassword(password: string): Promise<string> {
  const valid = parseInput(newPassword, { password }, "set a password").password;
  const salt = randomBytes(saltBytes);
  const hash = await derived(valid, salt);
  return `scrypt$32768$8$3$${salt.toString("base64url")}$${hash.toString("base64url")}`;
}

/** Checks passwords of people. */
export class Passwords {
  readonly #people: PeopleTable;
  readonly #clock: () => Date;
  /**
   * Wrong passwords of unknown logins, so that an answer does not reveal which logins exist.
   */
  readonly #unknown = new Map<string, Failures>();
  #checks = 0;

  constructor(people: PeopleTable, clock: () => Date) {
    this.#people = people;
    this.#clock = clock;
  }

  /**
   * The person with this login and password; `undefined` if one of them is wrong. After five wrong
   * passwords each further try waits longer, up to 15 minutes. An unknown login takes as long as a
   * known one.
   *
   * @throws {MemoryError} `rate_limited` before the password is checked; `overloaded`
   */
  async check(login: string, password: string): Promise<PersonEntry | undefined> {
    if (this.#checks >= mostChecks)
      throw new MemoryError(
        "overloaded",
        "Cannot sign in now: too many people sign in at once; try again in 1 s",
        {
          data: { retryAfterMs: 1000 },
        },
      );
    this.#checks += 1;
    try {
      return await this.#check(login, password);
    } finally {
      this.#checks -= 1;
    }
  }

  async #check(login: string, password: string): Promise<PersonEntry | undefined> {
    const row = this.#people.passwordOf(login);
    this.#assertMayTry(row ?? this.#unknown.get(loginHash(login)));
    // Counted before the check, so that tries at the same time count too.
    if (row === undefined) this.#noteUnknown(loginHash(login));
    else this.#people.noteAttempt(row.person.id, false);
    const isRight = await isPassword(password, row?.password ?? undefined);
    if (!isRight || row === undefined || row.person.disabledAt !== null) return undefined;
    this.#people.noteAttempt(row.person.id, true);
    return row.person;
  }

  #noteUnknown(hash: string): void {
    const failures = (this.#unknown.get(hash)?.failures ?? 0) + 1;
    this.#unknown.delete(hash);
    this.#unknown.set(hash, { failures, failedAtMs: this.#clock().getTime() });
    const oldest = this.#unknown.keys().next();
    if (this.#unknown.size > mostUnknown && !oldest.done) this.#unknown.delete(oldest.value);
  }

  #assertMayTry({ failures, failedAtMs }: Failures = { failures: 0, failedAtMs: null }): void {
    if (failures < freeFailures || failedAtMs === null) return;
    const waitMs = Math.min(mostWaitMs, 1000 * 2 ** (failures - freeFailures));
    const leftMs = failedAtMs + waitMs - this.#clock().getTime();
    if (leftMs <= 0) return;
    throw new MemoryError(
      "rate_limited",
      `Cannot sign in now: too many wrong passwords; try again in ${Math.ceil(leftMs / 1000)} s, or use a one-time link`,
      { data: { retryAfterMs: leftMs } },
    );
  }
}

/** Wrong passwords in a row, and when the last one was. */
interface Failures {
  readonly failures: number;
  readonly failedAtMs: number | null;
}

/** People may type their password as a login, so logins are hashed. */
function loginHash(login: string): string {
  return createHash("sha256").update(login.normalize("NFC").trim().toLowerCase()).digest("base64url");
}

/** Whether a password has the hash `stored`. It computes a hash even without a stored one. */
async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, salt = "", hash = ""] = form.exec(stored ?? "") ?? [];
  const computed = await derived(password, Buffer.from(salt, "base64url"));
  const expected = Buffer.from(hash, "base64url");
  return expected.length === computed.length && timingSafeEqual(expected, computed);
}

/** @param salt Empty for an unknown login: the result is not used. */
function derived(password: string, salt: Buffer): Promise<Buffer> {
  const options: ScryptOptions = cost;
  return new Promise((resolve, reject) =>
    scrypt(password.normalize("NFKC"), salt, hashBytes, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    ),
  );
}
