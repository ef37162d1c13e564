/** Sessions in a browser, and one-time links that begin one. Both are stored as hashes. */
import type { RegistryDatabase } from "../file/database.js";
import type { PeopleTable, PersonEntry } from "./people.js";
import { newSecret, secretHash } from "./secrets.js";

/** A session in a listing, without its secret. */
export interface SessionEntry {
  /** Identifies the session, in hexadecimal. It is not a secret. */
  readonly id: string;
  /** What the browser called itself; `null` if unknown. */
  readonly label: string | null;
  readonly createdAt: string;
  readonly seenAt: string;
}

/** How long a session lasts, in milliseconds: 12 hours without a request, 7 days in total. */
const idleMs = 12 * 3_600_000;
const mostMs = 7 * 24 * 3_600_000;
/** How exact `seenAt` is, in milliseconds. Updating it is a write. */
const seenStepMs = 300_000;
/** How long a one-time link can be used, in milliseconds. */
export const linkMs = 900_000;
/** Maximum number of sessions of a person; a further one ends the oldest. */
const mostSessions = 20;
const labelCharacters = 200;

interface SessionRow {
  readonly hash: Buffer;
  readonly person: string;
  readonly createdAtMs: number;
  readonly seenAtMs: number;
  readonly label: string | null;
}

const selectSessions =
  "select hash, person, created_at as createdAtMs, seen_at as seenAtMs, label from sessions";

/** The sessions and one-time links of a registry. */
export class SessionTable {
  readonly #registry: RegistryDatabase;
  readonly #people: PeopleTable;

  constructor(registry: RegistryDatabase, people: PeopleTable) {
    this.#registry = registry;
    this.#people = people;
  }

  /** Begins a session. @returns its secret, for a cookie; only this result contains it */
  begin(personId: string, label?: string): string {
    const secret = newSecret();
    const nowMs = this.#registry.nowMs();
    this.#registry.write("begin a session", () => {
      this.#removeOld(nowMs);
      this.#registry.run(
        `delete from sessions where hash in
           (select hash from sessions where person = ? order by seen_at desc, hash limit -1 offset ?)`,
        personId,
        mostSessions - 1,
      );
      this.#registry.run(
        "insert into sessions (hash, person, created_at, seen_at, label) values (?, ?, ?, ?, ?)",
        secretHash(secret),
        personId,
        nowMs,
        nowMs,
        label?.slice(0, labelCharacters) ?? null,
      );
    });
    return secret;
  }

  /**
   * The person of a session; `undefined` if it is unknown or over, or the person is disabled.
   */
  person(secret: string): PersonEntry | undefined {
    const row = this.#registry.get<SessionRow>(`${selectSessions} where hash = ?`, secretHash(secret));
    const nowMs = this.#registry.nowMs();
    if (row === undefined || nowMs - row.seenAtMs > idleMs || nowMs - row.createdAtMs > mostMs)
      return undefined;
    if (nowMs - row.seenAtMs > seenStepMs)
      this.#registry.write("note the use of a session", () =>
        this.#registry.run("update sessions set seen_at = ? where hash = ?", nowMs, row.hash),
      );
    return this.#people.withId(row.person);
  }

  /** Ends a session. */
  end(secret: string): void {
    this.#registry.write("end a session", () =>
      this.#registry.run("delete from sessions where hash = ?", secretHash(secret)),
    );
  }

  /** The id of the session with this secret: see {@link SessionEntry.id}. */
  idOf(secret: string): string {
    return secretHash(secret).toString("hex");
  }

  /** The sessions of a person, latest first. */
  list(personId: string): SessionEntry[] {
    return this.#registry
      .all<SessionRow>(`${selectSessions} where person = ? order by seen_at desc, hash`, personId)
      .map(({ hash, label, createdAtMs, seenAtMs }) => ({
        id: hash.toString("hex"),
        label,
        createdAt: new Date(createdAtMs).toISOString(),
        seenAt: new Date(seenAtMs).toISOString(),
      }));
  }

  /** Ends one session of a person. @param id see {@link SessionEntry.id} */
  endOf(personId: string, id: string): boolean {
    return this.#registry.write(
      "end a session",
      () =>
        this.#registry.run(
          "delete from sessions where person = ? and hash = ?",
          personId,
          Buffer.from(id, "hex"),
        ) > 0,
    );
  }

  /** Makes a one-time link for a person. @returns its secret; only this result contains it */
  newLink(personId: string): string {
    const secret = newSecret();
    const nowMs = this.#registry.nowMs();
    this.#registry.write("make a one-time link", () => {
      this.#removeOld(nowMs);
      this.#registry.run(
        "insert into links (hash, person, expires_at) values (?, ?, ?)",
        secretHash(secret),
        personId,
        nowMs + linkMs,
      );
    });
    return secret;
  }

  /**
   * Uses a one-time link.
   *
   * @returns its person; `undefined` for a link that is unknown, used or old
   */
  useLink(secret: string): PersonEntry | undefined {
    const row = this.#registry.write("use a one-time link", () =>
      this.#registry.get<{ readonly person: string }>(
        "delete from links where hash = ? and expires_at > ? returning person",
        secretHash(secret),
        this.#registry.nowMs(),
      ),
    );
    return row === undefined ? undefined : this.#people.withId(row.person);
  }

  #removeOld(nowMs: number): void {
    this.#registry.run("delete from links where expires_at <= ?", nowMs);
    this.#registry.run(
      "delete from sessions where seen_at <= ? or created_at <= ?",
      nowMs - idleMs,
      nowMs - mostMs,
    );
  }
}
