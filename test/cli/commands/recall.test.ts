import { describe, expect, test } from "vitest";
import { cli, newPath, recorder } from "../cli-fixture.js";

async function seeded(): Promise<string> {
  const path = newPath();
  const argv = ["--db", path, "remember", "--speaker", "Ruth", "--occurred-at", "2026-03-01"];
  await cli([...argv, "I live in Oporto."]);
  return path;
}

describe("keepsake recall", () => {
  test("prints the prose of each type under its heading, without colours in a pipe", async () => {
    const { code, stdout } = await cli(["--db", await seeded(), "recall", "Where", "does", "Ruth", "live?"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Facts\n.*Oporto/su);
    expect(stdout).not.toContain("\u001b[");
  });

  test("colours headings on a terminal", async () => {
    const argv = ["--db", await seeded(), "recall", "Where does Ruth live?"];
    expect((await cli(argv, { terminal: true })).stdout).toContain("\u001b[1mFacts");
  });

  test("prints nothing and exits with 0 if nothing answers", async () => {
    const argv = ["--db", await seeded(), "recall", "Which opera did the plumber whistle?"];
    expect(await cli(argv)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await cli(argv, { terminal: true })).stderr).toBe("Nothing in memory answers that.\n");
  });

  test("prints the search payload with --json, and signals with --explain", async () => {
    const path = await seeded();
    const { stdout } = await cli(["--db", path, "recall", "--explain", "--json", "Where does Ruth live?"]);
    expect(JSON.parse(stdout)).toMatchObject({ semantic_memory: expect.stringContaining("Oporto") });
    expect(JSON.parse(stdout).records[0].signals).toBeTypeOf("object");
    expect((await cli(["--db", path, "recall", "--explain", "Where does Ruth live?"])).stdout).toMatch(
      /^\d\.\d{3} {2}2026-03-01 {2}semantic/mu,
    );
  });

  test("passes every flag on as the contract's field", async () => {
    const { open, calls } = recorder();
    const flags = ["--as-of", "2026-04-01", "--types", "semantic,file", "--filter", "team=bees"];
    const more = ["--token-budget", "90", "--limit", "3", "--explain", "--previous-context", "the shed"];
    await cli(["--db", ":memory:", "recall", "Does it leak?", ...flags, ...more, "--json"], { open });
    expect(calls).toEqual([
      {
        verb: "recall",
        input: {
          query: "Does it leak?",
          as_of: "2026-04-01",
          types: ["semantic", "file"],
          filter: { team: "bees" },
          token_budget: 90,
          limit: 3,
          explain: true,
          previous_context: "the shed",
        },
      },
    ]);
  });
});
