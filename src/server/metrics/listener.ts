/** Serves `/metrics` on its own address, so that clients of the service cannot read the metrics. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { MemoryError } from "../../contract/errors.js";
import { listening, urlOf } from "../listen.js";
import { expositionType } from "./metrics.js";

/** Where the metrics are served. */
export interface MetricsOptions {
  /** The port; 0 for any free port. */
  readonly port: number;
  /** The address. One that is not a loopback address needs a `token`. @default "127.0.0.1" */
  readonly hostname?: string | undefined;
  /** Token that requests must send as `Authorization: Bearer TOKEN`. @default none is needed */
  readonly token?: string | undefined;
}

/** A listener that answers `GET /metrics`. */
export interface MetricsListener {
  /** `http://127.0.0.1:9187/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

/**
 * Checks the options before anything is opened.
 *
 * @throws {MemoryError} `invalid_input` for an address that is not a loopback address, without a
 * token
 */
export function checkMetrics({ hostname = "127.0.0.1", token }: MetricsOptions): void {
  if (loopback.test(hostname) || (token ?? "") !== "") return;
  const msg = `must have a token on an address that is not a loopback address, got ${hostname}`;
  throw new MemoryError("invalid_input", `Cannot serve: metrics ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["metrics", "token"], msg }] },
  });
}

/** Starts the listener. @param text Returns the current metrics. */
export async function listenMetrics(options: MetricsOptions, text: () => string): Promise<MetricsListener> {
  const { port, hostname = "127.0.0.1", token } = options;
  const server = createServer((request, response) => {
    const status = statusOf(request, token);
    response.writeHead(status, { "content-type": expositionType, "cache-control": "no-store" });
    response.end(status === 200 ? text() : "");
  });
  await listening(server, port, hostname);
  const boundPort = (server.address() as AddressInfo).port;
  return {
    url: `${urlOf(hostname, boundPort)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function statusOf({ method, url, headers }: IncomingMessage, token: string | undefined): number {
  if (token !== undefined && !isSame(headers.authorization ?? "", `Bearer ${token}`)) return 401;
  if (url !== "/metrics") return 404;
  return method === "GET" || method === "HEAD" ? 200 : 405;
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return timingSafeEqual(one!, other!);
}
