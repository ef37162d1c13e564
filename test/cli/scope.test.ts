/** `--scope`: whose memory a command works on. */
import { expect, it } from "vitest";
import { cli, newFolder, newPath } from "./cli-fixture.js";

it("--scope limits every command to one user", async () => {
  const db = newPath();
  const as = (user: string, ...argv: string[]) =>
    cli(["--db", db, "--scope", `user=${user}`, "--json", ...argv]);
  await as("alice", "remember", "I live in Lisbon.");
  await as("bob", "remember", "I live in Berlin.");
  expect((await as("alice", "recall", "Where do I live?")).stdout).toMatch(/Lisbon/);
  expect((await as("alice", "profile")).stdout).toMatch(/Lisbon/);
  for (const command of [["recall", "Where do I live?"], ["profile"], ["records"], ["export"]]) {
    expect((await as("alice", ...command)).stdout).not.toContain("Berlin");
    expect((await as("bob", ...command)).stdout).not.toContain("Lisbon");
  }
  expect(JSON.parse((await as("bob", "forget", "--all", "--confirm")).stdout)).toMatchObject({
    forgotten: 1,
    verified: true,
  });
  expect(JSON.parse((await as("alice", "records")).stdout).items).toHaveLength(1);
  expect(JSON.parse((await cli(["--db", db, "--json", "records"])).stdout).items).toEqual([]);
  const narrower = ["--db", db, "--scope", "user=alice", "--scope", "session=s1", "--json", "records"];
  expect(JSON.parse((await cli(narrower)).stdout).items).toEqual([]);
});

it("--scope imports under a user", async () => {
  const db = newPath();
  const file = `${newFolder()}/memory.jsonl`;
  await cli(["--db", newPath(), "remember", "x"]);
  await cli(["--db", db, "remember", "I live in Lisbon."]);
  await cli(["--db", db, "export", file]);
  const other = newPath();
  await cli(["--db", other, "--scope", "user=alice", "import", file]);
  expect((await cli(["--db", other, "export"])).stdout).toContain('"scope":{"user":"alice"}');
});

it.each([
  [["--scope", "alice", "records"], 'must be name=value, got "alice"'],
  [["--scope", "User=alice", "records"], "each label's name must match [a-z][a-z0-9_]{0,63}"],
  [["--scope", "user=alice", "reembed"], "--scope does not apply"],
])("%s is refused with the reason", async (argv, message) => {
  const db = newPath();
  await cli(["--db", db, "remember", "I live in Lisbon."]);
  const { code, stderr } = await cli(["--db", db, ...argv]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
