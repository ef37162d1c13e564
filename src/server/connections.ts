/** Which connections of a server have a request in flight: the others can be closed without anybody missing an answer. */
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** Milliseconds in which a closing server still takes requests on connections that are open: what was sent before its client could know. */
const graceMs = 250;

/**
 * Node's own `closeIdleConnections` knows only connections that have been answered once; one on which nothing was ever asked would keep a server
 * that is closing. Nor does Node cut one on which nothing is ever sent before its idle time is over.
 */
export class Connections {
  /** Requests in flight on each open connection. */
  readonly #inFlight = new Map<Socket, number>();
  readonly #answers = new Set<ServerResponse>();
  readonly #server: Server;
  #closing = false;

  /** @param firstByteMs Milliseconds that a connection has until its first request. */
  constructor(server: Server, firstByteMs: number) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#inFlight.set(socket, 0);
      const silent = setTimeout(() => socket.destroy(), firstByteMs).unref();
      socket.once("data", () => clearTimeout(silent));
      socket.once("close", () => {
        clearTimeout(silent);
        this.#inFlight.delete(socket);
      });
    });
    server.on("request", ({ socket }, response) => {
      this.#count(socket, 1);
      this.#answers.add(response);
      // A connection that is kept alive would keep a server that is closing.
      if (this.#closing) response.shouldKeepAlive = false;
      response.once("close", () => {
        this.#answers.delete(response);
        this.#done(socket);
      });
    });
  }

  /**
   * Takes no new connection; answers the requests that are in flight or come on open connections within {@link graceMs}, and says with each answer that the connection
   * ends. Resolves when all are answered, or cut because `withinMs` has passed.
   */
  drain(withinMs: number): Promise<void> {
    this.#closing = true;
    for (const response of this.#answers) if (!response.headersSent) response.shouldKeepAlive = false;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#server.closeAllConnections(), withinMs);
      const idle = setTimeout(() => this.#endIdle(), Math.min(graceMs, withinMs));
      // Not the server's own `close`, which ends idle connections at once: a request may be on its way on each.
      NetServer.prototype.close.call(this.#server, () => {
        clearTimeout(late);
        clearTimeout(idle);
        // Ends its checks of open connections; it has none and is closed.
        this.#server.close(() => {});
        resolve();
      });
    });
  }

  #endIdle(): void {
    for (const [socket, count] of this.#inFlight) if (count === 0) socket.destroy();
  }

  #done(socket: Socket): void {
    this.#count(socket, -1);
    if (this.#closing && this.#inFlight.get(socket) === 0) socket.end();
  }

  #count(socket: Socket, by: 1 | -1): void {
    const count = this.#inFlight.get(socket);
    if (count !== undefined) this.#inFlight.set(socket, count + by);
  }
}
