/** Prints how silence trades against loss: what each corpus would lose, and how many of the questions without an answer would be left empty. */
import { type Judged, silenceAt } from "./judged.js";

type WithOdds = Judged & { readonly odds: number };

export function printSilence(odds: readonly WithOdds[]): void {
  for (const corpus of new Set(odds.map(({ example }) => example.corpus))) {
    const own = odds.filter(({ example }) => example.corpus === corpus && !example.stranger);
    const curve = [0.005, 0.01, 0.02, 0.05].map((loss) => {
      const { empty, floor } = silenceAt(own, loss);
      return `${(100 * loss).toFixed(1)}: ${(100 * empty).toFixed(0)} % (${floor.toFixed(2)})`;
    });
    print(`\n${corpus}: points of R@10 lost, and unanswerable questions left empty\n  ${curve.join("   ")}`);
    const shares = [false, true].map((holds) =>
      [0.1, 0.2, 0.3, 0.5, 0.7].map((probability) => below(own, holds, probability)).join(" / "),
    );
    print(
      `  % below a probability of 0.1 / 0.2 / 0.3 / 0.5 / 0.7: unanswerable ${shares[0]}, answerable ${shares[1]}`,
    );
  }
  const strangers = odds
    .filter(({ example }) => example.stranger)
    .map((one) => one.odds)
    .sort((a, b) => a - b);
  const at = (share: number) => strangers[Math.floor(share * (strangers.length - 1))]?.toFixed(2);
  print(
    `\nquestions about other conversations: log-odds at 50, 75, 90, 95 % ${[0.5, 0.75, 0.9, 0.95].map(at).join(", ")}`,
  );
}

/** Questions with, or without, an answer whose estimated probability of one is lower, in hundredths. */
function below(odds: readonly WithOdds[], holds: boolean, probability: number): string {
  const some = odds.filter(({ example }) => example.evidence.length > 0 === holds);
  const lower = some.filter((one) => 1 / (1 + Math.exp(-one.odds)) < probability);
  return ((100 * lower.length) / (some.length || 1)).toFixed(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
