/**
 * New measures: what a text says that a measure is now, so that an earlier number of the same unit is
 * over: "Down to 78 kilos" after "I weigh 81 kilos", "So three kids now" after "two kids". Pure, and
 * English.
 */
import { fold, indexWords } from "../../text/words.js";

const number = String.raw`(?:\d+(?:[.,:]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no)`;
const unit = String.raw`\p{L}[\p{L}-]+`;
const changed: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:^|[.!?;,]\s*|\b(?:i['’]m|we['’]re|am|are|is|now|went|cut|gone|got|back)\s+)(?:cut )?(?:down|up|back) to (?:only |just )?(${number})\s+(${unit})`,
    "giu",
  ),
  new RegExp(String.raw`\b(${number})\s+(${unit})\s+(?:now|these days)\b`, "giu"),
  new RegExp(String.raw`\b(?:now|only) (?:only |just )?(${number})\s+(${unit})\s+(?:now|left)\b`, "giu"),
];
const measure = new RegExp(String.raw`\b(${number})\s+(${unit})`, "giu");

interface Measure {
  readonly number: string;
  /** An index word. */
  readonly unit: string;
}

/** What each form has; looked for first, because few texts have it and all of a pool are read. */
const mayChange = /(?:down|up|back) to |now|these days/iu;

/** Measures that a text says are otherwise now. */
export function newMeasures(text: string): readonly Measure[] {
  if (!mayChange.test(text)) return [];
  return changed.flatMap((form) => measuresOf(text, form));
}

/** Whether a later text gives another number of a unit that an earlier one has. */
export function hasNewMeasure(later: string, one: string): boolean {
  const found = newMeasures(later);
  if (found.length === 0) return false;
  const before = measuresOf(one, measure);
  return found.some((now) => before.some((was) => was.unit === now.unit && was.number !== now.number));
}

function measuresOf(text: string, form: RegExp): Measure[] {
  return [...text.matchAll(form)].flatMap(([, count = "", noun = ""]) => {
    const [unit] = indexWords(noun);
    return unit === undefined ? [] : [{ number: fold(count), unit }];
  });
}
