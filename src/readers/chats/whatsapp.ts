/**
 * WhatsApp's "Export chat". A message begins with its time and its speaker, and may have several
 * lines. The phone's language decides whether day or month comes first; the whole file is read to
 * find out. The file names no time zone: times are taken as UTC.
 */
import { textLines } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";

/**
 * Maximum number of characters of a message, WhatsApp's own bound. Lines beyond it become another
 * message.
 */
const maxMessageChars = 65_536;

/** Reads exported WhatsApp chats. */
export const whatsAppReader: Reader = { mediaType: "text/x-whatsapp-chat", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  const order = await orderOf(file, options);
  let open: Stamp | undefined;
  let readBytes = 0;
  for await (const line of textLines(file, options)) {
    const stamp = stampOf(line.text);
    if (open !== undefined && stamp === null && open.text.length + line.text.length < maxMessageChars)
      open = { ...open, text: `${open.text}\n${line.text}` };
    else {
      if (open !== undefined) yield* sectionOf(open, order, readBytes);
      open = stamp ?? (open === undefined ? undefined : { ...open, text: line.text });
    }
    readBytes = line.readBytes;
  }
  if (open !== undefined) yield* sectionOf(open, order, readBytes);
}

async function orderOf(file: FileSource, options: { readonly signal?: AbortSignal }): Promise<DateOrder> {
  const vote = new OrderVote();
  for await (const { text } of textLines(file, options)) {
    const stamp = stampOf(text);
    if (stamp !== null) vote.take(stamp);
  }
  return vote.order;
}

function* sectionOf(stamp: Stamp, order: DateOrder, readBytes: number): Generator<Section> {
  const text = stamp.text.trim();
  if (stamp.speaker === null || isNotice(text)) return;
  const at = timeOf(stamp, order);
  yield { text, speaker: stamp.speaker, role: "user", ...(at === null ? {} : { at }), readBytes };
}

/** The beginning of a message: its time, its speaker and its first line. */
export interface Stamp {
  /** The three numbers of the date, in the order of the phone. */
  readonly date: readonly [number, number, number];
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** `null` for a notice of WhatsApp itself, such as who joined and who left. */
  readonly speaker: string | null;
  readonly text: string;
}

/** Order of the numbers in a date. */
export type DateOrder = "day first" | "month first" | "year first";

const date = String.raw`(\d{1,4})[./-] ?(\d{1,2})[./-] ?(\d{2,4})\.?`;
const time = String.raw`(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[\s\u202f]*([AaPp])\.?[\s\u202f]?[Mm]\.?)?`;
/** `[12.03.24, 21:14:05] Ana: …` on iPhones, `12/03/2024, 21:14 - Ana: …` on Android. */
const stamped = new RegExp(String.raw`^[\u200e\u200f]?(?:\[${date},? ${time}\] |${date},? ${time} - )`);
const said = /^([^:\n]{1,120}): ?([\s\S]*)$/;

/** Parses the beginning of a message. Returns `null` for a line that continues one. */
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

/**
 * True for a placeholder of WhatsApp: `<Media omitted>` in any language, and text that it marks
 * with a left-to-right mark.
 */
export function isNotice(text: string): boolean {
  return text === "" || /^<[^<>]{1,80}>$/.test(text) || text.startsWith("\u200e");
}

/** ISO 8601 UTC, or `null` for a date that does not exist. */
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

/**
 * Finds the order of day and month from all dates of a chat. In the wrong order, dates do not exist
 * or run backwards.
 */
export class OrderVote {
  #faults = { "day first": 0, "month first": 0 };
  #last: Partial<Record<DateOrder, string>> = {};
  #isYearFirst = false;

  /** Counts the date of one message. */
  take(stamp: Stamp): void {
    if (stamp.date[0] > 31) this.#isYearFirst = true;
    for (const order of ["day first", "month first"] as const) {
      const at = timeOf(stamp, order);
      // A date that does not exist counts more than one that runs backwards: clocks are set back,
      // calendars are not.
      if (at === null) this.#faults[order] += 1000;
      else if (at < (this.#last[order] ?? "")) this.#faults[order] += 1;
      if (at !== null) this.#last[order] = at;
    }
  }

  /**
   * The order that fits the dates. If both fit, the day is first, as in all of the world but North
   * America.
   */
  get order(): DateOrder {
    if (this.#isYearFirst) return "year first";
    return this.#faults["month first"] < this.#faults["day first"] ? "month first" : "day first";
  }
}
