/**
 * A closing server answers requests that were already sent, and does not wait for silent
 * connections.
 */
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
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

it("drain() answers requests on connections that the system has queued and nobody has accepted", async () => {
  const { connections, port } = await served();
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, host: "127.0.0.1", agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode));
      })
        .once("error", reject)
        .end();
    });
  const sent = Promise.allSettled(Array.from({ length: 40 }, ask));
  // The sockets connect in the next turn, and this process is too busy to accept them.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  busyFor(20);
  const drained = connections.drain(5000);
  expect(await sent).toEqual(Array.from({ length: 40 }, () => ({ status: "fulfilled", value: 200 })));
  await drained;
  agent.destroy();
});

it("drain() answers a request that arrives while the process is busy until after its grace", async () => {
  const { connections, port } = await served();
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  await turn();
  const drained = connections.drain(5000);
  await turn();
  await turn();
  await turn();
  socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  busyFor(400);
  const answer = once(socket, "data");
  expect(String(await answer)).toMatch(/^HTTP\/1.1 200/);
  await drained;
});

function busyFor(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it("a connection on which nothing is sent is closed", async () => {
  const { connections, port } = await served(50);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "close");
  await connections.drain(1000);
});
