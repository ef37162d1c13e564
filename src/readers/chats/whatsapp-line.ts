/** A line of a WhatsApp chat, as phones of many languages write it. Pure. */

/** What stands before a message. */
export interface Stamp {
  /** Three numbers as they stand in the date, in the phone's order. */
  readonly date: readonly [number, number, number];
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** `null` where WhatsApp itself says something: who came, who left. */
  readonly speaker: string | null;
  readonly text: string;
}

export type DateOrder = "day first" | "month first" | "year first";

const date = String.raw`(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{2,4})\.?`;
const time = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[\s\u202f]*([AaPp])\.?[\s\u202f]?[Mm]\.?)?`;
/** `[12.03.24, 21:14:05] Ana: …` on iPhones, `12/03/2024, 21:14 - Ana: …` on Android. */
const stamped = new RegExp(String.raw`^[\u200e\u200f]?(?:\[${date},? ${time}\] |${date},? ${time} - )`);
const said = /^([^:\n]{1,120}): ?([\s\S]*)$/;

/** What begins a message; `null` for a line that goes on with one. */
export function stampOf(line: string): Stamp | null {
  const match = stamped.exec(line);
  if (match === null) return null;
  const [first, second, third, hours, minutes, seconds, half] = match
    .slice(1, 8)
    .some((part) => part !== undefined)
    ? match.slice(1, 8)
    : match.slice(8, 15);
  const rest = line.slice(match[0].length);
  const [, speaker, text] = said.exec(rest) ?? [];
  return {
    date: [Number(first), Number(second), Number(third)],
    hour: hourOf(Number(hours), half?.toLowerCase()),
    minute: Number(minutes),
    second: Number(seconds ?? 0),
    speaker: speaker === undefined ? null : speaker.replace(/^[\u200e\u200f~\s]+/, "").trim(),
    text: text ?? rest,
  };
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  return (hour % 12) + (half === "p" ? 12 : 0);
}

/** What WhatsApp writes in place of something: `<Media omitted>`, in any language, and whatever it marks with a left-to-right mark. */
export function isNotice(text: string): boolean {
  return text === "" || /^<[^<>]{1,80}>$/.test(text) || text.startsWith("\u200e");
}

/** ISO 8601 UTC, or `null` for a date that no calendar has. */
export function timeOf({ date: numbers, hour, minute, second }: Stamp, order: DateOrder): string | null {
  const [first, middle, last] = numbers;
  const [year, month, day] =
    order === "year first"
      ? [first, middle, last]
      : order === "day first"
        ? [last, middle, first]
        : [last, first, middle];
  const at = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day, hour, minute, second));
  const isReal =
    at.getUTCMonth() === month - 1 && at.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isReal ? at.toISOString() : null;
}

/** Finds out the order of day and month from all dates of a chat: only one of the two may be a calendar's and run forward. */
export class OrderVote {
  #faults = { "day first": 0, "month first": 0 };
  #last: Partial<Record<DateOrder, string>> = {};
  #isYearFirst = false;

  take(stamp: Stamp): void {
    if (stamp.date[0] > 31) this.#isYearFirst = true;
    for (const order of ["day first", "month first"] as const) {
      const at = timeOf(stamp, order);
      // A date that does not exist weighs more than one that runs back: clocks are set back, calendars are not.
      if (at === null) this.#faults[order] += 1000;
      else if (at < (this.#last[order] ?? "")) this.#faults[order] += 1;
      if (at !== null) this.#last[order] = at;
    }
  }

  /** Where both fit, the day is first, as in all of the world but North America. */
  get order(): DateOrder {
    if (this.#isYearFirst) return "year first";
    return this.#faults["month first"] < this.#faults["day first"] ? "month first" : "day first";
  }
}
