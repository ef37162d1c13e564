import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cli, newPath, recorder } from "../cli-fixture.js";

const chat = [
  { role: "user", name: "Ruth", content: "Where did I leave the ladder?", at: "2026-05-01T10:00:00Z" },
  { role: "assistant", content: "It is behind the greenhouse.", at: "2026-05-01T10:00:05Z" },
];

describe("keepsake remember", () => {
  test("prints what was stored and what was skipped", async () => {
    const argv = ["--db", newPath(), "remember", "I live in Oporto. Hello!", "--speaker", "Ruth"];
    const { code, stdout } = await cli(argv);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+ records? kept/u);
    expect(stdout).toContain("Oporto");
  });

  test("prints an update with the value that it replaced", async () => {
    const path = newPath();
    const remember = (text: string) => cli(["--db", path, "remember", "--speaker", "Ruth", text]);
    await remember("I live in Oporto.");
    const { stdout } = await remember("I moved to Braga.");
    expect(stdout).toMatch(/1 updated/u);
    expect(stdout).toMatch(/was Oporto/u);
  });

  test("creates no store for a dry run, and says that nothing is written", async () => {
    const path = newPath();
    const dry = (text: string) => cli(["--db", path, "remember", "--dry-run", "--speaker", "Ruth", text]);
    const { code, stdout } = await dry("I live in Oporto.");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^dry run, nothing is written: 1 record kept/u);
    expect(existsSync(path)).toBe(false);
    await cli(["--db", path, "remember", "--speaker", "Ruth", "I live in Oporto."]);
    expect((await dry("I moved to Braga.")).stdout).toMatch(/1 updated[\s\S]*was Oporto/u);
    expect(JSON.parse((await cli(["--db", path, "records", "--json"])).stdout).items).toHaveLength(1);
  });

  test("prints the add payload with --json", async () => {
    const { stdout } = await cli(["--db", newPath(), "remember", "Ruth keeps eleven bees.", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ stored: true, data: { status: 200, success: true } });
  });

  test("passes every flag on as the contract's field", async () => {
    const { open, calls } = recorder();
    const flags = ["--speaker", "Ruth", "--occurred-at", "2026-05-01", "--previous-context", "the shed"];
    const more = ["--metadata", "team=bees", "--expires-at", "2027-01-01", "--idempotency-key", "k1"];
    await cli(["remember", "It", "leaks.", ...flags, ...more, "--json"], { open });
    expect(calls).toEqual([
      {
        verb: "remember",
        input: {
          content: "It leaks.",
          speaker: "Ruth",
          occurred_at: "2026-05-01",
          previous_context: "the shed",
          metadata: { team: "bees" },
          expires_at: "2027-01-01",
          idempotency_key: "k1",
        },
      },
    ]);
  });

  test("reads a text from standard input, for - and for a pipe", async () => {
    const { open, calls } = recorder();
    await cli(["remember", "-", "--json"], { open, stdin: "one" });
    await cli(["remember", "--json"], { open, stdin: "two" });
    expect(calls.map(({ input }) => input)).toEqual([{ content: "one" }, { content: "two" }]);
  });

  test("reads chat messages as JSON", async () => {
    const { open, calls } = recorder();
    await cli(["remember", "--messages", "--json"], { open, stdin: JSON.stringify(chat) });
    expect(calls[0]?.input).toEqual({ content: chat });
  });

  test.each([
    ["[{", /must be JSON/u],
    ['{"role":"user"}', /must be a JSON array/u],
    ['[{"role":"bee","content":"x"}]', /Cannot remember: .*role/u],
  ])("refuses invalid messages: %s", async (stdin, message) => {
    const outcome = await cli(["--db", newPath(), "remember", "--messages"], { stdin });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toMatch(message);
  });

  test("remembers each line of standard input, and shows progress on a terminal only", async () => {
    const stdin = "Ruth keeps eleven bees.\n\nRuth works at the harbour office.\n";
    const argv = ["remember", "--lines", "--json"];
    const piped = await cli(["--db", newPath(), ...argv], { stdin });
    expect(JSON.parse(piped.stdout)).toHaveLength(2);
    expect(piped.stderr).toBe("");
    const watched = await cli(["--db", newPath(), "remember", "--lines"], { stdin, terminal: true });
    expect(watched.stderr).toContain("remembering 2");
  });
});
