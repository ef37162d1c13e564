/** A conversation with a model about one window. */
import { MemoryError } from "../../contract/errors.js";
import { type ReadAnswer, readAnswer } from "./answer.js";
import type { ChatModel, ChatTurn } from "./model.js";
import { repairPrompt } from "./prompt.js";

/** How many characters of an unusable answer are sent back to the model. */
const shownAnswerChars = 8000;

/** One request, a second one where the answer was unusable, and the tokens of both. */
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
