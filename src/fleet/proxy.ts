/** Passes a request to a host and its response back, without reading either. */
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Host } from "./host.js";

/** Headers of one connection, which are not passed on. */
const ofConnection = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "expect"]);

/** How long a host may take to answer, in milliseconds: an import of many lines takes longest. */
const answerMs = 300_000;

/**
 * Returns the path and the query of a request. A client may name another host in the target of a
 * request (`GET http://other/path`, `GET //other/path`): the host is not part of the path.
 *
 * @returns `undefined` for an invalid target
 */
export function targetOf({ url = "/" }: IncomingMessage): string | undefined {
  // A target that begins with two slashes is a path too; `URL` would read its start as a host.
  const target = url.startsWith("/") ? url.replace(/^[/\\]+/, "/") : url;
  if (!URL.canParse(target, "http://router")) return undefined;
  const { pathname, search } = new URL(target, "http://router");
  return pathname.replace(/^\/+/, "/") + search;
}

/** A request, its response, and where it goes. */
export interface Passed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly host: Host;
  /** See {@link targetOf}. */
  readonly path: string;
}

/**
 * Passes a request on. A request whose host fails before it answered is not repeated: it may have
 * been carried out. The client repeats it with its idempotency key.
 *
 * @returns the status, or `undefined` if the host did not answer
 */
export function pass({ request, response, host, path }: Passed): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !ofConnection.has(name)),
    );
    const isChunked = request.headers["transfer-encoding"] !== undefined;
    const upstream = httpRequest({
      protocol: host.url.protocol,
      hostname: host.url.hostname,
      port: host.url.port,
      path,
      method: request.method,
      // Without this header, Node would send the body of a GET without its length, and the host
      // would read the body as another request.
      headers: isChunked ? { ...headers, "transfer-encoding": "chunked" } : headers,
      agent: host.agent,
      timeout: answerMs,
      signal: host.signal,
    });
    const failed = () => {
      resolve(undefined);
      // The status of a response that has begun cannot change: the client sees a truncated
      // response.
      if (response.headersSent) response.destroy();
    };
    upstream.on("timeout", () => upstream.destroy());
    upstream.on("error", failed);
    response.on("close", () => {
      if (!response.writableFinished) upstream.destroy();
    });
    upstream.on("response", (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept) as Record<string, string>);
      answer.on("error", failed);
      answer.on("end", () => resolve(answer.statusCode));
      answer.pipe(response);
    });
    request.pipe(upstream);
  });
}
