import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exitCodes } from "../../../src/cli/exit-codes.js";
import type { LocalMemory } from "../../../src/cli/terminal/io.js";
import { cli, newPath, recorder } from "../cli-fixture.js";

async function seeded(): Promise<string> {
  const path = newPath();
  await cli(["--db", path, "remember", "--speaker", "Ruth", "I live in Oporto."]);
  return path;
}

describe("keepsake forget", () => {
  test("previews a query, and forgets to the last byte with --confirm", async () => {
    const path = await seeded();
    const preview = await cli(["--db", path, "forget", "--query", "Where does Ruth live?"]);
    expect(preview.stdout).toMatch(/would be forgotten:.*Oporto.*Add --confirm/su);
    expect(readFileSync(path).includes("Oporto") || readFileSync(`${path}-wal`).includes("Oporto")).toBe(
      true,
    );
    const done = await cli(["--db", path, "forget", "--query", "Where does Ruth live?", "--confirm"]);
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(/forgotten, .* freed, verified/u);
    expect(readFileSync(path).includes("Oporto")).toBe(false);
  });

  test("says that nothing matched", async () => {
    const { code, stdout } = await cli(["--db", await seeded(), "forget", "--entity", "Nobody Atall"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Nothing matched; nothing was forgotten.\n" });
  });

  test("refuses to forget everything without --confirm", async () => {
    const { code, stderr } = await cli(["--db", await seeded(), "forget", "--all"]);
    expect(code).toBe(2);
    expect(stderr).toContain("all: true needs confirm: true");
  });

  test("exits with 3 if the proof must wait", async () => {
    const answer = { forgotten: 2, ids: ["a", "b"], preview: [], freed_bytes: 10, verified: false };
    const service = { forget: async () => answer, close: async () => undefined };
    const open = () => service as unknown as LocalMemory;
    const { code, stdout } = await cli(["--db", ":memory:", "forget", "--entity", "Ruth"], { open });
    expect(code).toBe(exitCodes.unproved);
    expect(stdout).toContain("not verified yet");
  });

  test("passes every flag on as the contract's field", async () => {
    const { open, calls } = recorder();
    const flags = ["--ids", "a,b", "--file-id", "f", "--entity", "Ruth", "--type", "semantic", "--all"];
    const more = ["--before", "2026-01-01", "--after", "2025-01-01", "--filter", "team=bees"];
    const rest = ["--query", "bees", "--confirm", "--reason", "asked for"];
    await cli(["--db", ":memory:", "forget", ...flags, ...more, ...rest, "--json"], { open });
    expect(calls[0]?.input).toEqual({
      ids: ["a", "b"],
      file_id: "f",
      entity: "Ruth",
      type: "semantic",
      before: "2026-01-01",
      after: "2025-01-01",
      filter: { team: "bees" },
      query: "bees",
      all: true,
      confirm: true,
      reason: "asked for",
    });
  });
});
