/** Which connections of a server have a request in flight: the others can be closed without anybody missing an answer. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Node's own `closeIdleConnections` knows only connections that have been answered once; one on which nothing was ever asked would keep a server
 * that is closing.
 */
export class Connections {
  /** Requests in flight on each open connection. */
  readonly #inFlight = new Map<Socket, number>();
  readonly #server: Server;
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#inFlight.set(socket, 0);
      socket.once("close", () => this.#inFlight.delete(socket));
    });
    server.on("request", ({ socket }, response) => {
      this.#count(socket, 1);
      // A connection that is kept alive would keep a server that is closing.
      if (this.#closing) response.shouldKeepAlive = false;
      response.once("close", () => this.#done(socket));
    });
  }

  /** Takes no new connection and no new request; resolves when those in flight are answered, or cut because `withinMs` has passed. */
  drain(withinMs: number): Promise<void> {
    this.#closing = true;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#server.closeAllConnections(), withinMs);
      this.#server.close(() => {
        clearTimeout(late);
        resolve();
      });
      for (const [socket, count] of this.#inFlight) if (count === 0) socket.destroy();
    });
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
