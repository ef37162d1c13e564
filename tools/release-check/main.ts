/** `npm publish` runs it first: says what keeps this version from being published, and fails. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { problemsOf, type Release } from "./problems.js";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

const problems = problemsOf({
  manifest: JSON.parse(read("package.json")) as Release["manifest"],
  changelog: read("CHANGELOG.md"),
  uncommitted: execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" }),
});
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
