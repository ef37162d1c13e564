/**
 * Prints how reliable the probability of an answer is: the share of questions below each threshold.
 */
import { holdsAnswer, type WithOdds } from "../judged.js";

const probabilities = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7];
const bins = [0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1];

/** Prints a table of the share of questions below each probability. */
export function printSilence(title: string, odds: readonly WithOdds[]): void {
  print(`\n${title}: % below a probability of ${probabilities.join(" / ")}`);
  for (const corpus of new Set(odds.map(({ example }) => example.corpus))) {
    const own = odds.filter(({ example }) => example.corpus === corpus);
    const asked = own.filter(({ example }) => !example.stranger);
    const cells = [
      `answerable ${below(asked.filter(holdsAnswer))}`,
      `unanswerable ${below(asked.filter((one) => !holdsAnswer(one)))}`,
      `asked of another store ${below(own.filter(({ example }) => example.stranger))}`,
    ];
    print(`  ${corpus.padEnd(20)} ${cells.join("   ")}`);
  }
  print("  reliability: probability, questions, share of them with an answer");
  for (const [at, from] of bins.slice(0, -1).entries()) {
    const to = bins[at + 1]!;
    const some = odds.filter((one) => probability(one) >= from && probability(one) < to);
    const holds = some.filter(holdsAnswer).length / (some.length || 1);
    print(`    ${from} to ${to}: ${some.length}, ${(100 * holds).toFixed(0)} %`);
  }
}

function probability({ odds }: WithOdds): number {
  return 1 / (1 + Math.exp(-odds));
}

function below(some: readonly WithOdds[]): string {
  if (some.length === 0) return "–";
  const share = (least: number) => some.filter((one) => probability(one) < least).length / some.length;
  return probabilities.map((least) => (100 * share(least)).toFixed(0)).join(" / ");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
