/**
 * Tracks which connections of a server have a request in progress. All other connections can be
 * closed without losing a response.
 */
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/**
 * How long a closing server still accepts requests on open connections, in milliseconds: a client
 * may have sent them before it could know that the server closes.
 */
const graceMs = 250;
/**
 * Number of turns of the event loop after which all bytes that have arrived are read: Node accepts
 * one connection in a turn, and reads from it in the next.
 */
const readingTurns = 2;

/**
 * The open connections of a server. Node's own `closeIdleConnections` covers only connections that
 * have had a response: a connection without any request would prevent a server from closing. Node
 * also keeps a connection on which nothing was ever sent until its idle time is over.
 */
export class Connections {
  /** Number of requests in progress on each open connection. */
  readonly #inProgress = new Map<Socket, number>();
  readonly #responses = new Set<ServerResponse>();
  readonly #server: Server;
  #closing = false;
  /** Number of connections that were accepted so far. */
  #accepted = 0;

  /** @param firstByteMs Milliseconds that a connection has until its first request. */
  constructor(server: Server, firstByteMs: number) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#inProgress.set(socket, 0);
      this.#accepted += 1;
      const silent = setTimeout(() => socket.destroy(), firstByteMs).unref();
      socket.once("data", () => clearTimeout(silent));
      socket.once("close", () => {
        clearTimeout(silent);
        this.#inProgress.delete(socket);
      });
    });
    server.on("request", ({ socket }, response) => {
      this.#count(socket, 1);
      this.#responses.add(response);
      // An open connection would prevent a closing server from ending.
      if (this.#closing) response.shouldKeepAlive = false;
      response.once("close", () => {
        this.#responses.delete(response);
        this.#done(socket);
      });
    });
  }

  /**
   * Accepts the connections that clients have already made, and no further ones. Answers the
   * requests that are in progress or arrive on open connections within {@link graceMs}; each
   * response says that the connection ends. Resolves when all are answered, or were cut after
   * `withinMs`.
   */
  async drain(withinMs: number): Promise<void> {
    this.#closing = true;
    for (const response of this.#responses) if (!response.headersSent) response.shouldKeepAlive = false;
    const late = setTimeout(() => this.#server.closeAllConnections(), withinMs);
    await this.#acceptQueued(withinMs / 2);
    const idle = setTimeout(() => void this.#endIdle(), Math.min(graceMs, withinMs));
    return new Promise((resolve) => {
      this.#stopListening(() => {
        clearTimeout(late);
        clearTimeout(idle);
        // Stops the server's periodic check of connections. It has none, so this closes nothing.
        this.#server.close(() => {});
        resolve();
      });
    });
  }

  /** Waits until the system has no connection left that was not accepted. It would reset them. */
  async #acceptQueued(withinMs: number): Promise<void> {
    const until = performance.now() + withinMs;
    for (let accepted = -1; accepted < this.#accepted && performance.now() < until; ) {
      accepted = this.#accepted;
      await allRead();
    }
  }

  /**
   * Calls `closed` after the last connection has ended. Where the server is a `net.Server`, uses
   * its `close`: that of `http.Server` would end idle connections at once, although a request may
   * be on its way. In Bun the two classes are not related.
   */
  #stopListening(closed: () => void): void {
    if (this.#server instanceof NetServer) NetServer.prototype.close.call(this.#server, closed);
    else (this.#server as Server).close(closed);
  }

  async #endIdle(): Promise<void> {
    // This timer may run before the requests that arrived while the process was busy are read.
    await allRead();
    for (const [socket, count] of this.#inProgress) if (count === 0) socket.destroy();
  }

  #done(socket: Socket): void {
    this.#count(socket, -1);
    if (this.#closing && this.#inProgress.get(socket) === 0) socket.end();
  }

  #count(socket: Socket, by: 1 | -1): void {
    const count = this.#inProgress.get(socket);
    if (count !== undefined) this.#inProgress.set(socket, count + by);
  }
}

async function allRead(): Promise<void> {
  for (let turns = 0; turns < readingTurns; turns += 1)
    await new Promise<void>((resolve) => setImmediate(resolve));
}
