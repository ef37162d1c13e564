/** The figures of a tally in per cent, and a table of them. */
import type { Tally } from "./tally.js";

export type Figures = ReturnType<typeof figuresOf>;

/** Shares in per cent; `null` where nothing was counted. */
export function figuresOf(tally: Tally) {
  return {
    turns: tally.turns,
    facts: {
      made: tally.factsMade,
      precision: share(tally.factsRight, tally.factsMade),
      asked: tally.factsAsked,
      recall: share(tally.factsFound, tally.factsAsked),
      property_agrees: share(tally.propertyAgrees, tally.factsFound),
    },
    changes: { asked: tally.changesAsked, recognised: share(tally.changesFound, tally.changesAsked) },
    events: { asked: tally.eventsAsked, dated_right: share(tally.eventsDated, tally.eventsAsked) },
    rules: {
      asked: tally.rulesAsked,
      recall: share(tally.rulesFound, tally.rulesAsked),
      precision: share(tally.rulesRight, tally.rulesMade),
    },
    keeping: {
      filler_skipped: share(tally.fillerSkipped, tally.fillerAsked),
      worth_kept: share(tally.worthKept, tally.worthAsked),
    },
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 10;
}

const columns: readonly (readonly [title: string, figure: (figures: Figures) => number | null])[] = [
  ["facts: recall", ({ facts }) => facts.recall],
  ["precision", ({ facts }) => facts.precision],
  ["property agrees", ({ facts }) => facts.property_agrees],
  ["changes", ({ changes }) => changes.recognised],
  ["events dated", ({ events }) => events.dated_right],
  ["rules: recall", ({ rules }) => rules.recall],
  ["precision", ({ rules }) => rules.precision],
  ["filler skipped", ({ keeping }) => keeping.filler_skipped],
  ["worth kept", ({ keeping }) => keeping.worth_kept],
];

/** A Markdown table with a row for each variant. */
export function table(report: Readonly<Record<string, Figures>>): string {
  const rows = Object.entries(report).map(([name, figures]) => [
    name,
    ...columns.map(([, figure]) => `${figure(figures) ?? "–"}`),
  ]);
  const lines = [["%", ...columns.map(([title]) => title)], ["---", ...columns.map(() => "---:")], ...rows];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}
