import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { cli, newPath } from "../cli-fixture.js";

async function filled(): Promise<string> {
  const path = newPath();
  await cli(["--db", path, "remember", "I live in Lisbon."]);
  return path;
}

describe("keepsake check", () => {
  it("prints for each part that it is intact", async () => {
    const { code, stdout, stderr } = await cli(["--db", await filled(), "check"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("The store is intact.");
    expect(stdout).toMatch(/^texts +1 look +ok$/m);
  });

  it("exits with 3 if something is wrong, and repairs what it can", async () => {
    const path = await filled();
    const raw = new Database(path);
    raw.exec("delete from names; update totals set words = 99");
    raw.close();
    const { code, stdout } = await cli(["--db", path, "check", "--json"]);
    expect(code).toBe(3);
    const wrong = JSON.parse(stdout).checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(wrong.map(({ check }: { check: string }) => check).sort()).toEqual(["counters", "names"]);
    const repaired = await cli(["--db", path, "check", "--repair"]);
    expect(repaired.code).toBe(0);
    expect(repaired.stdout).toMatch(/^counters .*repaired$/m);
    expect((await cli(["--db", path, "check"])).code).toBe(0);
  });

  it("creates no store if there is none", async () => {
    const path = newPath();
    expect((await cli(["--db", path, "check"])).code).toBe(1);
    expect(existsSync(path)).toBe(false);
  });
});

describe("keepsake backup and restore", () => {
  it("copies a store, and restores it", async () => {
    const path = await filled();
    const backup = await cli(["--db", path, "backup", `${path}.copy`]);
    expect(backup.code).toBe(0);
    expect(backup.stdout).toMatch(/^Backed up: .*\.copy, 1 record, [\d,]+ bytes\.\n$/);
    expect((await cli(["--db", path, "backup", `${path}.copy`])).code).toBe(2);
    const restored = await cli(["--db", `${path}.new`, "restore", `${path}.copy`, "--json"]);
    expect(JSON.parse(restored.stdout)).toMatchObject({ path: `${path}.new`, records: 1 });
    const asked = await cli(["--db", `${path}.new`, "recall", "Where do I live?"]);
    expect(asked.stdout).toContain("Lisbon");
  });
});
