import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "keepsake";
import { describe, expect, test } from "vitest";
import type { LocalMemory } from "../../../src/cli/terminal/io.js";
import { cli, newFolder, newPath } from "../cli-fixture.js";

async function seeded(): Promise<string> {
  const path = newPath();
  await cli(["--db", path, "remember", "--speaker", "Ruth", "I live in Oporto."]);
  await cli(["--db", path, "remember", "--speaker", "Ruth", "I moved to Braga."]);
  return path;
}

describe("keepsake export and import", () => {
  test("move a store through a pipe without loss", async () => {
    const path = await seeded();
    const { stdout } = await cli(["--db", path, "export"]);
    const other = newPath();
    const imported = await cli(["--db", other, "import"], { stdin: stdout });
    expect(imported.stdout).toMatch(/^\d+ records from 2 sources imported, 0 known already\n$/u);
    const records = ["records", "--include-superseded", "--json"];
    expect((await cli(["--db", other, ...records])).stdout).toBe(
      (await cli(["--db", path, ...records])).stdout,
    );
  });

  test("write a file that only its owner can read, and never overwrite one", async () => {
    const path = await seeded();
    const file = join(newFolder(), "out.jsonl");
    expect((await cli(["--db", path, "export", file])).stdout).toBe(`3 lines written to ${file}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await cli(["--db", path, "export", file]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("EEXIST") });
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(4);
    expect((await cli(["--db", newPath(), "import", file, "--json"])).stdout).toContain('"sources": 2');
  });

  test("leave no incomplete export behind", async () => {
    const file = join(newFolder(), "out.jsonl");
    const service = {
      async *export() {
        yield "{}";
        throw new MemoryError("corrupt", "Cannot export: the file is damaged", {});
      },
      close: async () => undefined,
    };
    const open = () => service as unknown as LocalMemory;
    const { code, stderr } = await cli(["--db", ":memory:", "export", file], { open });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "Cannot export: the file is damaged\n" });
    expect(existsSync(file)).toBe(false);
  });

  test("write Markdown for people, to the screen or to a file", async () => {
    const path = await seeded();
    const { stdout } = await cli(["--db", path, "export", "--format", "markdown"]);
    expect(stdout).toMatch(/^# Memory: memory\n[\s\S]*## Ruth\n\n### Facts\n\n- Ruth lives in Braga\./u);
    expect(stdout).not.toContain("Oporto");
    const file = join(newFolder(), "memory.md");
    await cli(["--db", path, "export", "--format", "markdown", "--include-superseded", file]);
    expect(readFileSync(file, "utf8")).toContain("Oporto");
  });

  test("write a COGX archive into a folder, and import it again", async () => {
    const path = await seeded();
    const folder = join(newFolder(), "archive");
    const { stdout } = await cli(["--db", path, "export", "--format", "cogx", folder, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ folder, counts: { episode: 2, fact: 2, entity: 1 } });
    const other = newPath();
    expect((await cli(["--db", other, "import", "--from", "cogx", folder])).code).toBe(0);
    const { stdout: home } = await cli(["--db", other, "recall", "Where does Ruth live?"]);
    expect(home).toContain("Braga");
    expect(await cli(["--db", path, "export", "--format", "cogx", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("must be empty"),
    });
  });

  test.each([
    [["--format", "cogx"], /writes a folder, which must be named/u],
    [["--format", "csv", "out"], /csv.*Allowed choices are jsonl, cogx, markdown/u],
    [["--include-superseded"], /belongs to --format markdown/u],
  ])("refuse a wrong call: %j", async (flags, message) => {
    expect(await cli(["--db", await seeded(), "export", ...flags])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(message),
    });
  });
});
