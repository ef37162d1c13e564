/** Without a known key, a long body is not read. */

import { once } from "node:events";
import { connect } from "node:net";
import { Memory } from "keepsake";
import { mcpHandler } from "keepsake/mcp";
import { createHandler, singleKey } from "keepsake/server";
import { expect, it } from "vitest";
import { startServer } from "./server-fixture.js";

it("a long body with an unknown key is not read, and a short invalid one is reported", async () => {
  await using memory = new Memory();
  const handler = createHandler({ resolve: singleKey(memory, "right") });
  let pulled = 0;
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
        if (pulled > 8 * 2 ** 20) controller.close();
      },
    });
  const post = (key: string, body: string | ReadableStream, headers: Record<string, string> = {}) =>
    handler(
      new Request("http://localhost/api/memory/file", {
        method: "POST",
        body,
        duplex: "half",
        headers: { "x-api-key": key, ...headers },
      }),
    );
  const refused = await post("wrong", endless());
  expect(refused.status).toBe(413);
  expect(pulled).toBeLessThan(2 ** 20);
  pulled = 0;
  const declared = await post("wrong", endless(), { "content-length": String(8 * 2 ** 20) });
  // The response of the specification to an unknown key.
  expect(await declared.json()).toMatchObject({ data: { error: "not_found" } });
  expect(pulled).toBeLessThan(2 ** 20);
  expect((await post("wrong", "{")).status).toBe(422);
});

it.each([
  ["/api/memory/add", "Content-Length: 67108864"],
  ["/api/memory/import", "Content-Length: 67108864"],
  ["/api/memory/import", "Transfer-Encoding: chunked"],
  ["/mcp", "Content-Length: 67108864"],
  ["/mcp", "Transfer-Encoding: chunked"],
])("64 MB to %s with %s are not read without a known key", async (path, length) => {
  const mcp = mcpHandler();
  const { server } = await startServer({ handlers: { "/mcp": mcp.answer } });
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, "close");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: nobody\r\n${length}\r\n\r\n`);
  const piece = Buffer.alloc(65_536, 0x20);
  const framed = Buffer.concat([Buffer.from("10000\r\n"), piece, Buffer.from("\r\n")]);
  // Sends slowly, so that the server answers before it has received the body.
  for (let sent = 0; sent < 1024 && !socket.destroyed; sent += 1) {
    const isTaken = socket.write(length.includes("chunked") ? framed : piece);
    await (isTaken
      ? new Promise((resolve) => setTimeout(resolve, 1))
      : Promise.race([once(socket, "drain"), closed]));
  }
  await closed;
  expect(socket.bytesWritten).toBeLessThan(64 * 2 ** 20);
  expect(answer).toMatch(/^HTTP\/1\.1 (?:200|401|413)/);
  await mcp.close();
});
