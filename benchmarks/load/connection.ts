/** One connection to the service: requests one after the other, kept alive. */
import { Agent, request } from "node:http";

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The connection broke before the answer: what the service did is not known. */
export class Cut extends Error {
  override readonly name = "Cut";
}

export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: () => number;

  constructor(port: () => number) {
    this.#port = port;
  }

  /** @param body JSON, or lines as they are. */
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
