/**
 * One keep-alive connection without an HTTP library, so that the library's time is not measured.
 */
import { connect, type Socket } from "node:net";

/** A connection over a plain socket. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #port: number;
  #received = "";
  #answered: ((body: string) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.setEncoding("latin1");
    this.#socket.on("data", (chunk: string) => this.#take(chunk));
  }

  /** Returns the body of the response, decoded as Latin-1. One request at a time. */
  post(endpoint: string, key: string, body: object): Promise<string> {
    const content = JSON.stringify(body);
    const head = `POST /api/memory/${endpoint} HTTP/1.1\r\nHost: 127.0.0.1:${this.#port}\r\nX-API-Key: ${key}\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n`;
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#socket.write(head + content);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received.slice(0, headEnd))?.[1]);
    const body = this.#received.slice(headEnd + 4);
    if (body.length < length) return;
    this.#received = "";
    this.#answered?.(body);
  }
}
