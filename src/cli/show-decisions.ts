/**
 * Renders an add payload for people: a line for each record that was stored, updated, or skipped,
 * with the reason.
 */

import type { AddPayload, MemoryDecisions } from "../contract/remember.js";
import { changeTexts, doubtTexts } from "../rendering/changes.js";
import { conditionText } from "../rendering/condition-text.js";
import { periodOf, shortPeriod } from "../rendering/period-words.js";
import { type Colors, clip, count } from "./terminal.js";

/** One decision. */
export interface DecisionLine {
  readonly kind: "kept" | "updated" | "skipped";
  readonly text: string;
  /** The type of the record, or the reason for skipping. */
  readonly note: string;
}

/** An item of any type. */
type Item = MemoryDecisions[keyof MemoryDecisions]["items"][number];

/** The decisions about one content, in the order of the payload's types. */
export function decisionLines(payload: AddPayload): DecisionLine[] {
  const { memory_decisions, skipped } = payload.data.data;
  const { semantic, episodic, procedural } = memory_decisions;
  return [
    ...semantic.items.map((item) => keptLine(item, item.text, ["semantic", item.property])),
    ...episodic.items.map((item) => keptLine(item, item.document, ["episodic", shortPeriod(periodOf(item))])),
    ...procedural.items.map((item) =>
      keptLine(item, item.document, ["procedural", ...(item.trigger ? [conditionText(item.trigger)] : [])]),
    ),
    ...skipped.map(({ text, reason }) => ({ kind: "skipped" as const, text, note: reason })),
  ];
}

function keptLine(
  { operation, certainty, changed }: Item,
  text: string,
  [type, ...about]: readonly string[],
): DecisionLine {
  const note = [type, ...doubtTexts(certainty), ...about, ...changeTexts(changed)].join(", ");
  return { kind: operation === "CREATE" ? "kept" : "updated", text, note };
}

/** Counts of decisions by kind. */
export interface Tally {
  readonly kept: number;
  readonly updated: number;
  readonly skipped: number;
}

/** Counts decisions. */
export function tally(lines: readonly DecisionLine[]): Tally {
  const of = (kind: DecisionLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { kept: of("kept"), updated: of("updated"), skipped: of("skipped") };
}

/** "3 records kept, 1 updated, 2 passages skipped"; "nothing kept" for an empty tally. */
export function tallyText({ kept, updated, skipped }: Tally): string {
  const parts = [
    kept > 0 ? `${count(kept, "record")} kept` : "",
    updated > 0 ? `${updated} updated` : "",
    skipped > 0 ? `${count(skipped, "passage")} skipped` : "",
  ];
  return parts.filter((part) => part !== "").join(", ") || "nothing kept";
}

const signs = { kept: "+", updated: "~", skipped: "-" } as const;

/** Renders a decision on a terminal of `width` characters. */
export function paintDecision({ kind, text, note }: DecisionLine, paint: Colors, width: number): string {
  const shownNote = clip(note, Math.max(16, Math.floor(width / 2)));
  const shown = clip(text, Math.max(24, width - [...shownNote].length - 7));
  const color = { kept: paint.green, updated: paint.yellow, skipped: paint.dim }[kind];
  return `  ${color(signs[kind])} ${kind === "skipped" ? paint.dim(shown) : shown}  ${paint.dim(shownNote)}`;
}
