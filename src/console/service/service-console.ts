/**
 * The console of a service: people who have signed in, and the memories of their accounts.
 *
 *   /console/               the choice of a memory
 *   /console/STORE/         the console of one memory: the same page and relative addresses
 *   /console/[STORE/]api/…  what the page calls
 *
 *   Host ─ static file | same origin ─ session ─ token ─ person | store ─ role ─ endpoint
 *
 * The session is that of sign-in. The page has no key: each call looks up the person and their
 * current role again.
 */
import type { MemberStore, PersonEntry } from "../../accounts/registry/people/people.js";
import { scopesOf } from "../../accounts/registry/people/people.js";
import { type EndpointName, endpoints } from "../../contract/http.js";
import { type MemoryScope, memoryScopes } from "../../contract/memory-scope.js";
import type { Access } from "../../server/access.js";
import { declaredBytes } from "../../server/request/read-request.js";
import type { Site, SiteContext } from "../../server/request-handler.js";
import type { StoreFolder } from "../../server/stores/store-folder.js";
import { limitedTo } from "../../service/limited-memory.js";
import { signInPath } from "../../sign-in/paths.js";
import {
  type CookieOptions,
  endedSessionCookie,
  formToken,
  isFormToken,
  sessionSecret,
} from "../../sign-in/session-cookie.js";
import { csrfHeader, isFromElsewhere, json, refused, scopeOf, secured } from "../answers.js";
import { compressed } from "../compressed.js";
import { Counts } from "../counts.js";
import { answerImport, importBytes } from "../imports.js";
import type { StaticFiles } from "../static-files.js";
import { answerSetting, isSetting } from "./settings.js";

/** Where the console of a service is. */
export const consolePath = "/console";

/** Options of {@link ServiceConsole}. */
export interface ServiceConsoleOptions {
  readonly folder: StoreFolder;
  readonly files: StaticFiles;
  /** The address of the service as browsers see it, such as `https://memory.example.com`. */
  readonly origin: string;
  readonly version: string;
  readonly clock: () => Date;
  /** Called with an error that is a defect of keepsake, after a response has begun. */
  readonly onDefect: (error: unknown) => void;
}

/** A person, and the secret of the session that they act in. */
interface Signed {
  readonly person: PersonEntry;
  readonly secret: string;
}

/**
 * Maximum number of calls per minute of one person, the same as for a grant: the page searches
 * while somebody types.
 */
const personRate = 600;

/** The console of a service, as a site of its server. */
export class ServiceConsole {
  readonly #options: ServiceConsoleOptions;
  readonly #counts: Counts;
  readonly #cookie: CookieOptions;

  constructor(options: ServiceConsoleOptions) {
    this.#options = options;
    this.#counts = new Counts(options.clock);
    this.#cookie = { isSecure: options.origin.startsWith("https:") };
  }

