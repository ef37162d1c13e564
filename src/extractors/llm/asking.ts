/** A conversation with a model about one window. */
import { MemoryError } from "../../contract/errors.js";
import { type ReadAnswer, readAnswer } from "./answer.js";
import type { ChatModel, ChatTurn } from "./model.js";
import { repairPrompt } from "./prompt.js";

/** Characters of an answer that cannot be used, as the model is shown it again. */
const shownAnswerChars = 8000;

/** One question, and one more where the answer was no good; what both cost. */
export class Asking {
  tokens = 0;
  #turns: ChatTurn[] = [];
  #said = "";
  readonly #model: ChatModel;
  readonly #form: { readonly schema: object; readonly signal: AbortSignal };

  constructor(model: ChatModel, form: { readonly schema: object; readonly signal: AbortSignal }) {
    this.#model = model;
    this.#form = form;
  }

  /** What it answers, or why it does not: nothing that it said before is lost with it. */
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

  /** Tells the model what was wrong with what it said. */
  askAgain(problems: readonly string[], undecided: readonly number[]): Promise<ReadAnswer | Error> {
    const said = this.#said.slice(0, shownAnswerChars).toWellFormed() || "(nothing)";
    return this.ask([
      ...this.#turns,
      { role: "assistant", content: said },
      { role: "user", content: repairPrompt(problems, undecided) },
    ]);
  }
}

/** An answer that says nothing, and nothing wrong. */
export const nothingMore: ReadAnswer = { records: [], skipped: [], unread: [], problems: [] };

/** What a first answer decided, and what a second one says of the passages that it left open. */
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
