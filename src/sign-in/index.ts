/**
 * `keepsake/sign-in`: people sign in with a browser, and MCP clients get tokens that open one
 * memory each. It needs the package `oidc-provider`.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { OpenedToken } from "../accounts/registry/people/tokens.js";
import type { Registry } from "../accounts/registry/registry.js";
import { MemoryError } from "../contract/errors.js";
import { memoryScopes } from "../contract/memory-scope.js";
import { ClientDocuments, type ClientMetadataOptions } from "./client-documents.js";
import { ConsentPages } from "./consent.js";
import { BadForm, sendPage } from "./http.js";
import { messagePage } from "./pages.js";
import { Passwords } from "./passwords.js";
import {
  consentPath,
  linksPath,
  mcpPath,
  oauthPath,
  resourceMetadataPath,
  serverMetadataPath,
  signInPath,
  signOutPath,
} from "./paths.js";
import { PersonPages } from "./person-pages.js";
import { newProvider } from "./provider.js";
import { RegistrationLimit } from "./registration-limit.js";

export type { ClientMetadataOptions } from "./client-documents.js";
export type { FetchedDocument } from "./fetch-document.js";

/** Options of {@link signIn}. */
export interface SignInOptions {
  readonly registry: Registry;
  /** The address of the service as browsers see it, such as `https://memory.example.com`. */
  readonly publicUrl: string;
  /** Where a person is sent after a sign-in without another destination. @default "/sign-in" */
  readonly home?: string;
  /** Clients that are named by the address of their metadata. @default none: clients register */
  readonly clientMetadata?: ClientMetadataOptions | undefined;
  /** Returns the current time. @default the system clock */
  readonly clock?: () => Date;
  /** Called with unexpected errors. */
  readonly onDefect?: (error: unknown) => void;
}

/** Sign-in for a service. */
export interface SignIn {
  /** The origin of the service. */
  readonly origin: string;
  /** The value of `WWW-Authenticate` for a request to `/mcp` without a valid token. */
  readonly challenge: string;
  /** Returns the access of a token at `/mcp`; `undefined` if it is unknown, expired or revoked. */
  open(token: string): OpenedToken | undefined;
  /**
   * Answers a request if its path belongs to sign-in.
   *
   * @returns the path for the log; `undefined` if it is not answered here
   */
  handle(request: IncomingMessage, response: ServerResponse): string | undefined;
}

/**
 * Makes the sign-in of a service.
 *
 * @throws {MemoryError} `invalid_input` if `publicUrl` is not an origin, or is neither https nor on
 * this machine, or a copy of a client's metadata is not understood
 */
export function signIn(options: SignInOptions): SignIn {
  const { registry, clock = () => new Date(), onDefect = () => undefined } = options;
  const origin = checkedOrigin(options.publicUrl);
  const resource = `${origin}${mcpPath}`;
  const provider = providerOf(options, { origin, clock });
  provider.on("server_error", (_context, error) => onDefect(error));
  const answers = answersOf(options, { origin, clock, provider });
  return {
    origin,
    challenge: `Bearer resource_metadata="${origin}${resourceMetadataPath}${mcpPath}", scope="${memoryScopes.join(" ")}"`,
    open: (token) => {
      const opened = registry.tokens.open(token);
      return opened?.audience === resource ? opened : undefined;
    },
    handle: (request, response) => {
      if (!URL.canParse(request.url ?? "/", origin)) return undefined;
      const { pathname: path, searchParams: query } = new URL(request.url ?? "/", origin);
      const label = labelOf(path);
      const handler = label === undefined ? undefined : answers[label];
      if (handler === undefined) return undefined;
      const exchange = { request, response, path, query };
      void guarded(exchange, { origin, onDefect, handler });
      return label;
    },
  };
}

interface Origin {
  readonly origin: string;
  readonly clock: () => Date;
}

function providerOf({ registry, clientMetadata }: SignInOptions, { origin, clock }: Origin) {
  const limit = new RegistrationLimit(() => clock().getTime());
  const fetches = new RegistrationLimit(() => clock().getTime());
  return newProvider({
    registry,
    issuer: origin,
    admitRegistration: () => limit.take(),
    documents: clientMetadata === undefined ? undefined : new ClientDocuments(clientMetadata),
    admitFetch: () => fetches.take(),
    errorPage: (message) => messagePage("Sign-in failed", message),
  });
}

