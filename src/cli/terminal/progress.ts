/**
 * Shows the progress of long work on stderr. On a terminal one line is redrawn; in a file or a pipe
 * a line is printed from time to time, so that a log shows the progress of long work and nothing of
 * short work.
 *
 *   re-embedding  ██████████░░░░░░░░░░  2,560 of 5,000  51 %  about 38 s left
 */
import type { Progress } from "../../contract/memory-service.js";
import type { Output } from "./io.js";

/** Options of a {@link ProgressLine}. */
export interface ProgressOptions {
  readonly stream: Output;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/**
 * One piece of work: its start, and how much was done then. Resumed work does not start at zero.
 */
interface Run {
  readonly verb: string;
  readonly since: number;
  readonly first: number;
}

/** Shortest time between two redraws. */
const redrawMs = 80;
/** Time between two lines of a log. */
const lineMs = 10_000;
/** Time before the first estimate of what is left. */
const estimateAfterMs = 2000;
const cells = 20;
const fallbackColumns = 80;

/** The progress of one command. */
export class ProgressLine {
  readonly #stream: Output;
  readonly #now: () => number;
  #run: Run | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #shown = "";

  constructor({ stream, now }: ProgressOptions) {
    this.#stream = stream;
    this.#now = now;
  }

  /** Whether the line is redrawn, as on a terminal. */
  get watched(): boolean {
    return this.#stream.isTTY === true;
  }

  /**
   * Shows progress.
   *
   * @param verb What is being done: "importing".
   */
  show(verb: string, progress: Progress): void {
    const now = this.#now();
    if (this.#run?.verb !== verb) this.#begin({ verb, since: now, first: progress.done });
    const isLast = this.watched && progress.done === progress.total;
    if (!isLast && now - this.#lastMs < (this.watched ? redrawMs : lineMs)) return;
    this.#lastMs = now;
    const left = remainingMs(progress, this.#run!, now);
    if (this.watched) this.#redraw(barText(verb, progress, left));
    else this.#stream.write(`${plainText(verb, progress, left)}\n`);
  }

  /** Clears the line; the next progress is another piece of work. */
  settle(): void {
    if (this.#shown !== "") this.#stream.write(`\r${" ".repeat(this.#shown.length)}\r`);
    this.#shown = "";
    this.#run = undefined;
    this.#lastMs = Number.NEGATIVE_INFINITY;
  }

  #begin(run: Run): void {
    this.settle();
    this.#run = run;
    // A log only shows work that takes long.
    if (!this.watched) this.#lastMs = run.since;
  }

  #redraw(whole: string): void {
    // A line that wraps at the edge could not be redrawn.
    const text = whole.slice(0, (this.#stream.columns ?? fallbackColumns) - 1);
    this.#stream.write(`\r${text.padEnd(this.#shown.length)}`);
    this.#shown = text;
  }
}

/** Milliseconds left at the current pace; `undefined` if unknown. */
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

/** A whole number; 100 only when everything is done. */
function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}
