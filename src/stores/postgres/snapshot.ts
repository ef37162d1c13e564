/** One state of a store: a transaction in which all answers are of the same moment. */
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
  readonly #view: View;
  readonly #asking: Asking;

  constructor(view: View, asking: Asking) {
    this.#view = view;
    this.#asking = asking;
  }

  async search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>> {
    const answers: SearchAnswer[] = [];
    for (const one of asked) answers.push(await answerSearch(this.#view, one, this.#asking.embedder));
    // TypeScript does not see that each answer has the type that its request determines.
    return answers as unknown as SearchAnswers<Asked>;
  }

  async read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>> {
    const answers: ReadAnswer[] = [];
    for (const one of asked) answers.push(await answerRead(this.#view, one, this.#asking));
    return answers as unknown as ReadAnswers<Asked>;
  }

  known(request: KnownRequest): Promise<Known> {
    return lookUpKnown(this.#view, request, this.#asking.now);
  }
}
