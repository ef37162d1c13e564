/** The people of a registry, and their roles in accounts. Passwords are stored as scrypt hashes. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parseInput } from "../../../contract/errors.js";
import { type MemoryScope, memoryScopes } from "../../../contract/memory-scope.js";
import { type StoreEntry, type StoreRow, storeColumns, storeTables, toStore } from "../entries.js";
import { entryName, invalid, isoOrNull, missing, type RegistryDatabase } from "../file/database.js";

/**
 * What a member may do: an `owner` everything, including keys and members; an `editor` recall,
 * remember and forget; a `reader` recall.
 */
export const roles = ["owner", "editor", "reader"] as const;
/** One of {@link roles}. */
export type Role = (typeof roles)[number];

const scopesOfRole: Readonly<Record<Role, readonly MemoryScope[]>> = {
  owner: memoryScopes,
  editor: memoryScopes,
  reader: ["memory:read"],
};

/** Returns the scopes that a program asks for and that a member with this role may grant. */
export function scopesOf(role: Role, wanted: readonly string[]): MemoryScope[] {
  return scopesOfRole[role].filter((scope) => wanted.includes(scope));
}

/** A person who can sign in. */
export interface PersonEntry {
  readonly id: string;
  /** The name to sign in with, in lower case. */
  readonly login: string;
  readonly hasPassword: boolean;
  readonly createdAt: string;
  /** A disabled person cannot sign in, and their sessions and tokens open nothing. */
  readonly disabledAt: string | null;
}

/** A person in an account. */
export interface MemberEntry {
  readonly account: string;
  readonly login: string;
  readonly personId: string;
  readonly role: Role;
  readonly addedAt: string;
}

/** A store that a person may open. */
export interface MemberStore {
  readonly store: StoreEntry;
  readonly role: Role;
}

/** What is needed to check a password. */
export interface PasswordRow {
  readonly person: PersonEntry;
  readonly password: string | null;
  /** Wrong passwords since the last right one. */
  readonly failures: number;
  readonly failedAtMs: number | null;
}

interface PersonRow {
  readonly id: string;
  readonly login: string;
  readonly password: string | null;
  readonly createdAtMs: number;
  readonly disabledAtMs: number | null;
  readonly failures: number;
  readonly failedAtMs: number | null;
}

const newPerson = z.object({ login: entryName.transform((login) => login.toLowerCase()) });
const roleInput = z.object({ role: z.enum(roles) });

const selectMemberStores = `select ${storeColumns}, m.role from ${storeTables}
  join members m on m.account = s.account
  join people on people.id = m.person and people.disabled_at is null
  where m.person = ? and s.forgotten_at is null`;

const selectPeople = `select id, login, password, created_at as createdAtMs, disabled_at as disabledAtMs,
  failures, failed_at as failedAtMs from people`;

/** The people of a registry. */
export class PeopleTable {
  readonly #registry: RegistryDatabase;

  constructor(registry: RegistryDatabase) {
    this.#registry = registry;
  }

