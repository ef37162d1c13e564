/**
 * Contrasts: a former and a new value beside each other, in one value that was marked as a whole
 * ("three days instead of four", "Thu → Fri"), or with only the former one marked ("latency fell
 * from [95] to 61 ms"). Pure; English only.
 */
import type { Span } from "../../../../text/sentences.js";
import {
  isOfOneKind,
  measureChanges,
  phrase,
  phraseEnd,
  statedChanges,
  valueLead,
  writtenKind,
} from "./value-pairs.js";

/** A new value, and the former one that the text names with it. */
export interface Contrast {
  readonly value: string;
  readonly former: string;
  /** Whether the former value was never true: "teal, not orange". */
  readonly wasWrong: boolean;
}

/** The two values that were marked as one; `null` for a single value. `before` is the text before it. */
export function splitContrast(marked: string, before: string): Contrast | null {
  const { now, old, cue = "" } = (newFirst.exec(marked) ?? arrowed.exec(marked))?.groups ?? {};
  if (now !== undefined && old !== undefined)
    return contrastOf({ value: now, former: old, wasWrong: /^not$/iu.test(cue) });
  const moved = changedFrom.test(before) ? oldFirst.exec(marked)?.groups : undefined;
  return moved === undefined ? null : contrastOf({ value: moved.now!, former: moved.old!, wasWrong: false });
}

function contrastOf(found: Contrast): Contrast | null {
  return isOfOneKind(found.former, found.value) ? found : null;
}

const newFirst = new RegExp(
  `^(?<now>\\S.*?),?\\s+(?:(?:and|but)\\s+)?(?<cue>instead of|rather than|in place of|no longer|(?:up|down) from|not)\\s+(?:(?:at|in|on)\\s+)?${valueLead}(?<old>\\S.*)$`,
  "iu",
);
const arrowed = /^(?<old>\S.*?)\s*(?:→|->|=>|-->|>>)\s*(?<now>[^\s→>-].*)$/u;
const oldFirst = new RegExp(`^(?<old>\\S.*?)\\s+(?:on|in)?to\\s+${valueLead}(?<now>\\S.*)$`, "iu");
const changedFrom = new RegExp(
  `\\b(?:${statedChanges}|${measureChanges})\\b[^.;!?\\n]{0,60}\\bfrom\\s+${valueLead}$`,
  "iu",
);

/** How many characters around a value are searched. */
const nearChars = 90;

/**
 * The span of the new value that follows a former one: "61 ms" for "95" in "fell from 95 to 61 ms".
 * `null` if the span is not a former value, or the new one is of another kind.
 */
export function newValueAfter(text: string, { start, end }: Span): Span | null {
  const left = text.slice(Math.max(0, start - nearChars), start);
  const right = text.slice(end, end + nearChars);
  const former = text.slice(start, end);
  for (const { lead, next, isMeasure } of followed) {
    if (!lead.test(left) || (isMeasure && writtenKind(former) !== "number")) continue;
    const found = next.exec(right)?.groups;
    if (found === undefined || !isOfOneKind(former, found.now!)) continue;
    const from = end + found.between!.length;
    return { start: from, end: from + found.now!.length };
  }
  return null;
}

/** Words that belong to a former value, if only its number was marked: "from six [cups] to two". */
const restOfValue = "(?:\\s[^\\s,.;:!?()]{1,14}){0,2}?";
const nextAfter = (between: string) =>
  new RegExp(`^(?<between>${restOfValue}\\s*${between}\\s*${valueLead})(?<now>${phrase})${phraseEnd}`, "iu");

/** What is before a former value, and what is between it and the new one. */
const followed: readonly {
  readonly lead: RegExp;
  readonly next: RegExp;
  /** Whether both must be numbers: "it was hard, now it's fine" says nothing of one thing. */
  readonly isMeasure: boolean;
}[] = [
  { isMeasure: false, lead: changedFrom, next: nextAfter("\\s(?:(?:up|down|over)\\s+)?(?:on|in)?to\\s") },
  { isMeasure: false, lead: /(?:^|[\s(:,])$/u, next: nextAfter("(?:→|->|=>|-->)") },
  {
    isMeasure: true,
    lead: new RegExp(`\\b(?:was|were|used to be)\\s+(?:(?:at|in|on)\\s+)?${valueLead}$`, "iu"),
    next: nextAfter(
      "[,;]?\\s(?:(?:but|and)\\s+)?(?:(?:it['’]s|is|are)\\s+)?now\\s(?:(?:it['’]s|at|in)\\s+)?",
    ),
  },
];
