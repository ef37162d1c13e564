/**
 * Joined lines: the passages of one message become one line, with its speaker and time once. Pure.
 * The search finds the passages of a long message one by one, but a reader needs neighbours
 * together, and the repeated speaker and time would take a sixth of the budget.
 */
import type { StoredPassage } from "../../stores/store.js";
import { verbatim } from "./lines.js";
import type { Line } from "./passage-lines.js";

/**
 * Whether a line quotes the passage that directly follows the quote of another line, by the same
 * speaker at the same time. A passage that a later line contradicts is not joined to a passage on
 * the topic of the question that is still true.
 */
export function continues(next: Line, line: Line): boolean {
  const before = line.quotes.at(-1)?.passage;
  const after = next.quotes[0]?.passage;
  if (before === undefined || after === undefined || !follows(after, before)) return false;
  const isOneField = (line.type === "procedural") === (next.type === "procedural");
  return isOneField && (line.isEarlier === next.isEarlier || !isPresent(line.isEarlier ? next : line));
}

function isPresent({ isClose, isEarlier }: Line): boolean {
  return isClose && !isEarlier;
}

/** Whether a passage directly follows another one in the same message. */
export function follows(after: StoredPassage, before: StoredPassage): boolean {
  return (
    after.id === before.id + 1 &&
    after.sourceId === before.sourceId &&
    after.saidAt === before.saidAt &&
    after.speaker === before.speaker &&
    after.role === before.role &&
    after.prompt === null
  );
}

/** Joins lines, each of which continues the one before it. There must be at least one line. */
export function joined(lines: readonly Line[]): Line {
  const [first] = lines as [Line];
  if (lines.length === 1) return first;
  const quotes = lines.flatMap((line) => line.quotes);
  const isEarlier = lines.some((line) => line.isEarlier);
  return {
    ...first,
    type: lines.find(({ type }) => type !== "semantic")?.type ?? "semantic",
    isClose: lines.some(({ isClose }) => isClose),
    isEarlier,
    text: verbatim(quotes, isEarlier),
    quotes,
    records: lines.reduce((sum, { records }) => sum + records, 0),
  };
}
