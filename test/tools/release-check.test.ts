import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../tools/release-check/problems.js";
import { projectRoot } from "../documents.js";

const addresses = { repository: "r", homepage: "h", bugs: "b" };
const ready = {
  manifest: { version: "1.2.0", ...addresses },
  server: { version: "1.2.0", ...addresses, dependencies: { keepsake: "1.2.0" } },
  python: '[project]\nversion = "1.2.0"\n\n[project.urls]\nHomepage = "h"\n',
  changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.0 (2027-01-02)\n\n- New.\n\n## 1.1.0\n\n- Old.\n",
  uncommitted: "",
};

describe("problemsOf()", () => {
  it("finds nothing where addresses, versions, changelog and working tree are ready", () => {
    expect(problemsOf(ready)).toEqual([]);
  });

  it.each([
    [
      "an address is missing",
      { manifest: { version: "1.2.0", homepage: "h", bugs: "b" } },
      /"repository" in package\.json/,
    ],
    [
      "an address of the servers is missing",
      { server: { ...ready.server, bugs: undefined } },
      /"bugs" in packages\/keepsake-server/,
    ],
    [
      "Python's addresses are missing",
      { python: '[project]\nversion = "1.2.0"\n' },
      /\[project\.urls\] in python/,
    ],
    [
      "the servers have another version",
      { server: { ...ready.server, version: "1.1.0" } },
      /1\.2\.0 in packages\/keepsake-server\/package\.json, got 1\.1\.0/,
    ],
    [
      "the servers need another version",
      { server: { ...ready.server, dependencies: { keepsake: "1.1.0" } } },
      /dependency on keepsake .* got 1\.1\.0/,
    ],
    [
      "Python has another version",
      { python: ready.python.replace("1.2.0", "1.1.0") },
      /1\.2\.0 in python\/pyproject\.toml, got 1\.1\.0/,
    ],
    ["changes are unreleased", { changelog: "## Unreleased\n\n- x\n" }, /under "Unreleased".* "## 1\.2\.0"/],
    [
      "changes are unreleased beside those of the version",
      { changelog: "## Unreleased\n\n- x\n\n## 1.2.0\n\n- y\n" },
      /Set a new version/,
    ],
    ["the version has no changes", { changelog: "## 1.2.01\n\n- x\n" }, /Describe the changes of 1\.2\.0/],
    ["the version's section is empty", { changelog: "## 1.2.0\n\n## 1.1.0\n\n- x\n" }, /Describe/],
    ["something is not committed", { uncommitted: " M README.md\n" }, /git status/],
  ])("says what to do where %s", (_, change, problem) => {
    const problems = problemsOf({ ...ready, ...change });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });
});

describe("npm publish", () => {
  const manifestOf = (folder: string) =>
    JSON.parse(readFileSync(join(projectRoot, folder, "package.json"), "utf8"));

  it("checks the release first, for both packages", () => {
    expect(manifestOf(".").scripts.prepublishOnly).toMatch(/^tsx tools\/release-check\/main\.ts && /);
    expect(manifestOf("packages/keepsake-server").scripts.prepublishOnly).toBe(
      "cd ../.. && npx tsx tools/release-check/main.ts",
    );
  });

  it("fails with a word for each address that is not known yet", () => {
    const missing = Object.keys(addresses).filter((field) => manifestOf(".")[field] === undefined);
    const main = join(projectRoot, "tools/release-check/main.ts");
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", main], {
      cwd: projectRoot,
      encoding: "utf8",
    });
    for (const field of missing) expect(stderr).toContain(`Set "${field}" in package.json to where`);
    expect(status === 0).toBe(stderr === "");
  });
});
