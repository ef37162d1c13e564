/**
 * Over a real socket: responses that are lost after the work was done, and servers that ask to
 * wait.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Memory } from "keepsake";
import { MemoryClient } from "keepsake/client";
import { createHandler, singleKey } from "keepsake/server";
import { describe, expect, it, onTestFinished } from "vitest";

type Mischief = (request: IncomingMessage, response: ServerResponse, count: number) => "go on" | "done";

/**
 * A server on loopback that treats some requests differently, and a client of it that does not
 * wait.
 */
async function troubled(mischief: Mischief) {
  const memory = new Memory();
  const listener = getRequestListener(createHandler({ resolve: singleKey(memory, "right") }));
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    if (mischief(request, response, count) === "go on") void listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const waits: number[] = [];
  const client = new MemoryClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: "right",
    random: () => 0,
    sleep: async (ms) => void waits.push(ms),
  });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
    await memory.close();
  });
  return { memory, client, waits, requests: () => count };
}

/** Lets the work be done and closes the connection before the response. */
const swallowAnswer = (response: ServerResponse) => {
  response.writeHead = () => {
    response.socket?.destroy();
    return response;
  };
};

describe("MemoryClient over an unreliable network", () => {
  it("stores an add once if its responses were lost, and returns the first result", async () => {
    const { memory, client, requests } = await troubled((_, response, count) => {
      if (count <= 2) swallowAnswer(response);
      return "go on";
    });
    const payload = await client.remember("Wanda tunes harpsichords in Ghent.");
    expect(requests()).toBe(3);
    expect(payload.stored).toBe(true);
    const { memory: store } = await memory.details();
    expect(store.usage.requests).toBe(1);
    expect(store.storage_used).toBe(payload.total_storage_bytes);
    expect((await memory.audit({ operation: "REMEMBER" })).items).toHaveLength(1);
  });

  it("reaches a server that was down for a while", async () => {
    const { client, requests } = await troubled((request, _, count) => {
      if (count > 3) return "go on";
      request.socket.destroy();
      return "done";
    });
    expect((await client.details()).valid).toBe(true);
    expect(requests()).toBe(4);
  });

  it("waits as long as a busy server asks", async () => {
    const { client, waits } = await troubled((_, response, count) => {
      if (count > 1) return "go on";
      response.writeHead(503, { "retry-after": "7" }).end("{}");
      return "done";
    });
    await client.recall("Where?");
    expect(waits).toEqual([7000]);
  });

  it("sends the key to no other address: a redirect is an error", async () => {
    let reached = false;
    const elsewhere = createServer((_, response) => {
      reached = true;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    onTestFinished(() => void elsewhere.close());
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const { client } = await troubled((_, response) => {
      response.writeHead(307, { location }).end();
      return "done";
    });
    await expect(client.details()).rejects.toMatchObject({ code: "service_failed", data: { status: 307 } });
    expect(reached).toBe(false);
  });

  it("stops waiting for a response when the caller aborts", async () => {
    const stop = new AbortController();
    const { client } = await troubled(() => {
      stop.abort(new Error("enough"));
      return "done";
    });
    await expect(client.recall("Where?", { signal: stop.signal })).rejects.toThrow("enough");
  });
});
