/**
 * A conversation in runs of passages that fit into one prompt, each with the known records that are
 * nearest to it.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { Passage } from "../../text/passage.js";
import type { ExtractRequest } from "../extractor.js";
import type { KnownRecord } from "./prompt.js";

/** Passages that a model decides at once. */
export interface Window {
  /** Place of its first passage among all. */
  readonly start: number;
  readonly passages: readonly Passage[];
  /** What was said before it, of the same call or before that. */
  readonly before: string | null;
  readonly known: readonly KnownRecord[];
}

/** Passages of a window: each may need a record, and answers have bounds. */
const maxPassages = 40;
/** Known records of a window. */
const maxKnown = 40;
/** Passages before a window that are told as what came before it. */
const passagesBefore = 6;

export function windowsOf(request: ExtractRequest, windowChars: number): Window[] {
  const windows: Window[] = [];
  for (let start = 0; start < request.passages.length; ) {
    const end = endOf(request.passages, start, windowChars);
    windows.push({
      start,
      passages: request.passages.slice(start, end),
      before: beforeOf(request, start),
      known: knownOf(request.nearest?.slice(start, end) ?? []),
    });
    start = end;
  }
  return windows;
}

/** Past the last passage that fits; a window holds one at least. */
function endOf(passages: readonly Passage[], start: number, windowChars: number): number {
  let chars = 0;
  let end = start;
  while (end < passages.length && end - start < maxPassages) {
    chars += passages[end]!.text.length + (passages[end]!.prompt?.length ?? 0);
    if (chars > windowChars && end > start) break;
    end += 1;
  }
  return end;
}

function beforeOf({ passages, previousContext }: ExtractRequest, start: number): string | null {
  const near = passages.slice(Math.max(0, start - passagesBefore), start);
  const lines = near.map(({ speaker, role, text }) => `${speaker ?? role}: ${text}`);
  const whole = [...(start <= passagesBefore && previousContext !== null ? [previousContext] : []), ...lines];
  return whole.length === 0 ? null : whole.join("\n");
}

/**
 * Each once, the nearest of every passage before the second nearest of any. Facts and rules have a
 * name to be updated by.
 */
function knownOf(nearest: readonly (readonly MemoryRecord[])[]): KnownRecord[] {
  const depth = Math.max(0, ...nearest.map(({ length }) => length));
  const ranked = Array.from({ length: depth }, (_, rank) =>
    nearest.flatMap((records) => records[rank] ?? []),
  ).flat();
  const distinct = [...new Map(ranked.map((record) => [record.id, record])).values()].slice(0, maxKnown);
  let named = 0;
  return distinct.map((record) => {
    if (record.type !== "semantic" && record.type !== "procedural") return { label: null, record };
    named += 1;
    return { label: `k${named}`, record };
  });
}
