/** Renders a search payload for people: the prose of each type under its heading. */
import type { ProfilePayload } from "../contract/profile.js";
import type { SearchPayload } from "../contract/recall.js";
import { extractPlace } from "../prompt-safety/recalled-text.js";
import { periodOf, shortPeriod } from "../rendering/period-words.js";
import { type Colors, clip, wrap } from "./terminal.js";

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
 * The prose and the extracts of files, without empty types; an empty string where nothing was
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

/** A profile, without empty types; an empty string where nothing is known. */
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
