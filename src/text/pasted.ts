/**
 * Text that a message hands over to be worked on, in the words of somebody else or of nobody:
 * `Translate this: "…"`, "How do you say 'I have two daughters' in Spanish?", "Proofread the
 * following:" and an empty line. A quotation may run over several sentences and paragraphs, so it is
 * searched for in the whole message. What a program printed is handed over too. Pure.
 */
import { matchesIn } from "./patterns/matches.js";
import { isLong } from "./quotations.js";
import type { Span } from "./sentences.js";

/** A longer message is pasted as a whole, and its end is not searched. */
const mostChars = 20_000;

/** What opens a quotation, and what closes it. An apostrophe is inside a word, or ends one. */
const opening = /(?<=^|[\s:(])(["“„«'‘])(?=[\p{L}\p{N}¿¡_])/gu;
const closers: Readonly<Record<string, RegExp>> = {
  '"': /"(?=$|[\s.,;:!?)\]])/gu,
  "“": /[”"](?=$|[\s.,;:!?)\]])/gu,
  "„": /[“”"](?=$|[\s.,;:!?)\]])/gu,
  "«": /»/gu,
  "'": /(?<=[\p{L}\p{N}.!?…)])'(?=$|[\s.,;:!?)\]])/gu,
  "‘": /(?<=[\p{L}\p{N}.!?…)])’(?=$|[\s.,;:!?)\]])/gu,
};
/** A request; at the end of its line, a colon announces what it is about. */
const request =
  /\b(?:translate|proofread|correct|fix|edit|polish|rewrite|rephrase|shorten|summari[sz]e|improve|check|review|grade|analy[sz]e|expand|continue|below|following)\b/iu;

/** More quotations are not looked for, so that the time is bounded. */
const mostQuotations = 40;

/** The parts of a message that are handed over, without their quotation marks, in order. */
export function pastedIn(message: string): readonly Span[] {
  const text = message.slice(0, mostChars);
  const line = text.indexOf("\n");
  const first = text.slice(0, Math.max(0, line)).trimEnd();
  const isAnnounced = first.endsWith(":") && request.test(first);
  // After code, people go on in their own words.
  if (isAnnounced && !text.includes("```")) return [{ start: line, end: message.length }];
  return inOrder([...quoted(text), ...printed(text)]);
}

/**
 * Lines of errors, warnings, logs, stack traces and diffs, from where the program's words begin:
 * "make lint pass: 12:5  error  Use 'const' instead".
 */
const output =
  /(?:\b\d+:\d+[^\S\n]+(?:error|warning)\b|^[^\S\n]*(?:\w*(?:Error|Exception)|error|warning|warn|fatal|panic|traceback|caused by)(?:\[\S+\])?(?: ?\([^)\n]*\))?:\s|^[^\S\n]*(?:at \S+ ?\(|at \S+:\d+|-->|>>>|@@ |\+\+\+ |--- |[$>] |\*\* \(|●|✕|✗|FAIL\b)|^[^\S\n]*\[?(?:\d{4}-\d{2}-\d{2}[T ])?\d{2}:\d{2}:\d{2}[.,\d]*Z?\]?\s|^[^\S\n]*\[(?:info|warn|warning|error|debug|trace|fatal|r|w|e)\]).*/gimu;
const firstPerson = /\b(?:i|i['’]\w+|my|we|our)\b/iu;

function printed(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: line, index } of matchesIn(text, output))
    if (!firstPerson.test(line)) found.push({ start: index, end: index + line.length });
  return found;
}

/** Spans by their beginning, without those that begin inside another one. */
function inOrder(spans: readonly Span[]): Span[] {
  const ordered = spans.toSorted((one, other) => one.start - other.start);
  let end = 0;
  return ordered.filter((span) => {
    const isNew = span.start >= end;
    if (isNew) end = span.end;
    return isNew;
  });
}

/** A text in which its pasted parts are blank, so that all else keeps its place. */
export function withoutPasted(text: string, pasted: readonly Span[]): string {
  return pasted.reduce(
    (left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end),
    text,
  );
}

function quoted(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  let left = mostQuotations;
  for (const { 0: mark, index } of matchesIn(text, opening)) {
    if (index < from) continue;
    if (left === 0) break;
    left -= 1;
    const start = index + mark.length;
    const closed = endOf(text, start, closers[mark]!);
    const end = closed ?? (announces(text.slice(0, index)) ? text.length : undefined);
    if (end === undefined) continue;
    from = end;
    const isWhole = text.slice(0, index).trim() === "" && text.slice(end + 1).trim() === "";
    if (!isWhole && isSentence(text.slice(start, end))) found.push({ start, end });
  }
  return found;
}

/** "Translate into Spanish:" before a quotation that a long message never closes. */
function announces(before: string): boolean {
  return /:\s*$/u.test(before) && request.test(before);
}

/** A title has few words, or capitals: "The Name of the Wind". */
function isSentence(inside: string): boolean {
  return isLong(inside) && inside.split(/\s+/u).some((word) => /^\P{Lu}{4}/u.test(word));
}

function endOf(text: string, start: number, closer: RegExp): number | undefined {
  for (const { index } of matchesIn(text.slice(start), closer)) return start + index;
  return undefined;
}
