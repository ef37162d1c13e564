/**
 * An OpenAI-compatible server on loopback that responds as scripted: correctly, wrongly, in pieces,
 * or not at all.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as it arrived. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever the test says it must be.
  readonly body: any;
}

/** Responds to one request. A response that never ends is a silent server. */
export type Reply = (asked: Asked, response: ServerResponse) => unknown;

export class ModelServer {
  /** Every request, in order. */
  readonly asked: Asked[] = [];
  /** Most concurrent requests. */
  atOnce = 0;
  #underWay = 0;
  readonly #server: Server;
  readonly #reply: Reply;

  private constructor(reply: Reply) {
    this.#reply = reply;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  /**
   * A list has one response per request, in the order of arrival; a function makes every response.
   */
  static async start(replies: Reply | readonly Reply[]): Promise<ModelServer> {
    const list = typeof replies === "function" ? undefined : [...replies];
    const none: Reply = (_, response) => response.writeHead(418).end("the script has no answer left");
    const server = new ModelServer((asked, response) =>
      (typeof replies === "function" ? replies : (list?.shift() ?? none))(asked, response),
    );
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#underWay += 1;
    this.atOnce = Math.max(this.atOnce, this.#underWay);
    response.once("close", () => {
      this.#underWay -= 1;
    });
    let text = "";
    for await (const piece of request) text += String(piece);
    const asked = { path: request.url ?? "", headers: request.headers, body: JSON.parse(text) as unknown };
    this.asked.push(asked);
    await this.#reply(asked, response);
  }
}

/** A JSON response. */
export function json(body: unknown, { status = 200, headers = {} } = {}): Reply {
  return (_, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A refusal in the format of OpenAI. */
export function refusal(status: number, message = "no", headers: Record<string, string> = {}): Reply {
  return json({ error: { message, type: "error", code: null } }, { status, headers });
}

/**
 * Responds with `first` in turn, and with `then` after that, because a slow machine may cause
 * further tries.
 */
export function firstly(first: readonly Reply[], then: Reply): Reply {
  const left = [...first];
  return (asked, response) => (left.shift() ?? then)(asked, response);
}

/** A body as it is. */
export function raw(body: string, contentType = "application/json"): Reply {
  return (_, response) => response.writeHead(200, { "content-type": contentType }).end(body);
}

/** Accepts the request and sends nothing. */
export const silence: Reply = () => undefined;

/** Sends `parts` and then closes the connection. */
export function cutAfter(parts: readonly string[], contentType = "application/json"): Reply {
  return (_, response) => {
    response.writeHead(200, { "content-type": contentType });
    for (const part of parts) response.write(part);
    response.write("", () => response.destroy());
  };
}

/**
 * Options for a client so that no test waits: random numbers of 0.5, and waits that are only
 * recorded.
 */
export function stillWorld() {
  const waits: number[] = [];
  return {
    waits,
    random: () => 0.5,
    clock: () => new Date("2026-01-01T00:00:00Z"),
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
  };
}
