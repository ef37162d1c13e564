import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { cli, newFolder, newPath } from "../cli-fixture.js";

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../migrate/fixtures/${name}`, import.meta.url));
}

async function recordsOf(path: string): Promise<{ text: string }[]> {
  const { stdout } = await cli(["--db", path, "records", "--include-superseded", "--json"]);
  return JSON.parse(stdout).items;
}

describe("keepsake import --from", () => {
  test("imports another system's memories, and reports what it omitted", async () => {
    const path = newPath();
    const { code, stdout } = await cli(["--db", path, "import", "--from", "mem0", fixture("mem0.json")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^6 records from 6 sources imported, 0 known already\nNot imported:\n/u);
    expect(stdout).toContain("  1 × memory: memory: must be a text that is not empty (results[3])\n");
    expect(await recordsOf(path)).toHaveLength(6);
    const again = await cli(["--db", path, "import", "--from", "mem0", fixture("mem0.json")]);
    expect(again.stdout).toMatch(/^0 records from 0 sources imported, 6 known already\n/u);
    expect(await recordsOf(path)).toHaveLength(6);
  });

  test("remembers conversations with the speaker's name", async () => {
    const path = newPath();
    const argv = ["import", "--from", "chatgpt", "--speaker", "Sam", fixture("chatgpt.json")];
    const { stdout } = await cli(["--db", path, ...argv]);
    expect(stdout).toMatch(/^1 record from 1 source imported.*\n1 conversation remembered: \d+ records\n/u);
    const { stdout: answer } = await cli(["--db", path, "recall", "Which instrument does Sam play?"]);
    expect(answer).toContain("theremin");
  });

  test("writes the report as a document, and reports without importing in a dry run", async () => {
    const path = newPath();
    const report = join(newFolder(), "report.json");
    const argv = ["import", "--from", "zep", fixture("zep.json"), "--report", report];
    const dry = await cli(["--db", path, ...argv, "--dry-run"]);
    expect(dry.stdout).toMatch(
      /^Would import 2 × edge, 1 × node, 1 × episode, 1 × message\. Nothing was stored\.\n/u,
    );
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ from: "zep", dry_run: true, read: 9 });
    expect(statSync(report).mode & 0o777).toBe(0o600);
    expect(existsSync(path)).toBe(false);
    const taken = await cli(["--db", path, ...argv]);
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining("EEXIST") });
    expect(existsSync(path)).toBe(false);
    const { stdout } = await cli(["--db", path, "--json", "import", "--from", "zep", fixture("zep.json")]);
    expect(JSON.parse(stdout)).toMatchObject({ from: "zep", dry_run: false, carried: { edge: 2 } });
  });

  test("draws its progress on a terminal", async () => {
    const argv = ["--db", newPath(), "import", "--from", "langgraph", fixture("langgraph.json")];
    const { stderr } = await cli(argv, { terminal: true });
    expect(stderr).toMatch(/importing {2}█+ {2}4 of 4 {2}100 %/u);
  });

  test("leaves neither records nor a report for a file of another system", async () => {
    const path = newPath();
    const report = join(newFolder(), "report.json");
    const argv = ["import", "--from", "letta", fixture("mem0.json"), "--report", report];
    const { code, stderr } = await cli(["--db", path, ...argv]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("use mem0 instead of letta"),
    });
    expect(existsSync(report)).toBe(false);
    expect(existsSync(path)).toBe(false);
  });

  test.each([
    [["--from", "mem0"], /a file must be named/u],
    [["--from", "elsewhere", "x"], /Allowed choices are mem0, mcp-memory/u],
    [["--dry-run", "x"], /--dry-run needs --from/u],
    [["--speaker", "Ana", "x"], /--speaker needs --from/u],
    [["--report", "r.json", "x"], /--report needs --from/u],
  ])("refuses a wrong call: %j", async (flags, message) => {
    expect(await cli(["--db", newPath(), "import", ...flags])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(message),
    });
  });
});

describe("keepsake import", () => {
  test("names the line of a file that is not an export", async () => {
    const file = join(newFolder(), "notes.txt");
    writeFileSync(file, "just notes\n");
    expect(await cli(["--db", newPath(), "import", file])).toMatchObject({
      code: 2,
      stderr: "Cannot import line 1: it is not JSON\n",
    });
  });

  test("names a file that does not exist, and refuses a folder", async () => {
    const folder = newFolder();
    expect(await cli(["--db", newPath(), "import", join(folder, "missing")])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("missing: it does not exist (ENOENT)"),
    });
    expect(await cli(["--db", newPath(), "import", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("it is a folder (EISDIR)"),
    });
  });

  test("names the system that an export looks like if --from is missing", async () => {
    const { code, stderr } = await cli(["--db", newPath(), "import", fixture("letta.af")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/looks like an export of letta; add --from letta\n$/u);
  });
});
