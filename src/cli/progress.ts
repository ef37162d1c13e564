/**
 * How far long work has come, on stderr. Where a person watches, one line that replaces itself; where stderr is a file or a pipe, a line now and then,
 * so that the log of a night's work says how it went and short work says nothing.
 *
 *   re-embedding  ██████████░░░░░░░░░░  2,560 of 5,000  51 %  about 38 s left
 */
import type { Progress } from "../contract/memory-service.js";
import type { Output } from "./io.js";

export interface ProgressOptions {
  readonly stream: Output;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** A run of one kind of work: when it began, and with how much done. Work that is resumed does not begin at zero. */
interface Run {
  readonly verb: string;
  readonly since: number;
  readonly first: number;
}

/** Faster than this nobody reads. */
const redrawMs = 80;
/** Between two lines of a log. */
const lineMs = 10_000;
/** Sooner than this what is left can only be guessed. */
const estimateAfterMs = 2000;
const cells = 20;
const fallbackColumns = 80;

export class ProgressLine {
  readonly #stream: Output;
  readonly #now: () => number;
  #run: Run | undefined;
  #told = Number.NEGATIVE_INFINITY;
  #shown = "";

  constructor({ stream, now }: ProgressOptions) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Something moves: only where a person watches. */
  get watched(): boolean {
    return this.#stream.isTTY === true;
  }

  /** @param verb What is being done: "importing". */
  tell(verb: string, progress: Progress): void {
    const now = this.#now();
    if (this.#run?.verb !== verb) this.#begin({ verb, since: now, first: progress.done });
    const isLast = this.watched && progress.done === progress.total;
    if (!isLast && now - this.#told < (this.watched ? redrawMs : lineMs)) return;
    this.#told = now;
    const left = remainingMs(progress, this.#run!, now);
    if (this.watched) this.#redraw(barText(verb, progress, left));
    else this.#stream.write(`${plainText(verb, progress, left)}\n`);
  }

  /** Wipes the line; what is told next is another piece of work. */
  settle(): void {
    if (this.#shown !== "") this.#stream.write(`\r${" ".repeat(this.#shown.length)}\r`);
    this.#shown = "";
    this.#run = undefined;
    this.#told = Number.NEGATIVE_INFINITY;
  }

  #begin(run: Run): void {
    this.settle();
    this.#run = run;
    // A log hears of work only once it has taken long.
    if (!this.watched) this.#told = run.since;
  }

  #redraw(whole: string): void {
    // A line that is broken at the edge could not be replaced.
    const text = whole.slice(0, (this.#stream.columns ?? fallbackColumns) - 1);
    this.#stream.write(`\r${text.padEnd(this.#shown.length)}`);
    this.#shown = text;
  }
}

/** Milliseconds that are left at the pace so far; `undefined` where that cannot be said. */
function remainingMs({ done, total }: Progress, { since, first }: Run, now: number): number | undefined {
  const elapsed = now - since;
  if (total === undefined || done <= first || done >= total || elapsed < estimateAfterMs) return undefined;
  return (elapsed / (done - first)) * (total - done);
}

function barText(verb: string, progress: Progress, left: number | undefined): string {
  const { total } = progress;
  if (total === undefined) return plainText(verb, progress, left);
  const full = Math.floor((cells * percent(progress.done, total)) / 100);
  const bar = "█".repeat(full) + "░".repeat(cells - full);
  return [verb, bar, `${countText(progress)}  ${percent(progress.done, total)} %`, ...leftText(left)].join(
    "  ",
  );
}

function plainText(verb: string, progress: Progress, left: number | undefined): string {
  const { done, total } = progress;
  const share = total === undefined ? "" : ` (${percent(done, total)} %)`;
  return [`${verb} ${countText(progress)}${share}`, ...leftText(left)].join(", ");
}

function countText({ done, total }: Progress): string {
  const counted = done.toLocaleString("en");
  return total === undefined ? counted : `${counted} of ${total.toLocaleString("en")}`;
}

function leftText(ms: number | undefined): string[] {
  return ms === undefined ? [] : [`about ${duration(ms)} left`];
}

/** "38 s", "12 min", "3 h". */
function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Whole, and 100 only when all is done. */
function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}
