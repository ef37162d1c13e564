/**
 * Windows of a conversation, each of which fits into one prompt with the most similar known
 * records, and the dialog with a model about one window.
 */
import { MemoryError } from "../../contract/errors.js";
import type { MemoryRecord } from "../../contract/record.js";
import type { Passage } from "../../text/passage.js";
import type { ExtractRequest } from "../extractor.js";
import { type ReadAnswer, readAnswer } from "./answer.js";
import type { ChatModel, ChatTurn } from "./model.js";
import { type KnownRecord, repairPrompt } from "./prompt.js";

/** The passages of one request to the model. */
export interface Window {
  /** Index of its first passage. */
  readonly start: number;
  readonly passages: readonly Passage[];
  /** The text before it, from the same call or from before the call. */
  readonly before: string | null;
  readonly known: readonly KnownRecord[];
}

/**
 * Maximum number of passages of a window: each may need a record, and answers have a length limit.
 */
const maxPassages = 40;
/** Maximum number of known records of a window. */
const maxKnown = 40;
/** How many passages before a window are included as its context. */
const passagesBefore = 6;

/** Splits the passages of a request into windows of at most `windowChars` characters. */
export function windowsOf(request: ExtractRequest, windowChars: number): Window[] {
  const windows: Window[] = [];
  for (let start = 0; start < request.passages.length; ) {
    const end = endOf(request.passages, start, windowChars);
    windows.push({
      start,
      passages: request.passages.slice(start, end),
      before: beforeOf(request, start),
      known: knownOf(request.nearest?.slice(start, end) ?? []),
    });
    start = end;
  }
  return windows;
}

/** The index after the last passage that fits. A window has at least one passage. */
function endOf(passages: readonly Passage[], start: number, windowChars: number): number {
  let chars = 0;
  let end = start;
  while (end < passages.length && end - start < maxPassages) {
    chars += passages[end]!.text.length + (passages[end]!.prompt?.length ?? 0);
    if (chars > windowChars && end > start) break;
    end += 1;
  }
  return end;
}

function beforeOf({ passages, previousContext }: ExtractRequest, start: number): string | null {
  const near = passages.slice(Math.max(0, start - passagesBefore), start);
  const lines = near.map(({ speaker, role, text }) => `${speaker ?? role}: ${text}`);
  const whole = [...(start <= passagesBefore && previousContext !== null ? [previousContext] : []), ...lines];
  return whole.length === 0 ? null : whole.join("\n");
}

/**
 * Each record once; the nearest of every passage come before the second nearest. Facts and rules
 * get a label, by which the model can update them.
 */
function knownOf(nearest: readonly (readonly MemoryRecord[])[]): KnownRecord[] {
  const depth = Math.max(0, ...nearest.map(({ length }) => length));
  const ranked = Array.from({ length: depth }, (_, rank) =>
    nearest.flatMap((records) => records[rank] ?? []),
  ).flat();
  const distinct = [...new Map(ranked.map((record) => [record.id, record])).values()].slice(0, maxKnown);
  let named = 0;
  return distinct.map((record) => {
    if (record.type !== "semantic" && record.type !== "procedural") return { label: null, record };
    named += 1;
    return { label: `k${named}`, record };
  });
}

/** How many characters of an unusable answer are sent back to the model. */
const shownAnswerChars = 8000;

/** One request, a second one if the answer was unusable, and the tokens of both. */
export class ModelDialog {
  tokens = 0;
  #turns: ChatTurn[] = [];
  #said = "";
  readonly #model: ChatModel;
  readonly #form: { readonly schema: object; readonly signal: AbortSignal };

  constructor(model: ChatModel, form: { readonly schema: object; readonly signal: AbortSignal }) {
    this.#model = model;
    this.#form = form;
  }

  /** The answer, or the error of the request. Earlier answers are not lost with an error. */
  async ask(turns: ChatTurn[]): Promise<ReadAnswer | Error> {
    this.#turns = turns;
    try {
      const { text, tokens, cut } = await this.#model.ask({ turns, ...this.#form });
      this.tokens += tokens;
      this.#said = text;
      return readAnswer(text, cut);
    } catch (error) {
      this.#form.signal.throwIfAborted();
      if (MemoryError.is(error)) throw error;
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Sends the problems of the last answer back to the model, and asks again. */
  askAgain(problems: readonly string[], undecided: readonly number[]): Promise<ReadAnswer | Error> {
    const said = this.#said.slice(0, shownAnswerChars).toWellFormed() || "(nothing)";
    return this.ask([
      ...this.#turns,
      { role: "assistant", content: said },
      { role: "user", content: repairPrompt(problems, undecided) },
    ]);
  }
}

/** An empty answer without problems. */
export const nothingMore: ReadAnswer = { records: [], skipped: [], unread: [], problems: [] };

/** Joins two answers: the second one decides the passages that the first left open. */
export function merged(
  first: ReadAnswer,
  second: ReadAnswer,
  open: readonly number[],
): Pick<ReadAnswer, "records" | "skipped"> {
  const opened = ({ passage }: { passage: number }) => open.includes(passage);
  const closed = ({ passage }: { passage: number }) => !open.includes(passage);
  return {
    records: [...first.records.filter(closed), ...second.records.filter(opened)],
    skipped: [...first.skipped.filter(closed), ...second.skipped.filter(opened)],
  };
}