  /** Adds a person. @throws {MemoryError} `invalid_input` if the login is taken or invalid */
  add(login: string): PersonEntry {
    const valid = parseInput(newPerson, { login }, "add a person").login;
    this.#registry.write("add a person", () => {
      if (this.find(valid) !== undefined)
        throw invalid("add a person", "login", `must not be taken, got ${JSON.stringify(valid)}`);
      const id = randomUUID();
      this.#registry.run(
        "insert into people (id, login, created_at) values (?, ?, ?)",
        id,
        valid,
        this.#registry.nowMs(),
      );
      this.#registry.record({ operation: "PERSON_ADD", subject: id });
    });
    return this.get(valid);
  }

  /** Every person, by login. */
  list(): PersonEntry[] {
    return this.#registry.all<PersonRow>(`${selectPeople} order by login`).map(toPerson);
  }

  /** @throws {MemoryError} `not_found` */
  get(login: string): PersonEntry {
    const person = this.find(login);
    if (person === undefined) throw missing("person", login);
    return person;
  }

  /** The person with this login; `undefined` if there is none. */
  find(login: string): PersonEntry | undefined {
    return this.passwordOf(login)?.person;
  }

  /** The person with this id, unless disabled. */
  withId(id: string): PersonEntry | undefined {
    const row = this.#registry.get<PersonRow>(`${selectPeople} where id = ? and disabled_at is null`, id);
    return row === undefined ? undefined : toPerson(row);
  }

  /** A person with the hash of their password; `undefined` for an unknown login. */
  passwordOf(login: string): PasswordRow | undefined {
    const valid = newPerson.safeParse({ login });
    if (!valid.success) return undefined;
    const row = this.#registry.get<PersonRow>(`${selectPeople} where login = ?`, valid.data.login);
    if (row === undefined) return undefined;
    const { password, failures, failedAtMs } = row;
    return { person: toPerson(row), password, failures, failedAtMs };
  }

  /** Sets the hash of a password; `null` removes it. It ends every session of the person. */
  setPassword(id: string, hash: string | null): void {
    this.#registry.write("set a password", () => {
      this.#registry.run("update people set password = ?, failures = 0 where id = ?", hash, id);
      this.#registry.run("delete from sessions where person = ?", id);
      this.#registry.record({ operation: "PERSON_PASSWORD", subject: id });
    });
  }

  /** Counts a wrong password, or forgets the count after a right one. */
  noteAttempt(id: string, isRight: boolean): void {
    this.#registry.write("note a sign-in", () =>
      this.#registry.run(
        "update people set failures = case when ? then 0 else failures + 1 end, failed_at = ? where id = ?",
        Number(isRight),
        this.#registry.nowMs(),
        id,
      ),
    );
  }

  /**
   * Disables a person, or enables them again. Their sessions and links end.
   *
   * @throws {MemoryError} `not_found`
   */
  setDisabled(login: string, isDisabled: boolean): PersonEntry {
    const { id } = this.get(login);
    this.#registry.write("disable a person", () => {
      this.#registry.run(
        "update people set disabled_at = ? where id = ?",
        isDisabled ? this.#registry.nowMs() : null,
        id,
      );
      for (const table of ["sessions", "links"])
        this.#registry.run(`delete from ${table} where person = ?`, id);
      this.#registry.record({ operation: isDisabled ? "PERSON_DISABLE" : "PERSON_ENABLE", subject: id });
    });
    return this.get(login);
  }

  /**
   * Makes a person a member of an account, or changes their role.
   *
   * @throws {MemoryError} `invalid_input` for an unknown role
   */
  setRole(accountId: string, personId: string, role: Role): void {
    parseInput(roleInput, { role }, "add a member");
    this.#registry.write("add a member", () => {
      const before = this.#roleOf(accountId, personId);
      if (before === role) return;
      this.#registry.run(
        `insert into members (account, person, role, added_at) values (?, ?, ?, ?)
         on conflict (account, person) do update set role = excluded.role`,
        accountId,
        personId,
        role,
        this.#registry.nowMs(),
      );
      const [operation, reason] =
        before === undefined
          ? (["MEMBER_ADD", `role ${role}`] as const)
          : (["MEMBER_ROLE", `role ${role}, was ${before}`] as const);
      this.#registry.record({ operation, subject: personId, account: accountId, reason });
    });
  }

  /** Ends a membership. The person's tokens for stores of the account stop working. */
  removeMember(accountId: string, personId: string): void {
    this.#registry.write("remove a member", () => {
      const before = this.#roleOf(accountId, personId);
      if (before === undefined) return;
      this.#registry.run("delete from members where account = ? and person = ?", accountId, personId);
      const reason = `was ${before}`;
      this.#registry.record({ operation: "MEMBER_REMOVE", subject: personId, account: accountId, reason });
    });
  }

  /**
   * Changes the role of a member, or ends the membership with `null`, as an owner may. The last
   * owner who can sign in must stay an owner.
   *
   * @throws {MemoryError} `not_found` if the person is not a member, `invalid_input` for the last
   * owner or an unknown role
   */
  changeMember(accountId: string, personId: string, role: Role | null): void {
    this.#registry.write("change a member", () => {
      const members = this.members(accountId);
      const member = members.find((one) => one.personId === personId);
      if (member === undefined) throw missing("member", personId);
      const others = members.filter(
        (one) => one.role === "owner" && one !== member && this.withId(one.personId) !== undefined,
      );
      if (member.role === "owner" && role !== "owner" && others.length === 0)
        throw invalid("change a member", "role", "must stay owner: the account has no other owner");
      if (role === null) this.removeMember(accountId, personId);
      else this.setRole(accountId, personId, role);
    });
  }

  /** The members of an account, by login. */
  members(accountId: string): MemberEntry[] {
    return this.#registry
      .all<Omit<MemberEntry, "addedAt"> & { readonly addedAtMs: number }>(
        `select a.name as account, p.login, p.id as personId, m.role, m.added_at as addedAtMs
         from members m join people p on p.id = m.person join accounts a on a.id = m.account
         where m.account = ? order by p.login`,
        accountId,
      )
      .map(({ addedAtMs, ...member }) => ({ ...member, addedAt: new Date(addedAtMs).toISOString() }));
  }

  #roleOf(accountId: string, personId: string): Role | undefined {
    return this.#registry.get<{ readonly role: Role }>(
      "select role from members where account = ? and person = ?",
      accountId,
      personId,
    )?.role;
  }

  /** The stores that a person may open, by name, with their role. */
  stores(personId: string): MemberStore[] {
    return this.#registry
      .all<StoreRow & { readonly role: Role }>(`${selectMemberStores} order by s.name`, personId)
      .map((row) => ({ store: toStore(row), role: row.role }));
  }

  /** One store of a person; `undefined` if they may not open it, or there is none. */
  storeOf(personId: string, storeId: string): MemberStore | undefined {
    const row = this.#registry.get<StoreRow & { readonly role: Role }>(
      `${selectMemberStores} and s.id = ?`,
      personId,
      storeId,
    );
    return row === undefined ? undefined : { store: toStore(row), role: row.role };
  }
}

function toPerson({ id, login, password, createdAtMs, disabledAtMs }: PersonRow): PersonEntry {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id, login, hasPassword: password !== null, createdAt, disabledAt: isoOrNull(disabledAtMs) };
}
