/**
 * The settings of a service that people change in the console: keys of the memory, members of its
 * account, and their own sign-ins and clients. Owners alone see keys, change members and read the
 * trail of the account, whose rows name the person.
 */
import { z } from "zod";
import type { KeyEntry } from "../../accounts/registry/entries.js";
import {
  type MemberStore,
  type PersonEntry,
  type Role,
  roles,
} from "../../accounts/registry/people/people.js";
import type { Registry } from "../../accounts/registry/registry.js";
import { MemoryError, parseInput } from "../../contract/errors.js";
import { readJson } from "../../server/request/read-request.js";
import { RequestRefused } from "../../server/request/validation.js";
import { json, refused } from "../answers.js";
import { trailPage } from "./trail.js";

/** A request for a setting, by a person at one of their memories. */
export interface SettingsCall {
  readonly registry: Registry;
  readonly request: Request;
  readonly person: PersonEntry;
  /** The secret of the session that they act in. */
  readonly secret: string;
  readonly member: MemberStore;
}

/** Answers a method of a path. `id` is what follows the name. */
type Setting = (call: SettingsCall, id: string) => Response | Promise<Response>;

/** The settings, by name and method. `DELETE` has an id, the others have none. */
const settings: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  keys: { GET: listKeys, POST: createKey, DELETE: revokeKey },
  members: { GET: listMembers, POST: setMember, DELETE: removeMember },
  "sign-ins": { GET: listSignIns, DELETE: endSignIn },
  clients: { GET: listClients, DELETE: revokeClient },
  trail: { GET: listTrail },
};

/** Maximum number of bytes of the body of a request for a setting. */
const bodyBytes = 16_384;

/** Whether a path such as `keys` or `keys/ID` is that of a setting. */
export function isSetting(path: string): boolean {
  const [name = "", , ...rest] = path.split("/");
  return Object.hasOwn(settings, name) && rest.length === 0;
}

/**
 * Answers a request for a setting.
 *
 * @param path See {@link isSetting}.
 * @throws {MemoryError} `invalid_input`, `not_found`
 * @throws {RequestRefused} 403 if the person is not an owner
 */
export async function answerSetting(call: SettingsCall, path: string): Promise<Response> {
  const [name = "", id = ""] = path.split("/");
  const { method } = call.request;
  const methods = settings[name] ?? {};
  const setting = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (setting === undefined || (id !== "") !== (method === "DELETE"))
    return refused(405, "Method Not Allowed");
  return setting(call, id);
}

/** @throws {RequestRefused} 403 */
function assertOwner({ member: { role, store } }: SettingsCall, action: string): void {
  if (role === "owner") return;
  const msg = `Cannot ${action}: you must be an owner of ${store.account}`;
  throw new RequestRefused(403, [{ type: "forbidden", loc: ["role"], msg, input: null }]);
}

async function bodyOf<Schema extends z.ZodType>(
  { request }: SettingsCall,
  schema: Schema,
  action: string,
): Promise<z.output<Schema>> {
  return parseInput(schema, (await readJson(request, bodyBytes)) ?? {}, action);
}

/** Changes the registry in the name of the person. */
function change<Result>({ registry, person }: SettingsCall, work: () => Result): Result {
  return registry.actingAs(person.login, work);
}

const newKey = z.strictObject({
  label: z.string().optional(),
  requests_per_minute: z.int().optional(),
});

function listKeys(call: SettingsCall): Response {
  assertOwner(call, "list keys");
  return json(call.registry.keys.list(call.member.store).map(describedKey));
}

/** The only answer that contains the key. */
async function createKey(call: SettingsCall): Promise<Response> {
  assertOwner(call, "create a key");
  const { label, requests_per_minute: requestsPerMinute } = await bodyOf(call, newKey, "create a key");
  const options = { ...(label ? { label } : {}), requestsPerMinute };
  const { key, entry } = change(call, () => call.registry.keys.create(call.member.store, options));
  return json({ key, entry: describedKey(entry) });
}

function revokeKey(call: SettingsCall, id: string): Response {
  assertOwner(call, "revoke a key");
  const { registry, member } = call;
  // A key of another memory is unknown here.
  if (!registry.keys.list(member.store).some((key) => key.id === id)) throw unknown("key", id);
  return json(describedKey(change(call, () => registry.keys.revoke(id))));
}

function describedKey({ id, label, requestsPerMinute, createdAt, revokedAt, lastUsedAt }: KeyEntry) {
  return {
    id,
    label,
    requests_per_minute: requestsPerMinute,
    created_at: createdAt,
    revoked_at: revokedAt,
    last_used_at: lastUsedAt,
  };
}

const newMember = z.strictObject({ login: z.string(), role: z.enum(roles) });

function listMembers({ registry, member: { store } }: SettingsCall): Response {
  const members = registry.people.members(store.accountId);
  return json(
    members.map(({ personId, login, role, addedAt }) => ({ id: personId, login, role, added_at: addedAt })),
  );
}

/**
 * Adds a person as a member, or changes the role of a member. The person must already be able to
 * sign in.
 */
async function setMember(call: SettingsCall): Promise<Response> {
  assertOwner(call, "change members");
  const { login, role } = await bodyOf(call, newMember, "add a member");
  const { people } = call.registry;
  const added = people.find(login);
  if (added === undefined) throw unknown("person", login);
  change(call, () => setRole(call, added.id, role));
  return listMembers(call);
}

function setRole({ registry: { people }, member: { store } }: SettingsCall, id: string, role: Role): void {
  const isMember = people.members(store.accountId).some(({ personId }) => personId === id);
  if (isMember) people.changeMember(store.accountId, id, role);
  else people.setRole(store.accountId, id, role);
}

function removeMember(call: SettingsCall, id: string): Response {
  assertOwner(call, "remove a member");
  const { registry, member } = call;
  change(call, () => registry.people.changeMember(member.store.accountId, id, null));
  return listMembers(call);
}

function listSignIns({ registry, person, secret }: SettingsCall): Response {
  const own = registry.sessions.idOf(secret);
  return json(
    registry.sessions.list(person.id).map(({ id, label, createdAt, seenAt }) => ({
      id,
      label,
      created_at: createdAt,
      seen_at: seenAt,
      is_this: id === own,
    })),
  );
}

function endSignIn(call: SettingsCall, id: string): Response {
  if (!call.registry.sessions.endOf(call.person.id, id)) throw unknown("sign-in", id);
  return listSignIns(call);
}

/** The clients of the person, for all their memories. */
function listClients({ registry, person }: SettingsCall): Response {
  return json(
    registry.tokens.grants(person.id).map((grant) => ({
      id: grant.id,
      client: grant.client,
      host: grant.host,
      store: grant.store,
      scopes: grant.scopes,
      created_at: grant.createdAt,
      last_used_at: grant.lastUsedAt,
    })),
  );
}

function revokeClient(call: SettingsCall, id: string): Response {
  const isRevoked = change(call, () => call.registry.tokens.revokeOf(call.person.id, id));
  if (!isRevoked) throw unknown("client", id);
  return listClients(call);
}

function listTrail(call: SettingsCall): Response {
  assertOwner(call, "read the trail of the account");
  const cursor = new URL(call.request.url).searchParams.get("cursor");
  return json(trailPage(call.registry, call.member.store, cursor));
}

function unknown(what: string, id: string): MemoryError<"not_found"> {
  return new MemoryError("not_found", `There is no ${what} ${JSON.stringify(id.slice(0, 128))}`, {
    data: { id: id.slice(0, 128) },
  });
}
