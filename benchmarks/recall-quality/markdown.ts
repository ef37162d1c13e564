/** The figures of a corpus as rows of the table in `docs/benchmarks.md`. */
import type { Report } from "./report.js";
import { budgets, type Scores } from "./scores.js";

/** Returns the rows of a corpus. Rows that do not apply to its questions are left out. */
export function markdownRows(corpus: string, report: Report): string {
  const { keepsake, bm25, bm25_with_neighbours: neighbours, extraction } = report;
  // Questions with evidence sessions have no evidence turns.
  const isByTurn = extraction.evidence_turns > 0;
  const recalls = [keepsake, bm25, neighbours].map(recallsOf);
  const prose = budgets.map((budget) => percent(keepsake[`prose_at_${budget}`])).join(" / ");
  const empty = (shares: readonly number[], of: number) => `${shares.map(percent).join(", ")} of ${of}`;
  return [
    row([corpus, `R@5 / 10 / 20 by ${isByTurn ? "turn" : "session"}, %`, ...recalls]),
    isByTurn && only(`evidence in the prose at ${spaced(budgets)} tokens, %`, prose),
    isByTurn && only('of it marked "Earlier" at 1,000 tokens, %', percent(keepsake.marked_earlier)),
    keepsake.questions > 0 &&
      only(
        "answerable questions: empty recall, weak recall, %",
        empty([keepsake.answerable_empty, keepsake.answerable_weak], keepsake.questions),
      ),
    keepsake.unanswerable > 0 &&
      only(
        "unanswerable questions: empty recall, weak recall, %",
        empty([keepsake.empty, keepsake.weak], keepsake.unanswerable),
      ),
    isByTurn &&
      only("evidence turns kept by the extractor, %", empty([extraction.kept], extraction.evidence_turns)),
  ]
    .filter((line) => line !== false)
    .join("\n");
}

function recallsOf({ recall_at_5, recall_at_10, recall_at_20 }: Scores): string {
  return [recall_at_5, recall_at_10, recall_at_20].map(percent).join(" / ");
}

/** A row of the same corpus, with a figure that only recall has. */
function only(measure: string, figure: string): string {
  return row(["", measure, figure, "", ""]);
}

function row(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}

function spaced(numbers: readonly number[]): string {
  return numbers.map((number) => number.toLocaleString("en")).join(" / ");
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
