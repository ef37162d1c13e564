import { describe, expect, test } from "vitest";
import { exitCodes } from "../../../src/cli/exit-codes.js";
import type { LocalMemory } from "../../../src/cli/terminal/io.js";
import { cli, newPath } from "../cli-fixture.js";

async function seeded(): Promise<string> {
  const path = newPath();
  for (const [day, text] of [
    ["2026-03-01", "I live in Oporto."],
    ["2026-04-01", "I moved to Braga."],
  ] as const)
    await cli(["--db", path, "remember", "--speaker", "Ruth", "--occurred-at", day, text]);
  return path;
}

async function json(argv: readonly string[]) {
  return JSON.parse((await cli([...argv, "--json"])).stdout);
}

describe("keepsake details", () => {
  test("prints the contents of the store", async () => {
    const path = await seeded();
    expect((await cli(["--db", path, "details"])).stdout).toMatch(/^store .*^storage .*^requests .*/msu);
    expect(await json(["--db", path, "details"])).toMatchObject({ valid: true, plan: { name: "embedded" } });
  });
});

describe("keepsake records", () => {
  test("lists current records, and replaced ones with --include-superseded", async () => {
    const path = await seeded();
    const argv = ["--db", path, "records", "--entity", "Ruth", "--property", "home"];
    expect((await cli(argv)).stdout).toContain("Braga");
    expect((await cli(argv)).stdout).not.toContain("Oporto");
    expect((await cli([...argv, "--include-superseded"])).stdout).toMatch(/2026-03-01 to 2026-04-01/u);
  });

  test("prints the cursor of the next page as a remark", async () => {
    const path = await seeded();
    const first = await cli(["--db", path, "records", "--include-superseded", "--limit", "1"]);
    const cursor = /^more: --cursor (\S+)\n$/u.exec(first.stderr)?.[1] ?? "none";
    const next = await cli([
      "--db",
      path,
      "records",
      "--include-superseded",
      "--limit",
      "1",
      "--cursor",
      cursor,
    ]);
    expect(next.code).toBe(0);
    expect(next.stdout).not.toBe(first.stdout);
  });
});

describe("keepsake history", () => {
  test("prints what a record replaced, oldest first", async () => {
    const path = await seeded();
    const { items } = await json(["--db", path, "records", "--entity", "Ruth", "--property", "home"]);
    const { stdout } = await cli(["--db", path, "history", items[0].id]);
    expect(stdout).toMatch(/Oporto.*Braga/su);
  });

  test("exits with 1 for an unknown id", async () => {
    const { code, stderr } = await cli(["--db", await seeded(), "history", "nothing-has-this"]);
    expect(code).toBe(1);
    expect(stderr).toContain("nothing-has-this");
  });
});

describe("keepsake audit", () => {
  test("lists rows without content", async () => {
    const { stdout } = await cli(["--db", await seeded(), "audit"]);
    expect(stdout).toMatch(/CREATE {4}semantic/u);
    expect(stdout).not.toMatch(/Oporto|Braga|Ruth/u);
  });

  test("verifies the chain, and exits with 3 if it is broken", async () => {
    const whole = await cli(["--db", await seeded(), "audit", "--verify"]);
    expect(whole).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The audit trail is intact: \d+ rows/u),
    });
    const service = {
      verifyAudit: async () => ({ valid: false, rows: 9, broken_at: 4 }),
      close: async () => undefined,
    };
    const open = () => service as unknown as LocalMemory;
    const broken = await cli(["--db", ":memory:", "audit", "--verify"], { open });
    expect(broken).toMatchObject({
      code: exitCodes.unproved,
      stdout: "The audit trail is broken: row 4 of 9 fails the check.\n",
    });
  });
});
