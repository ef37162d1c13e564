import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { cli, newPath } from "../cli-fixture.js";

describe("keepsake demo", () => {
  test("answers, forgets to the last byte, proves it, and stays readable", async () => {
    const temporary = ownTemporaryFolder();
    const { code, stdout } = await cli(["demo"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/verified: true/u);
    expect(stdout).toMatch(/The chain is intact/u);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(130);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(140);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("answers for now and for then, and nothing about what was never mentioned", async () => {
    const { stdout } = await cli(["--json", "demo"]);
    const { remembered, answers, forgotten } = JSON.parse(stdout);
    const prose = (index: number) => {
      const { semantic_memory, episodic_memory, procedural_memory } = answers[index].answer;
      return [semantic_memory, episodic_memory, procedural_memory].join("\n");
    };
    expect(remembered.updated).toBeGreaterThanOrEqual(3);
    expect(prose(0)).toMatch(/Utrecht/u);
    expect(prose(1)).toMatch(/Utrecht/u);
    expect(prose(1).length).toBeLessThan(prose(0).length);
    expect(prose(2)).toMatch(/Leeds/u);
    expect(prose(2)).not.toMatch(/Utrecht/u);
    expect(prose(3)).toMatch(/14 November.*12 December/su);
    expect(prose(4)).toMatch(/12 December 2025/u);
    expect(prose(5)).toMatch(/walnuts/u);
    expect(prose(6)).toMatch(/roll back first/iu);
    expect(prose(7)).toMatch(/keep your answers short/u);
    expect(answers[7].answer).toMatchObject({ semantic_memory: "", episodic_memory: "", confidence: "none" });
    expect(prose(8)).toMatch(/make tiles/u);
    expect(prose(9)).toBe("\n\n");
    expect(forgotten.before[0].times + forgotten.before[1].times).toBeGreaterThan(0);
    expect(forgotten).toMatchObject({ recalled: false, result: { verified: true } });
    expect(forgotten.after.map(({ times }: { times: number }) => times)).toEqual([0, 0, 0]);
  });

  test("keeps the store that --db names, and leaves an existing one unchanged", async () => {
    const path = newPath();
    expect((await cli(["--db", path, "demo"])).code).toBe(0);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path).includes("Quennevoort")).toBe(false);
    expect(await cli(["--db", path, "demo"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("which exists"),
    });
  });
});

/** The folder of this test's temporary files, apart from those of concurrent tests. */
function ownTemporaryFolder(): string {
  const folder = `${newPath()}-temporary`;
  mkdirSync(folder);
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return folder;
}
