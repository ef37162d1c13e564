/** The matchers of `keepsake/testing` in jest, on the built library. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

it("jest takes the matchers", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "--experimental-vm-modules",
      at("node_modules/jest/bin/jest.js"),
      "--config",
      at("jest/jest.config.json"),
    ],
    { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "", CI: "1" }, timeout: 120_000 },
  );
  expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
  expect(status).toBe(0);
}, 150_000);
