/** `keepsake conformance` against a real server on loopback. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Memory } from "keepsake";
import { createHandler, singleKey } from "keepsake/server";
import { describe, expect, onTestFinished, test } from "vitest";
import { cli } from "../../cli-fixture.js";

type Answer = (request: Request) => Response | Promise<Response>;

async function listening(answer: Answer): Promise<string> {
  const server = createServer(getRequestListener(answer)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function keepsake(): Answer {
  const memory = new Memory();
  onTestFinished(() => memory.close());
  return createHandler({ resolve: singleKey(memory, "right") });
}

describe("keepsake conformance", () => {
  test("prints a row for each rule and exits with 0 if all pass", async () => {
    const { code, stdout, stderr } = await cli([
      "conformance",
      "--url",
      await listening(keepsake()),
      "--key",
      "right",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("2.3  passes  memory.usage.requests: integer");
    expect(stdout).toContain("7    passes  query omitted: 422 with loc body, query");
    expect(stdout).toMatch(
      /The service conforms: (\d+) of \1 rows pass\. \d+ records? of the check erased again\./,
    );
  });

  test("exits with 3 and prints the fault if a row fails; --json has everything", async () => {
    const right = keepsake();
    const url = await listening((request) => (request.method === "GET" ? new Response("?") : right(request)));
    const { code, stdout } = await cli(["conformance", "--url", url, "--json"], {
      env: { KEEPSAKE_KEY: "right" },
    });
    expect(code).toBe(3);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ conforms: false, failed: 3 });
    expect(report.findings).toContainEqual({
      section: "4",
      rule: "GET /api/memory/add: 405 Method Not Allowed",
      holds: false,
      fault: "the status must be 405, got 200",
    });
  });

  test("reports an unknown key, a missing key and an invalid address", async () => {
    const url = await listening(keepsake());
    const unknown = await cli(["conformance", "--url", url, "--key", "wrong"]);
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('got "API key not found"') });
    expect(await cli(["conformance", "--url", url])).toMatchObject({ code: 2 });
    expect(await cli(["conformance", "--url", "memory", "--key", "k"])).toMatchObject({ code: 2 });
    expect(await cli(["conformance", "--url", url, "--key", "k", "--timeout-ms", "x"])).toMatchObject({
      code: 2,
    });
  });
});
