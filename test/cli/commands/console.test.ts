import { describe, expect, test } from "vitest";
import { cli, newPath } from "../cli-fixture.js";

const stopped = AbortSignal.abort();

describe("keepsake console", () => {
  test("prints a link on loopback with a secret, and ends when it is interrupted", async () => {
    const path = newPath();
    await cli(["--db", path, "remember", "Ruth keeps eleven bees."]);
    const { code, stdout, stderr } = await cli(["--db", path, "console"], { signal: stopped });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#link=[\w-]{43}\n$/u);
    expect(stderr).toContain("once");
  });

  test("creates no store", async () => {
    const { code, stderr } = await cli(["--db", newPath(), "console"]);
    expect(code).toBe(1);
    expect(stderr).toContain("a store must exist");
  });

  test("refuses a port that is no number", async () => {
    const { code } = await cli(["console", "--port", "first"]);
    expect(code).toBe(2);
  });
});
