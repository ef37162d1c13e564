/**
 * A closing server answers requests that were already sent, and does not wait for silent
 * connections.
 */
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it } from "vitest";
import { Connections } from "../../src/server/connections.js";

async function served(firstByteMs = 10_000) {
  const server = createServer((_, response) => setTimeout(() => response.end("ok"), 20));
  const connections = new Connections(server, firstByteMs);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { connections, port: (server.address() as AddressInfo).port };
}

it("drain() answers requests that are in progress or are sent on an open connection as it begins", async () => {
  const { connections, port } = await served();
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      request({ port, host: "127.0.0.1", agent }, (response) => {
        response.resume().once("end", () => resolve(response.headers.connection ?? ""));
      })
        .once("error", reject)
        .end();
    });
  await Promise.all(Array.from({ length: 40 }, ask));
  // Sent on idle connections at the moment when the server begins to close.
  const sent = Array.from({ length: 40 }, ask);
  const drained = connections.drain(5000);
  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(outcomes.map((one) => (one.status === "fulfilled" ? one.value : ""))).toEqual(
    Array.from({ length: 40 }, () => "close"),
  );
  await drained;
  agent.destroy();
});

it("a connection on which nothing is sent is closed", async () => {
  const { connections, port } = await served(50);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "close");
  await connections.drain(1000);
});
