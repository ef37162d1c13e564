/**
 * How a server uses a sign-in: the sign-in answers the requests to its own paths, and its tokens
 * open stores.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { scopesOf } from "../accounts/registry/people/people.js";
import type { OpenedToken } from "../accounts/registry/people/tokens.js";
import { limitedTo } from "../service/limited-memory.js";
import type { Access } from "./access.js";
import { type LogSink, methodName } from "./log.js";
import type { StoreFolder } from "./stores/store-folder.js";

/** The sign-in of a service: see `keepsake/sign-in`. */
export interface SignInPart {
  /** Returns the access that a token gives; `undefined` for an unknown or revoked token. */
  open(token: string): OpenedToken | undefined;
  /** Answers a request. @returns its path for the log; `undefined` if it is not answered here */
  handle(request: IncomingMessage, response: ServerResponse): string | undefined;
}

/** The access that a token gives: its scopes, limited to those of the person's current role. */
export function tokenAccess(opened: OpenedToken | undefined, folder: StoreFolder): Access | undefined {
  if (opened === undefined) return undefined;
  const { store, role, grantId, scopes: granted } = opened;
  const scopes = scopesOf(role, granted);
  const service = limitedTo(folder.service(store), scopes);
  return { service, keyId: grantId, storeId: store.id, requestsPerMinute: tokenRate, scopes };
}

/**
 * Maximum number of calls per minute of one grant. A key has no default limit; a grant has one,
 * because any program may get a grant.
 */
const tokenRate = 600;

/** Lets the sign-in answer a request, and logs it. @returns whether the sign-in answered */
export function signInAnswers(
  signIn: SignInPart | undefined,
  {
    request,
    response,
    log,
    clock,
  }: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly log: LogSink;
    readonly clock: () => Date;
  },
): boolean {
  const startedMs = performance.now();
  const path = signIn?.handle(request, response);
  if (path === undefined) return false;
  response.once("close", () => {
    const { statusCode: status } = response;
    log({
      at: clock().toISOString(),
      event: "request",
      level: status >= 500 ? "error" : status >= 400 ? "warn" : "info",
      request: randomUUID(),
      method: methodName(request.method ?? ""),
      path,
      status,
      ms: Math.round((performance.now() - startedMs) * 1000) / 1000,
    });
  });
  return true;
}
