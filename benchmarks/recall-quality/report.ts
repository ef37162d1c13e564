/** The benchmark's figures, by kind of question, as JSON and as a table. */
import {
  type Asked,
  bm25Scores,
  type FloorPoint,
  floorCurve,
  type KeepsakeScores,
  keepsakeScores,
  type Scores,
} from "./scores.js";

/** The results of one conversation. */
export interface ConversationResult {
  readonly asked: readonly Asked[];
  /** Number of evidence turns, and how many of them the extractor kept. */
  readonly evidenceTurns: number;
  readonly evidenceKept: number;
}

/** The figures of recall, and of the baselines in the same run. */
interface Compared {
  readonly keepsake: KeepsakeScores;
  readonly bm25: Scores;
  readonly bm25_with_neighbours: Scores;
}

/** The figures of a file, in total and by kind of question. */
export interface Report extends Compared {
  readonly kinds: Readonly<Record<string, Compared>>;
  readonly extraction: { readonly evidence_turns: number; readonly kept: number };
  readonly floor_curve: readonly FloorPoint[];
}

/** Computes the report of conversations. */
export function reportOf(results: readonly ConversationResult[]): Report {
  const asked = results.flatMap((result) => result.asked);
  const evidenceTurns = results.reduce((sum, result) => sum + result.evidenceTurns, 0);
  const kept = results.reduce((sum, result) => sum + result.evidenceKept, 0);
  const kinds = [...new Set(asked.map(({ question }) => question.kind))].sort();
  const compared = (some: readonly Asked[]): Compared => ({
    keepsake: keepsakeScores(some),
    bm25: bm25Scores(some, "bm25"),
    bm25_with_neighbours: bm25Scores(some, "bm25WithNeighbours"),
  });
  return {
    ...compared(asked),
    kinds: Object.fromEntries(
      kinds.map((kind) => [kind, compared(asked.filter(({ question }) => question.kind === kind))]),
    ),
    extraction: { evidence_turns: evidenceTurns, kept: kept / (evidenceTurns || 1) },
    floor_curve: floorCurve(asked),
  };
}

/** Renders a report as a table. */
export function table(report: Report): string {
  const rows = Object.entries(report.kinds).map(([kind, compared]) => row(kind, compared));
  return [
    `${"%".padEnd(26)} questions  keepsake R@5 @10 @20     BM25 by turn @5 @10 @20 with neighbours @5 @10 @20   in prose @250 @500 @1000 @2000   answerable empty, weak   unanswerable empty, weak`,
    ...rows,
    row("all", report),
    "",
    `Evidence turns kept by the extractor: ${percent(report.extraction.kept)} of ${report.extraction.evidence_turns}`,
    `Of the evidence in the prose at 1,000 tokens, marked "Earlier": ${percent(report.keepsake.marked_earlier)}`,
    "",
    "Floor      unanswerable left empty   R@10",
    ...report.floor_curve.map(
      ({ floor, empty, recall_at_10 }) =>
        `${floor.toFixed(4)} ${percent(empty).padStart(20)} ${percent(recall_at_10).padStart(14)}`,
    ),
    "",
  ].join("\n");
}

function row(kind: string, { keepsake, bm25, bm25_with_neighbours: neighbours }: Compared): string {
  const recalls = (scores: Scores) => [scores.recall_at_5, scores.recall_at_10, scores.recall_at_20];
  const cells = [
    ...recalls(keepsake),
    ...recalls(bm25),
    ...recalls(neighbours),
    keepsake.prose_at_250,
    keepsake.prose_at_500,
    keepsake.prose_at_1000,
    keepsake.prose_at_2000,
    keepsake.answerable_empty,
    keepsake.answerable_weak,
  ].map((value) => (keepsake.questions === 0 ? "–" : percent(value)).padStart(7));
  const empty =
    keepsake.unanswerable === 0
      ? ""
      : `${percent(keepsake.empty)}, ${percent(keepsake.weak)} of ${keepsake.unanswerable}`;
  return `${kind.padEnd(26)} ${String(keepsake.questions).padStart(9)} ${cells.join(" ")}   ${empty}`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
