import { describe, expect, it } from "vitest";
import { installed } from "../../src/service/installed.js";

const needed = { action: "serve a store", packages: ["@hono/node-server", "hono"] };
const missing = (message: string) => Object.assign(new Error(message), { code: "ERR_MODULE_NOT_FOUND" });

describe("installed()", () => {
  it("returns what was loaded", async () => {
    expect(await installed(async () => 7, needed)).toBe(7);
  });

  it.each([
    ["a package", "Cannot find package 'hono' imported from /app/listen.js", "hono"],
    [
      "an entry of one",
      "Cannot find package '@hono/node-server/conninfo' imported from x",
      "@hono/node-server",
    ],
  ])("says what to install where %s is missing", async (_what, message, name) => {
    await expect(installed(() => Promise.reject(missing(message)), needed)).rejects.toMatchObject({
      code: "missing_dependency",
      data: { package: name },
      message: `Cannot serve a store: ${name} must be installed; run npm install @hono/node-server hono, or install keepsake-server, which brings it`,
    });
  });

  it("passes every other failure on", async () => {
    const others = [missing("Cannot find package 'honolulu' imported from x"), new SyntaxError("'hono'")];
    for (const other of others)
      await expect(installed(() => Promise.reject(other), needed)).rejects.toBe(other);
  });
});
