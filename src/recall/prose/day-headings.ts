/**
 * Day headings: several lines of one day are returned below a heading with the day, and with the
 * speaker if all of them have the same one. Pure. With a day and a speaker on each line, these
 * would take a sixth of the tokens of an answer.
 */
import { isRecited } from "../../text/recited.js";
import { type Above, headOf, type Said, saidIn, verbatim } from "./lines.js";
import type { Line } from "./passage-lines.js";
import type { CountTokens } from "./token-counts.js";

/** Fewest lines that get a heading. */
const fewest = 3;

/** Lines with the same value are next to each other in an answer, and were said on the same day. */
export function groupOf(line: Line): string {
  const subject = line.type === "semantic" ? line.subject : "";
  return `${line.saidAt.slice(0, 10)} ${line.type} ${isFar(line)} ${subject}`;
}

/** Whether a line comes after those on the topic of the question. */
export function isFar({ isEarlier, isClose }: Pick<Line, "isEarlier" | "isClose">): boolean {
  return isEarlier || !isClose;
}

/**
 * Who said a line and when; `undefined` if it has no quotation with a speaker. What an assistant or
 * a tool said gets no heading: its line must say by itself that it is not the user's statement.
 */
export function saidBy({ quotes, isEarlier }: Line): Said | undefined {
  return quotes.some(({ passage }) => isRecited(passage)) ? undefined : saidIn(quotes, isEarlier);
}

/** The heading of lines, and what it says; `undefined` if they get none. */
function headingOf(said: readonly Said[]): { readonly text: string; readonly above: Heading } | undefined {
  const [first] = said;
  if (first === undefined || said.length < fewest) return undefined;
  return said.every(({ who }) => who === first.who)
    ? { text: `On ${first.day}, ${first.who} said:`, above: "speaker" }
    : { text: `On ${first.day}:`, above: "day" };
}

/** What a heading says. */
type Heading = Exclude<Above, "nothing">;

/** Who said a line, and how many tokens it takes less below a heading of each kind. */
export interface Saving {
  readonly said: Said;
  /** Computed when it is read: most lines get no heading. */
  readonly below: (heading: Heading) => number;
  readonly countTokens: CountTokens;
}

/** Returns what a line saves below a heading. */
export function savingOf(said: Said, countTokens: CountTokens): Saving {
  const known = new Map<Heading, number>();
  return {
    said,
    countTokens,
    below: (heading) => {
      const saved = known.get(heading) ?? tokensSaved(said, heading, countTokens);
      known.set(heading, saved);
      return saved;
    },
  };
}

function tokensSaved(said: Said, heading: Heading, countTokens: CountTokens): number {
  const head = { ...said, prompt: said.prompt === null ? null : "" };
  return countTokens(headOf(head, "nothing")) - countTokens(headOf(head, heading));
}

/** How many tokens less the lines of one day take below their heading. */
export function savedTokens(lines: readonly Saving[]): number {
  const heading = headingOf(lines.map(({ said }) => said));
  if (heading === undefined) return 0;
  return lines.reduce((sum, one) => sum + one.below(heading.above), 0) - lines[0]!.countTokens(heading.text);
}

/** The texts of lines in their order, with headings. */
export function withHeadings(lines: readonly Line[]): string[] {
  const texts: string[] = [];
  const groups = lines.map(groupOf);
  for (let at = 0; at < lines.length; ) {
    let end = at + 1;
    while (end < lines.length && groups[at] === groups[end]) end += 1;
    texts.push(...belowHeading(lines.slice(at, end)));
    at = end;
  }
  return texts;
}

function belowHeading(lines: readonly Line[]): string[] {
  const said = lines.length < fewest ? [] : lines.map(saidBy);
  const heading = headingOf(said.filter((one) => one !== undefined));
  if (heading === undefined) return lines.map(({ text }) => text);
  const below = lines.map((line, at) =>
    said[at] === undefined ? line.text : verbatim(line.quotes, line.isEarlier, heading.above),
  );
  return [heading.text, ...below];
}
