/** `/metrics` on an address of its own, so that whoever reaches the service does not reach its figures. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { MemoryError } from "../../contract/errors.js";
import { listening, urlOf } from "../listening.js";
import { expositionType } from "./exposition.js";

/** Where the figures are served. */
export interface MetricsOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Any other than a loopback address needs a `token`. @default "127.0.0.1" */
  readonly hostname?: string | undefined;
  /** Who asks has to send `Authorization: Bearer TOKEN`. @default nobody has to */
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
 * Checks where figures are to be served, before anything is opened.
 *
 * @throws {MemoryError} `invalid_input` where the address is not a loopback address and there is no token
 */
export function checkMetrics({ hostname = "127.0.0.1", token }: MetricsOptions): void {
  if (loopback.test(hostname) || (token ?? "") !== "") return;
  const msg = `must have a token on an address that others reach, got ${hostname}`;
  throw new MemoryError("invalid_input", `Cannot serve: metrics ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["metrics", "token"], msg }] },
  });
}

/** Listens. @param text The figures of now. */
export async function listenMetrics(options: MetricsOptions, text: () => string): Promise<MetricsListener> {
  const { port, hostname = "127.0.0.1", token } = options;
  const server = createServer((request, response) => {
    const status = statusOf(request, token);
    response.writeHead(status, { "content-type": expositionType, "cache-control": "no-store" });
    response.end(status === 200 ? text() : "");
  });
  await listening(server, port, hostname);
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `${urlOf(hostname, taken)}/metrics`,
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
