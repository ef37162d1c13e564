/**
 * Measures how far answers can be trusted: about whom they are, whether they are still true, which
 * rules apply, and what is forgotten. It asks the project's own stories and questions (`cases/`)
 * through the public API, and BM25 in the same run:
 *
 *   npm run bench:trust [-- --half dev|kept] [--story NAME] [--kept-failures] [--json] [--save]
 *
 * Failures are printed with the answers; those of the kept half only with `--kept-failures`, so
 * that developers do not read them. `--save` writes the figures to `benchmarks/results/trust.json`.
 * A case that the API refuses counts as wrong. The exit code is 0 for all figures. A run of whole
 * halves also counts how rules with a condition are recognised (`conditions/`).
 */
import { parseArgs } from "node:util";
import { keepResult, provenance } from "../provenance.js";
import { baselineAnswers } from "./baseline.js";
import { type Half, halves, readStories, type Story } from "./cases.js";
import { type ConditionReport, conditionLines, conditionReport } from "./conditions/conditions.js";
import { countsOf, failures, table, type Verdict, verdictOf } from "./report.js";
import { type Outcome, runStory } from "./run-story.js";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      half: { type: "string" },
      story: { type: "string" },
      "kept-failures": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
    },
  });
  const { keepsake, bm25 } = await measure(chosenHalves(values.half), values.story);
  const shown = keepsake.filter(({ half }) => half !== "kept" || values["kept-failures"]);
  const conditions = values.story === undefined ? await conditionReport() : undefined;
  const report = {
    keepsake: countsOf(keepsake),
    bm25: countsOf(bm25),
    ...(conditions && { conditions }),
    failures: shown.filter(({ problems }) => problems.length > 0),
  };
  const kept = { ...report, failures: named(report.failures) };
  if (values.save) keepResult("trust", { ...provenance(), ...kept });
  process.stdout.write(
    values.json
      ? `${JSON.stringify(report, null, 2)}\n`
      : `${table(report)}${linesOf(conditions)}${failures(shown)}\n`,
  );
}

function linesOf(conditions: ConditionReport | undefined): string {
  return conditions === undefined ? "" : conditionLines(conditions);
}

/** A saved result names what failed, without the answers. */
function named(verdicts: readonly Verdict[]): Omit<Verdict, "outcome">[] {
  return verdicts.map(({ outcome: _, ...verdict }) => verdict);
}

function chosenHalves(name: string | undefined): readonly Half[] {
  const chosen = halves.filter((half) => name === undefined || half === name);
  if (chosen.length === 0)
    throw new Error(`Cannot measure: --half must be one of ${halves.join(", ")}, got ${name}`);
  return chosen;
}

async function measure(chosen: readonly Half[], name: string | undefined) {
  const keepsake: Verdict[] = [];
  const bm25: Verdict[] = [];
  for (const half of chosen) {
    const stories = readStories(half).filter((story) => name === undefined || story.name === name);
    for (const story of stories) {
      keepsake.push(...verdictsOf(story, half, await runStory(story)));
      bm25.push(...verdictsOf(story, half, baselineAnswers(story)));
      process.stderr.write(`${half}: ${story.name}\n`);
    }
  }
  if (keepsake.length === 0) throw new Error(`Cannot measure: no story is called ${name}`);
  return { keepsake, bm25 };
}

function verdictsOf({ name, questions }: Story, half: Half, outcomes: readonly Outcome[]): Verdict[] {
  return questions.map((question, index) =>
    verdictOf(question, { half, story: name, number: index + 1, outcome: outcomes[index]! }),
  );
}

await main();
