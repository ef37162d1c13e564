/** One state of a store: a transaction whose results all have the same point in time. */
import type {
  Known,
  KnownRequest,
  ReadAnswer,
  ReadAnswers,
  ReadRequest,
  SearchAnswer,
  SearchAnswers,
  SearchRequest,
  Snapshot,
} from "../store.js";
import { lookUpKnown } from "./reading/known.js";
import { type Asking, answerRead } from "./reading/reading.js";
import { answerSearch } from "./reading/search.js";
import type { View } from "./reading/view.js";

/** A snapshot of a store. */
export class PostgresSnapshot implements Snapshot {
  readonly #begin: () => Promise<View>;
  readonly #asking: Asking;
  #begun: Promise<View> | undefined;

  /** @param begin begins the transaction, when something is asked for the first time */
  constructor(begin: () => Promise<View>, asking: Asking) {
    this.#begin = begin;
    this.#asking = asking;
  }

  get #view(): Promise<View> {
    this.#begun ??= this.#begin();
    return this.#begun;
  }

  async search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>> {
    if (asked.length === 0) return [] as unknown as SearchAnswers<Asked>;
    const view = await this.#view;
    const answers: SearchAnswer[] = [];
    for (const one of asked) answers.push(await answerSearch(view, one, this.#asking.embedder));
    // TypeScript does not see that each answer has the type that its request determines.
    return answers as unknown as SearchAnswers<Asked>;
  }

  async read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>> {
    const view = await this.#view;
    const answers: ReadAnswer[] = [];
    for (const one of asked) answers.push(await answerRead(view, one, this.#asking));
    return answers as unknown as ReadAnswers<Asked>;
  }

  async known(request: KnownRequest): Promise<Known> {
    return lookUpKnown(await this.#view, request, this.#asking.now);
  }
}