  /** Answers the requests below {@link consolePath}. */
  readonly answer: Site = async (request, context) => {
    if (request.headers.get("host") !== new URL(this.#options.origin).host)
      return refused(421, "The console is not served under this name");
    const target = targetOf(new URL(request.url).pathname);
    if (target === undefined) return refused(404, "Not Found");
    if (typeof target === "string") return redirect(target);
    if (target.api === undefined) return this.#file(request, target.file);
    return this.#api(request, { ...target, api: target.api }, context);
  };

  #file(request: Request, path: string): Response {
    if (request.method !== "GET" && request.method !== "HEAD") return refused(405, "Method Not Allowed");
    const acceptsGzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
    return this.#options.files.answer(path, acceptsGzip) ?? refused(404, "Not Found");
  }

  async #api(request: Request, { store, api }: ApiTarget, context: SiteContext): Promise<Response> {
    const origin = request.headers.get("origin");
    if (isFromElsewhere(request) || (origin !== null && origin !== this.#options.origin))
      return refused(403, "The request comes from another page");
    const signed = this.#signed(request);
    if (signed === undefined) return refused(401, "Nobody has signed in", { sign_in: signInPath });
    // The page has no token before the first call, whose answer no other origin can read.
    const isFirst = api === "session" && request.method === "GET";
    if (!isFirst && !isFormToken(request.headers.get(csrfHeader) ?? "", signed.secret))
      return refused(403, "The request has not the token of its session");
    const { registry } = this.#options.folder;
    const member = store === undefined ? undefined : registry.people.storeOf(signed.person.id, store);
    // A memory that the person may not open is refused like one that does not exist.
    if (store !== undefined && member === undefined) return refused(404, noSuchMemory);
    if (api === "session") return this.#session(request, signed, member);
    if (member === undefined) return refused(404, "Not Found");
    return this.#ofStore(request, api, { signed, member, context });
  }

  #signed(request: Request): Signed | undefined {
    const secret = sessionSecret(request.headers.get("cookie"), this.#cookie);
    if (secret === undefined) return undefined;
    const person = this.#options.folder.registry.sessions.person(secret);
    return person === undefined ? undefined : { person, secret };
  }

  #session(request: Request, { person, secret }: Signed, member: MemberStore | undefined): Response {
    const { folder, version } = this.#options;
    if (request.method === "DELETE") {
      folder.registry.sessions.end(secret);
      return json({ sign_in: signInPath }, { "set-cookie": endedSessionCookie(this.#cookie) });
    }
    if (request.method !== "GET") return refused(405, "Method Not Allowed");
    return json({
      csrf: formToken(secret),
      name: member?.store.name ?? "",
      version,
      login: person.login,
      stores: folder.registry.people.stores(person.id).map(described),
      ...(member === undefined ? {} : { store: described(member) }),
    });
  }

  async #ofStore(request: Request, api: string, call: StoreCall): Promise<Response> {
    const access = this.#accessOf(call);
    const endpoint = endpointOf(api);
    if (endpoint !== undefined) {
      if (request.method !== "POST") return refused(405, "Method Not Allowed");
      return compressed(request, secured(await call.context.endpoint(endpoint, access)));
    }
    if (api === "overview" && request.method === "GET") {
      const store = { id: access.storeId, service: access.service };
      const counted = () => this.#counts.overview(store, scopeOf(request, "count"));
      return compressed(request, await call.context.within(access, 0, async () => json(await counted())));
    }
    if (api === "imports" && request.method === "POST") return this.#import(request, access, call.context);
    if (isSetting(api)) {
      const { signed, member, context } = call;
      const { registry } = this.#options.folder;
      return context.within(access, 0, () => answerSetting({ registry, request, ...signed, member }, api));
    }
    return refused(404, "Not Found");
  }

  #import(request: Request, access: StoreAccess, context: SiteContext): Promise<Response> {
    if (!access.scopes.includes("memory:write"))
      return Promise.resolve(refused(403, "Cannot import: your role must have the scope memory:write"));
    const { clock, onDefect } = this.#options;
    const bytes = Math.min(declaredBytes(request) ?? importBytes, importBytes);
    return context.within(access, bytes, () =>
      answerImport(request, { service: access.service, clock, onDefect }),
    );
  }

  #accessOf({ signed, member: { store, role } }: StoreCall): StoreAccess {
    const scopes = scopesOf(role, memoryScopes);
    // An id and not a login, because the audit trail of a memory contains no content.
    const caller = `person-${signed.person.id}`;
    return {
      service: limitedTo(this.#options.folder.service(store, caller), scopes, "your role"),
      keyId: caller,
      storeId: store.id,
      requestsPerMinute: personRate,
      scopes,
    };
  }
}

const noSuchMemory = "There is no such memory, or you are not a member of its account";

interface StoreCall {
  readonly signed: Signed;
  readonly member: MemberStore;
  readonly context: SiteContext;
}

interface StoreAccess extends Access {
  readonly scopes: readonly MemoryScope[];
}

/** What the page receives about a memory. */
function described({ store, role }: MemberStore) {
  return { id: store.id, name: store.name, account: store.account, role };
}

/** What a path below {@link consolePath} means. */
interface Target {
  readonly store: string | undefined;
  /** The path of a file, such as `/`. */
  readonly file: string;
  /** What follows `api/`; `undefined` for a file. */
  readonly api: string | undefined;
}

interface ApiTarget extends Target {
  readonly api: string;
}

const below = new RegExp(`^${consolePath}(?:/([0-9a-f]{8}-[0-9a-f-]{27}))?(/.*)?$`);

/**
 * @returns the address with a slash at the end, if the path lacks it; `undefined` if the path is
 * not an address of the console
 */
function targetOf(path: string): Target | string | undefined {
  const match = below.exec(path);
  if (match === null) return undefined;
  const [, store, file] = match;
  if (file === undefined) return `${path}/`;
  return { store, file, api: file.startsWith("/api/") ? file.slice("/api/".length) : undefined };
}

function redirect(path: string): Response {
  return secured(new Response(null, { status: 308, headers: { location: path } }));
}

function endpointOf(api: string): EndpointName | undefined {
  const name = api.startsWith("memory/") ? api.slice("memory/".length) : "";
  return Object.hasOwn(endpoints, name) ? (name as EndpointName) : undefined;
}
