/** The screen: writing, colours and progress. Colours show on a terminal only; output that is piped is plain. */
import pc from "picocolors";
import type { Progress } from "../contract/memory-service.js";
import type { CliIo, Output } from "./io.js";
import { ProgressLine } from "./progress.js";

export type Colors = ReturnType<typeof pc.createColors>;

const columns = { fallback: 80, most: 100 };

/** Whether a stream gets colours: see no-color.org and force-color.org. */
export function colorsWanted(stream: Output, env: CliIo["env"]): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return stream.isTTY === true && env.TERM !== "dumb";
}

/** Writes for one command. Every write resolves when the stream took it, so that a slow reader slows an export and fills no memory. */
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

  /** Characters that a line of prose may have. */
  get width(): number {
    return Math.min(this.#out.columns ?? columns.fallback, columns.most);
  }

  /** Something moves on stderr: only where a person watches. */
  get watched(): boolean {
    return this.#progress.watched;
  }

  line(text = ""): Promise<void> {
    return write(this.#out, `${text}\n`);
  }

  json(document: unknown): Promise<void> {
    return this.line(JSON.stringify(document, null, 2));
  }

  /** A remark beside the output: for a person, never part of what is piped on. */
  remark(text: string): Promise<void> {
    return write(this.#error, `${text}\n`);
  }

  /** How far work has come: a bar on stderr, or a line now and then where nobody watches. `settle` ends it. */
  progress(verb: string, progress: Progress): void {
    this.#progress.tell(verb, progress);
  }

  /** Wipes the bar. */
  settle(): void {
    this.#progress.settle();
  }
}

function write(stream: Output, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Breaks text at spaces into lines of at most `width` characters; a longer word keeps its line. Line breaks in it are kept. */
export function wrap(text: string, width: number, indent = ""): string {
  return text
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

/** Cuts a text to `length` characters on one line, with an ellipsis where something is missing. */
export function clip(text: string, length: number): string {
  const flat = text.replace(/\s+/gu, " ").trim();
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
