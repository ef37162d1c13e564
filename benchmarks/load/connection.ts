/** One keep-alive connection to the service. It sends one request after the other. */
import { Agent, request } from "node:http";

/** A response of the service. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The connection ended before the answer, so it is unknown what the service did. */
export class Cut extends Error {
  override readonly name = "Cut";
}

/** A connection over `node:http`. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: () => number;

  constructor(port: () => number) {
    this.#port = port;
  }

  /** @param body A value to send as JSON, or lines to send unchanged. */
  post(endpoint: string, key: string, body: object | string): Promise<Reply> {
    const content = typeof body === "string" ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          host: "127.0.0.1",
          port: this.#port(),
          method: "POST",
          path: `/api/memory/${endpoint}`,
          headers: { "x-api-key": key, "content-length": Buffer.byteLength(content) },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => {
            text += chunk;
          });
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
          answer.on("error", (cause) => reject(new Cut(String(cause), { cause })));
        },
      );
      sent.on("error", (cause) => reject(new Cut(String(cause), { cause })));
      sent.end(content);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
