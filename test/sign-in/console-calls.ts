/** Every call of the console that one person can try on what belongs to another. */

/** The ids of what a person has. */
export interface Ids {
  readonly store: string;
  readonly record: string;
  readonly person: string;
  readonly key: string;
  readonly signIn: string;
  readonly client: string;
}

/** A request below `/console/`. */
export interface ConsoleCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** Each is refused to a page of the person of `own`. */
export function consoleCalls(own: Ids, other: Ids): ConsoleCall[] {
  const post = (path: string, body: object = {}): ConsoleCall => ({
    method: "POST",
    path,
    body: JSON.stringify(body),
  });
  const theirs = `${other.store}/api`;
  const mine = `${own.store}/api`;
  return [
    { method: "DELETE", path: `${theirs}/session` },
    { method: "GET", path: `${theirs}/overview` },
    post(`${theirs}/memory/details`),
    post(`${theirs}/memory/records`),
    post(`${theirs}/memory/search`, { query: "vault" }),
    post(`${theirs}/memory/profile`),
    post(`${theirs}/memory/history`, { id: other.record }),
    post(`${theirs}/memory/audit`),
    post(`${theirs}/memory/verify_audit`),
    post(`${theirs}/memory/export`),
    post(`${theirs}/memory/add`, { content: "I was here." }),
    post(`${theirs}/memory/forget`, { ids: [other.record] }),
    post(`${theirs}/imports`, { results: [{ id: "1", memory: "I was here." }] }),
    { method: "GET", path: `${theirs}/keys` },
    post(`${theirs}/keys`),
    { method: "DELETE", path: `${theirs}/keys/${other.key}` },
    { method: "GET", path: `${theirs}/members` },
    post(`${theirs}/members`, { login: "ana", role: "owner" }),
    { method: "DELETE", path: `${theirs}/members/${other.person}` },
    { method: "GET", path: `${theirs}/sign-ins` },
    { method: "GET", path: `${theirs}/clients` },
    // At the own memory, with the ids of another's things.
    post(`${mine}/memory/history`, { id: other.record }),
    { method: "DELETE", path: `${mine}/keys/${other.key}` },
    { method: "DELETE", path: `${mine}/members/${other.person}` },
    { method: "DELETE", path: `${mine}/sign-ins/${other.signIn}` },
    { method: "DELETE", path: `${mine}/clients/${other.client}` },
  ];
}
