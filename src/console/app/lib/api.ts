/** Calls of the page to its own server: the endpoints of the HTTP interface, behind the session. */
import type { EndpointName, Output } from "../../../contract/http.js";
import type { Scope } from "../../../contract/scope.js";
import type { ImportLine, ImportReport } from "../../import-report.js";
import type { Overview } from "../../overview.js";

/** A memory of a service that the person may open. */
export interface OwnStore {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly role: "owner" | "editor" | "reader";
}

/** What the server says about this console. */
export interface Described {
  readonly csrf: string;
  /** The name of the store: its path; in a service its name, empty if none was chosen. */
  readonly name: string;
  readonly version: string;
  /** Who has signed in to a service; absent for the console of one file. */
  readonly login?: string;
  /** Of a service: the memories of the person. */
  readonly stores?: readonly OwnStore[];
  /** Of a service: the memory of this page; absent if one is to be chosen. */
  readonly store?: OwnStore;
}

/** A call that the server refused, with its reason. */
export class ApiError extends Error {
  readonly status: number;
  /** Where to sign in, if nobody has. */
  readonly signIn: string | undefined;

  constructor(status: number, message: string, signIn?: string) {
    super(message);
    this.status = status;
    this.signIn = signIn;
  }
}

/**
 * The token of a session of one file. It is stored for this origin, so that a second tab and a
 * reload have it. It is useless without the cookie, and after the console has ended. A service
 * returns the token with the session.
 */
const tokenKey = "keepsake-console-token";
let token = localStorage.getItem(tokenKey) ?? "";

function address(path: string): string {
  return new URL(`./api/${path}`, document.baseURI).href;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = { "x-csrf-token": token, "content-type": "application/json" };
  let response: Response;
  try {
    response = await fetch(address(path), { ...init, headers });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, "The console does not answer. Is the command still running?");
  }
  if (response.ok) return response;
  const error = await refusalOf(response);
  if (error.signIn !== undefined) goToSignIn(error.signIn);
  throw error;
}

/** Opens the sign-in of a service, which returns to this screen. */
function goToSignIn(path: string): void {
  location.replace(`${path}?next=${encodeURIComponent(location.pathname + location.hash)}`);
}

async function refusalOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const body: { detail?: unknown; sign_in?: string } = await response.json().catch(() => ({}));
  const { detail, sign_in } = body;
  const messages = Array.isArray(detail) ? detail.map(messageOf) : [detail];
  const text = messages.filter((one) => typeof one === "string" && one !== "").join("; ");
  return new ApiError(status, text || `The server answered with status ${status}.`, sign_in);
}

/** A problem of a field names the field, which its message does not. */
function messageOf({ msg = "", loc = [] }: { msg?: string; loc?: readonly unknown[] }): string {
  const field = loc.at(-1);
  return msg.startsWith("must ") && typeof field === "string" ? `${field} ${msg}` : msg;
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

/** Reads or changes a setting of a service: `setting("DELETE", "keys/ID")`. @throws {ApiError} */
export async function setting<Data>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Data> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return (await send(path, init)).json();
}

/**
 * Sends a file to be imported.
 *
 * @param onProgress Called with how many of its records are done.
 * @throws {ApiError} also for an error that came after the import had begun
 */
export async function importFile(
  file: File,
  query: Readonly<Record<string, string>>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total?: number) => void },
): Promise<ImportReport> {
  const address = `imports?${new URLSearchParams({ ...query, name: file.name })}`;
  const { body } = await send(address, { method: "POST", body: file, signal });
  for await (const line of linesOf(body!)) {
    const said = JSON.parse(line) as ImportLine;
    if ("report" in said) return said.report;
    if ("error" in said) throw new ApiError(422, said.error);
    onProgress(said.done, said.total);
  }
  throw new ApiError(0, "The import was cut off. What was imported stays; send the file again to go on.");
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

/** Counts of what the scope contains. */
export async function overview(scope: Scope | undefined, signal: AbortSignal): Promise<Overview> {
  const query = scope === undefined ? "" : `?scope=${encodeURIComponent(JSON.stringify(scope))}`;
  return (await send(`overview${query}`, { signal })).json();
}

/**
 * Opens the session of a link, or continues the one of the cookie.
 *
 * @throws {ApiError} 401 without one
 */
export async function openSession(link: string | undefined): Promise<Described> {
  const init = link === undefined ? { method: "GET" } : { method: "POST", body: link };
  const described: Described = await (await send("session", init)).json();
  token = described.csrf;
  if (link !== undefined) localStorage.setItem(tokenKey, token);
  return described;
}

/** Ends the session. @returns where to sign in to a service again */
export async function closeSession(): Promise<string | undefined> {
  const { sign_in }: { sign_in?: string } = await (await send("session", { method: "DELETE" })).json();
  localStorage.removeItem(tokenKey);
  return sign_in;
}
