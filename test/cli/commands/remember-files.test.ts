import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli, newFolder, newPath, recorder } from "../cli-fixture.js";

/** A folder with two texts and a file that cannot be read. */
function folder(): (name: string) => string {
  const path = newFolder();
  const at = (name: string) => join(path, name);
  writeFileSync(
    at("fees.md"),
    "# Fees\n\nA berth costs ten euros a night.\n\n# Hours\n\nThe harbour opens at six.\n",
  );
  writeFileSync(at("notes.txt"), "The pump was repaired in May.\n");
  writeFileSync(at("noise.bin"), Buffer.from([0, 255, 1, 254, 2, 253, 0, 0]));
  return at;
}

describe("keepsake remember --file", () => {
  test("prints what was stored of each file, and that a repeated file is known", async () => {
    const at = folder();
    const argv = ["--db", newPath(), "remember", "--file", at("fees.md"), at("notes.txt")];
    const first = await cli(argv);
    expect(first.stderr).toBe("");
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/fees\.md: 2 passages kept .*file 0/u);
    expect(first.stdout).toMatch(/notes\.txt: 1 passage kept/u);
    expect((await cli(argv)).stdout.match(/known already/gu)).toHaveLength(2);
    writeFileSync(
      at("fees.md"),
      "# Fees\n\nA berth costs twelve euros a night.\n\n# Hours\n\nThe harbour opens at six.\n",
    );
    expect((await cli(argv)).stdout).toContain("1 passage kept, 1 passage known, 1 passage no longer in it");
  });

  test("recall prints where an extract is in its file", async () => {
    const at = folder();
    const db = newPath();
    await cli(["--db", db, "remember", "--file", at("fees.md")]);
    const { stdout } = await cli(["--db", db, "recall", "What does a berth cost?"]);
    expect(stdout).toContain("fees.md, Fees");
    expect(stdout).toContain("A berth costs ten euros a night.");
  });

  test("an unreadable file fails the command, but the others are remembered", async () => {
    const at = folder();
    const db = newPath();
    const argv = [
      "--db",
      db,
      "remember",
      "--json",
      "--file",
      at("noise.bin"),
      at("gone.txt"),
      at("notes.txt"),
    ];
    const { code, stdout } = await cli(argv);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject([
      { path: at("noise.bin"), error: { code: "unreadable_file" } },
      { path: at("gone.txt"), error: { code: "unreadable_file" } },
      { path: at("notes.txt"), stored: true },
    ]);
    expect((await cli(argv.filter((word) => word !== "--json"))).stderr).toContain("noise.bin");
  });

  test("draws a bar on a terminal", async () => {
    const at = folder();
    const { stderr } = await cli(["--db", newPath(), "remember", "--file", at("fees.md")], {
      terminal: true,
    });
    expect(stderr).toMatch(/reading .*fees\.md/u);
  });

  test("passes every flag on as the contract's field", async () => {
    const { open, calls } = recorder();
    const flags = ["--metadata", "team=bees", "--occurred-at", "2026-05-01", "--expires-at", "2027-01-01"];
    const own = ["--name", "b.pdf", "--media-type", "application/pdf", "--file-id", "f1"];
    await cli(["remember", "--file", "a.pdf", ...flags, ...own, "--json"], { open });
    expect(calls).toEqual([
      {
        verb: "rememberFile",
        input: {
          path: "a.pdf",
          metadata: { team: "bees" },
          occurred_at: "2026-05-01",
          expires_at: "2027-01-01",
          name: "b.pdf",
          media_type: "application/pdf",
          file_id: "f1",
        },
      },
    ]);
  });

  test.each([
    [["--file", "a.pdf", "--speaker", "Ruth"], "--speaker is for a text"],
    [["--file", "a.pdf", "b.pdf", "--name", "c.pdf"], "--name is for one file, got 2"],
    [["--name", "c.pdf", "A text."], "--name applies to files"],
    [["A text.", "--lines", "--file", "a.pdf"], "--file takes no text"],
  ])("%j is a usage error", async (argv, message) => {
    const { code, stderr } = await cli(["remember", ...argv]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
