/**
 * The terminal: output, colours and progress. Only a terminal gets colours; piped output is plain.
 */
import pc from "../../bundled/picocolors.js";
import type { Progress } from "../../contract/memory-service.js";
import type { CliIo, Output } from "./io.js";
import { ProgressLine } from "./progress.js";

/** Functions that colour a text. */
export type Colors = ReturnType<typeof pc.createColors>;

const columns = { fallback: 80, most: 100 };

/** Whether a stream gets colours: see no-color.org and force-color.org. */
export function colorsWanted(stream: Output, env: CliIo["env"]): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return stream.isTTY === true && env.TERM !== "dumb";
}

/**
 * The output of one command. Every write resolves when the stream accepted it, so that a slow
 * reader slows an export down and does not fill the memory.
 */
export class Terminal {
  readonly paint: Colors;
  readonly #out: Output;
  readonly #error: Output;
  readonly #progress: ProgressLine;

  constructor(io: Pick<CliIo, "stdout" | "stderr" | "env" | "now">) {
    this.#out = io.stdout;
    this.#error = io.stderr;
    this.#progress = new ProgressLine({ stream: io.stderr, now: io.now });
    this.paint = pc.createColors(colorsWanted(io.stdout, io.env));
  }

  /** Maximum number of characters of a line of prose. */
  get width(): number {
    return Math.min(this.#out.columns ?? columns.fallback, columns.most);
  }

  /** Whether stderr is a terminal, so that progress is redrawn. */
  get watched(): boolean {
    return this.#progress.watched;
  }

  /** Prints a line. */
  line(text = ""): Promise<void> {
    return write(this.#out, `${visible(text, this.paint.isColorSupported)}\n`);
  }

  /**
   * Prints a JSON document. Control characters that JSON allows are escaped as well; a JSON parser
   * reads the same text.
   */
  json(document: unknown): Promise<void> {
    return this.line(JSON.stringify(document, null, 2));
  }

  /** Prints a remark on stderr, for people and never part of piped output. */
  remark(text: string): Promise<void> {
    return write(this.#error, `${visible(text, false)}\n`);
  }

  /** Shows progress on stderr: a bar, or a line now and then. `settle` ends it. */
  progress(verb: string, progress: Progress): void {
    this.#progress.show(verb, progress);
  }

  /** Clears the bar. */
  settle(): void {
    this.#progress.settle();
  }
}

/**
 * Characters that control a terminal: C0 except tab and line feed, DEL, C1, and characters that
 * change the direction of a line.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
const controls = /(?:\u001b\[\d{1,2}m)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Replaces control characters by a visible form such as `\u001b`: stored text must not move the
 * cursor, set a title or hide a line. Colours that this program wrote are kept.
 */
function visible(text: string, hasColors: boolean): string {
  return text.replace(controls, (found) =>
    hasColors && found.length > 1
      ? found
      : [...found].map((one) => (isControl(one) ? escaped(one) : one)).join(""),
  );
}

function isControl(character: string): boolean {
  return character.replace(controls, "") === "";
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function write(stream: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Wraps text at spaces into lines of at most `width` characters. A longer word gets a line of its
 * own; existing line breaks stay.
 */
export function wrap(text: string, width: number, indent = ""): string {
  return visible(text, false)
    .split("\n")
    .flatMap((line) => wrapLine(line, Math.max(20, width - indent.length)))
    .map((line) => (line === "" ? "" : indent + line))
    .join("\n");
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Truncates a text to `length` characters on one line, with an ellipsis. */
export function clip(text: string, length: number): string {
  const flat = visible(text.replace(/\s+/gu, " "), false).trim();
  const characters = [...flat];
  return characters.length <= length
    ? flat
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

/** "1 record", "3 records". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
