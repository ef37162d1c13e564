/** The contract on every implementation there is. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Client } from "@modelcontextprotocol/client";
import { MemoryError } from "keepsake";
import { MemoryClient } from "keepsake/client";
import { createHandler, singleKey } from "keepsake/server";
import { Ledger } from "../../src/accounts/ledger.js";
import { MeteredMemory } from "../../src/accounts/metered-memory.js";
import { planMeter } from "../../src/accounts/plan-meter.js";
import { overHttp } from "../mcp/connections.js";
import { type CoreService, coreServiceContract, memoryServiceContract } from "./memory-service.contract.js";

const nothing = async () => {};

memoryServiceContract("Memory", async ({ memory }) => ({ service: memory, close: nothing }));

memoryServiceContract("MeteredMemory", async ({ memory, clock }) => {
  const ledger = new Ledger({ path: ":memory:", clock });
  const service = new MeteredMemory(memory, { ledger, meter: planMeter({}) });
  return { service, close: async () => ledger.close() };
});

memoryServiceContract("MemoryClient over a socket", async ({ memory }) => {
  const handler = createHandler({ resolve: singleKey(memory, "right") });
  const server = createServer(getRequestListener(handler)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const service = new MemoryClient({ url: `http://127.0.0.1:${port}`, key: "right", retries: 0 });
  const close = async () => {
    await service.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { service, close };
});

for (const era of ["modern", "legacy"] as const)
  coreServiceContract(`the MCP server through its client, ${era}`, async ({ memory }) => {
    const { client, close } = await overHttp(memory, { era });
    return { service: throughTools(client), close };
  });

/** The tools as verbs: the payload is the structured content, an error what its metadata says. */
function throughTools(client: Client): CoreService {
  const call = async (name: string, input: object): Promise<never> => {
    const result = await client.callTool({ name, arguments: { ...input } });
    if (result.isError !== true) return result.structuredContent as never;
    const { code, data } = (result._meta?.["keepsake/error"] ?? {}) as { code: "closed"; data?: never };
    const [first] = result.content as { text: string }[];
    throw new MemoryError(code, first?.text ?? "", { data });
  };
  return {
    remember: (input) =>
      call("remember", typeof input === "string" || Array.isArray(input) ? { content: input } : input),
    recall: (input) => call("recall", typeof input === "string" ? { query: input } : input),
    profile: (input = {}) => call("profile", input),
    forget: (selector) => call("forget", selector),
    details: () => call("details", {}),
  };
}
