/** Renders payloads for people: recalled prose, profiles, and the decisions of `remember`. */
import type { ProfilePayload } from "../../contract/profile.js";
import type { SearchPayload } from "../../contract/recall.js";
import type { AddPayload, MemoryDecisions } from "../../contract/remember.js";
import { extractPlace } from "../../prompt-safety/recalled-text.js";
import { periodOf, shortPeriod } from "../../rendering/period-words.js";
import { conditionText } from "../../rendering/prompt-blocks.js";
import { changeTexts, doubtTexts } from "../../rendering/readable.js";
import { type Colors, clip, count, wrap } from "./terminal.js";

const headings = [
  ["Facts", "semantic_memory"],
  ["Events", "episodic_memory"],
  ["Rules", "procedural_memory"],
] as const;

/** Whether a payload is empty. */
export function foundNothing(payload: SearchPayload): boolean {
  return headings.every(([, field]) => payload[field] === "") && payload.file_memory.length === 0;
}

/**
 * The prose and the extracts of files, without empty types; an empty string if nothing was
 * found.
 */
export function proseText(payload: SearchPayload, paint: Colors, width: number, indent = ""): string {
  const prose = sections(payload, { paint, width, indent });
  const extracts = payload.file_memory.map((extract) => {
    const head = `${indent}${paint.bold(extractPlace(extract))}`;
    return `${head}\n${wrap(extract.text, width, indent)}`;
  });
  return [...prose, ...extracts].join("\n\n");
}

/** A profile, without empty types; an empty string if nothing is known. */
export function profileText(payload: ProfilePayload, paint: Colors, width: number): string {
  return sections(payload, { paint, width, indent: "" }).join("\n\n");
}

interface Shown {
  readonly paint: Colors;
  readonly width: number;
  readonly indent: string;
}

function sections(
  payload: Pick<SearchPayload, (typeof headings)[number][1]>,
  { paint, width, indent }: Shown,
): string[] {
  return headings
    .filter(([, field]) => payload[field] !== "")
    .map(([heading, field]) => `${indent}${paint.bold(heading)}\n${wrap(payload[field], width, indent)}`);
}

/** With `--explain`: each record with its score and its signals, best first. */
export function explanationText(payload: SearchPayload, paint: Colors, width: number): string {
  return (payload.records ?? [])
    .map((record) => {
      const signals = Object.entries(record.signals)
        .map(([name, value]) => `${name} ${value.toFixed(2)}`)
        .join(", ");
      const head = `${record.score.toFixed(3)}  ${shortPeriod(periodOf(record))}  ${record.type}`;
      return `${paint.bold(head)}\n  ${clip(record.text, width - 2)}\n${paint.dim(wrap(signals, width, "  "))}`;
    })
    .join("\n");
}

/** One decision. */
export interface DecisionLine {
  readonly kind: "kept" | "updated" | "skipped";
  readonly text: string;
  /** The type of the record, or the reason for skipping. */
  readonly note: string;
}

/** An item of any type. */
type Item = MemoryDecisions[keyof MemoryDecisions]["items"][number];

/** The decisions about one input, in the order of the payload's types. */
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
