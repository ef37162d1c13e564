/** Calls of the page to its own server: the endpoints of the HTTP interface, behind the session. */
import type { EndpointName, Output } from "../../../contract/http.js";
import type { Scope } from "../../../contract/scope.js";
import type { Overview } from "../../overview.js";

/** What the server says about this console. */
export interface Described {
  readonly csrf: string;
  /** The name of the store: its path. */
  readonly name: string;
  readonly version: string;
}

/** A call that the server refused, with its reason. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The token of the session. It is kept for this origin, so that a second tab and a reload have it; it
 * is worth nothing without the cookie, and nothing after the console has ended.
 */
const tokenKey = "keepsake-console-token";

function address(path: string): string {
  return new URL(`./api/${path}`, document.baseURI).href;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const token = localStorage.getItem(tokenKey) ?? "";
  const headers = { "x-csrf-token": token, "content-type": "application/json" };
  let response: Response;
  try {
    response = await fetch(address(path), { ...init, headers });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, "The console does not answer. Is the command still running?");
  }
  if (!response.ok) throw new ApiError(response.status, await reasonOf(response));
  return response;
}

async function reasonOf(response: Response): Promise<string> {
  const body: { detail?: unknown } | undefined = await response.json().catch(() => undefined);
  const detail = body?.detail;
  if (typeof detail === "string") return detail;
  const messages = Array.isArray(detail) ? detail.map(({ msg }: { msg?: string }) => msg) : [];
  return messages.filter(Boolean).join("; ") || `The server answered with status ${response.status}.`;
}

/** Calls an endpoint. @throws {ApiError} */
export async function call<Name extends EndpointName>(
  name: Name,
  body: object = {},
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const init = { method: "POST", body: JSON.stringify(body), ...(signal ? { signal } : {}) };
  const response = await send(`memory/${name}`, init);
  return ((await response.json()) as { data: Output<Name> }).data;
}

/** The lines of an export, as text. */
export async function exported(body: object, signal?: AbortSignal): Promise<string> {
  const init = { method: "POST", body: JSON.stringify(body), ...(signal ? { signal } : {}) };
  return (await send("memory/export", init)).text();
}

/** Counts of what the scope contains. */
export async function overview(scope: Scope | undefined, signal: AbortSignal): Promise<Overview> {
  const query = scope === undefined ? "" : `?scope=${encodeURIComponent(JSON.stringify(scope))}`;
  return (await send(`overview${query}`, { signal })).json();
}

/** Opens the session of a link, or continues the one of the cookie. @throws {ApiError} 401 without one */
export async function openSession(link: string | undefined): Promise<Described> {
  const init = link === undefined ? { method: "GET" } : { method: "POST", body: link };
  const described: Described = await (await send("session", init)).json();
  if (link !== undefined) localStorage.setItem(tokenKey, described.csrf);
  return described;
}

/** Ends the session. */
export async function closeSession(): Promise<void> {
  await send("session", { method: "DELETE" });
  localStorage.removeItem(tokenKey);
}
