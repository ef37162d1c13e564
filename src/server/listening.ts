/** A server on an address: until it listens, and what it is then called. */
import type { Server } from "node:http";

/** Resolves when the server listens; rejects where it cannot. */
export function listening(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

/** `http://127.0.0.1:8787`; an address of IPv6 in brackets. */
export function urlOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}