type Answers = Readonly<Record<string, (exchange: Exchange) => unknown>>;

/** What answers the requests, by the label of their path. */
function answersOf(
  { registry, home = signInPath }: SignInOptions,
  { origin, clock, provider }: Origin & { readonly provider: ReturnType<typeof newProvider> },
): Answers {
  const passwords = new Passwords(registry.people, clock);
  const people = new PersonPages({ registry, passwords, origin, home });
  const consent = new ConsentPages({ registry, provider, people, origin });
  const authorize = provider.callback();
  const resource = `${origin}${mcpPath}`;
  return {
    [signInPath]: ({ request, response, query }) => people.signIn(request, response, query),
    [signOutPath]: ({ request, response }) => people.signOut(request, response),
    [linksPath]: ({ request, response, path }) => people.link(request, response, path),
    [consentPath]: ({ request, response, path }) => consent.answer(request, response, path),
    [resourceMetadataPath]: ({ response }) => sendJson(response, resourceMetadata(resource, origin)),
    [serverMetadataPath]: ({ request, response }) => authorize(request, response),
    [oauthPath]: ({ request, response }) => {
      request.url = withScope(request.url ?? "/");
      return authorize(request, response);
    },
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The route of a path, without the ids and secrets in it. */
function labelOf(path: string): string | undefined {
  if (path === signInPath || path === signOutPath || path === serverMetadataPath) return path;
  if (path === resourceMetadataPath || path === `${resourceMetadataPath}${mcpPath}`)
    return resourceMetadataPath;
  return [consentPath, linksPath, oauthPath].find((prefix) => path.startsWith(`${prefix}/`));
}

interface Guard {
  readonly origin: string;
  readonly onDefect: (error: unknown) => void;
  readonly handler: (exchange: Exchange) => unknown;
}

/** Answers only requests that name the host of the service, and reports what fails. */
async function guarded(exchange: Exchange, { origin, onDefect, handler }: Guard): Promise<void> {
  const { request, response } = exchange;
  const { host, protocol } = new URL(origin);
  try {
    // A page of another site that made its host name resolve to this machine sends that name here.
    if (request.headers.host !== host) return failed(response, 421, "This service has another address.");
    for (const name of Object.keys(request.headers))
      if (name.startsWith("x-forwarded-")) delete request.headers[name];
    request.headers["x-forwarded-proto"] = protocol.slice(0, -1);
    await handler(exchange);
  } catch (error) {
    if (error instanceof BadForm) return failed(response, 400, error.message);
    onDefect(error);
    failed(response, 500, "Something went wrong. Try again.");
  }
}

function failed(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else sendPage(response, messagePage("Sign-in failed", message), { status });
}

/** RFC 9728. */
function resourceMetadata(resource: string, origin: string) {
  return {
    resource,
    authorization_servers: [origin],
    scopes_supported: memoryScopes,
    bearer_methods_supported: ["header"],
    resource_name: "keepsake",
  };
}

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader("content-type", "application/json");
  response.setHeader("access-control-allow-origin", "*");
  response.end(JSON.stringify(body));
}

/** A client that names no scope asks for all of them; the person decides. */
function withScope(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  if (pathname !== `${oauthPath}/authorize` || searchParams.has("scope")) return url;
  searchParams.set("scope", memoryScopes.join(" "));
  return `${pathname}?${searchParams}`;
}

function checkedOrigin(publicUrl: string): string {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  const isLocal = url !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const isOrigin = url !== undefined && `${url.origin}/` === url.href;
  if (url !== undefined && isOrigin && (url.protocol === "https:" || (url.protocol === "http:" && isLocal)))
    return url.origin;
  const rule = "must be an https origin such as https://memory.example.com, or http of this machine";
  throw new MemoryError("invalid_input", `Cannot offer sign-in: the public URL ${rule}, got ${publicUrl}`, {
    data: { issues: [{ type: "custom", loc: ["publicUrl"], msg: rule }] },
  });
}
