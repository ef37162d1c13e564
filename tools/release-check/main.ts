/** `npm publish` runs it first: says what keeps this version from being published, and fails. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { problemsOf, type Release } from "./problems.js";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

const git = spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" });

const problems = problemsOf({
  manifest: JSON.parse(read("package.json")) as Release["manifest"],
  server: JSON.parse(read("packages/keepsake-server/package.json")) as Release["server"],
  python: read("python/pyproject.toml"),
  changelog: read("CHANGELOG.md"),
  // Without a repository nothing is known to be committed.
  uncommitted: git.status === 0 ? git.stdout : "everything",
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error("Cannot publish: see Releases in CONTRIBUTING.md");
  process.exitCode = 1;
}
