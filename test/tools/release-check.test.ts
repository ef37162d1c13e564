import { describe, expect, it } from "vitest";
import { problemsOf } from "../../tools/release-check/problems.js";

const ready = {
  manifest: { version: "1.2.0", repository: "r", homepage: "h", bugs: "b" },
  changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.0 (2027-01-02)\n\n- New.\n\n## 1.1.0\n\n- Old.\n",
  uncommitted: "",
};

describe("problemsOf()", () => {
  it("finds nothing where addresses, changelog and working tree are ready", () => {
    expect(problemsOf(ready)).toEqual([]);
  });

  it.each([
    ["an address is missing", { manifest: { version: "1.2.0", homepage: "h", bugs: "b" } }, /"repository"/],
    [
      "changes are unreleased",
      { changelog: "## Unreleased\n\n- x\n\n## 1.2.0\n\n- y\n" },
      /under "Unreleased"/,
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
