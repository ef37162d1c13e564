/**
 * Joined lines: the passages of one message become one line, with its speaker and time once. Pure. A
 * long message is searched by its passages, but a reader needs what is next to each other together,
 * and the repeated speaker and time would take a sixth of the budget.
 */
import type { StoredPassage } from "../../stores/store.js";
import { verbatim } from "./lines.js";
import type { Line } from "./passage-lines.js";

/**
 * Whether a line quotes what directly follows another one, said by the same person at that time. A
 * part that a later line contradicts is not joined to one that is on the topic of the question and
 * still true.
 */
export function continues(next: Line, line: Line): boolean {
  const [before, after] = [line.quotes.at(-1)?.passage, next.quotes[0]?.passage];
  if (before === undefined || after === undefined || !follows(after, before)) return false;
  const isOneField = (line.type === "procedural") === (next.type === "procedural");
  return isOneField && (line.isEarlier === next.isEarlier || !isPresent(line.isEarlier ? next : line));
}

function isPresent({ isClose, isEarlier }: Line): boolean {
  return isClose && !isEarlier;
}

function follows(after: StoredPassage, before: StoredPassage): boolean {
  return (
    after.id === before.id + 1 &&
    after.sourceId === before.sourceId &&
    after.saidAt === before.saidAt &&
    after.speaker === before.speaker &&
    after.role === before.role &&
    after.prompt === null
  );
}

/** Joins lines, each of which continues the one before it. At least one line. */
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
