/** Counts of right answers by kind and half, and the failures by name. */
import { type Half, halves, type Kind, kinds, type Question } from "./cases.js";
import type { Outcome } from "./run-story.js";
import { problemsOf } from "./score.js";

/** One question with its answer and what is wrong with it. */
export interface Verdict {
  readonly half: Half;
  readonly kind: Kind;
  readonly story: string;
  readonly asked: string;
  readonly problems: readonly string[];
  readonly outcome: Outcome;
}

/** Judges one answer. `number` is the question's place in its story, from 1. */
export function verdictOf(
  question: Question,
  { half, story, number, outcome }: Pick<Verdict, "half" | "story" | "outcome"> & { number: number },
): Verdict {
  const problems =
    "refused" in outcome ? [`was refused: ${outcome.refused}`] : problemsOf(question.expect, outcome);
  const asked = `${number}. ${question.recall?.query ?? "profile()"}`;
  return { half, kind: question.kind, story, asked, problems, outcome };
}

/** How many answers of how many are right. */
export interface Count {
  readonly right: number;
  readonly asked: number;
}

/** Counts by half and kind. */
export type Counts = Readonly<Record<Half, Readonly<Record<Kind | "all", Count>>>>;

/** Counts verdicts by half and kind. */
export function countsOf(verdicts: readonly Verdict[]): Counts {
  const count = (some: readonly Verdict[]): Count => ({
    right: some.filter(({ problems }) => problems.length === 0).length,
    asked: some.length,
  });
  const countsOfHalf = (half: Half) => {
    const own = verdicts.filter((verdict) => verdict.half === half);
    const byKind = kinds.map(
      (kind) => [kind, count(own.filter((verdict) => verdict.kind === kind))] as const,
    );
    return Object.fromEntries([...byKind, ["all", count(own)]]) as Record<Kind | "all", Count>;
  };
  return Object.fromEntries(halves.map((half) => [half, countsOfHalf(half)])) as Counts;
}

/** Renders a Markdown table: a row for each kind, and for each half keepsake and the baseline. */
export function table({ keepsake, bm25 }: Readonly<Record<"keepsake" | "bm25", Counts>>): string {
  const rows = [...kinds, "all" as const].map((kind) => [
    kind,
    ...halves.flatMap((half) => [keepsake, bm25].map((counts) => cell(counts[half][kind]))),
  ]);
  const title = ["right of asked", ...halves.flatMap((half) => [half, `${half}, BM25`])];
  const lines = [title, ["---", ...title.slice(1).map(() => "---:")], ...rows];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

function cell({ right, asked }: Count): string {
  return asked === 0 ? "–" : `${right} of ${asked}`;
}

/** Renders a paragraph for each wrong answer: the question, what is wrong, and the answer. */
export function failures(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ problems }) => problems.length > 0)
    .map(({ story, kind, asked, problems, outcome }) =>
      [`\n${story} (${kind}) ${asked}`, `  ${problems.join("; ")}`, ...cameBack(outcome)].join("\n"),
    )
    .join("\n");
}

function cameBack(outcome: Outcome): string[] {
  if ("refused" in outcome) return [];
  const { facts, rules, confidence } = outcome;
  const lines = facts === rules ? facts : `${facts}\n${rules}`;
  return [
    `  came back${confidence === undefined ? "" : ` (${confidence})`}:`,
    ...lines
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => `    ${line}`),
  ];
}
