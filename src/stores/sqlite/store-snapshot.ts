/** A snapshot of a store, for one view: everything is read in one transaction. */
import { nextTurn } from "../../async/next-turn.js";
import type {
  Known,
  KnownRequest,
  ReadAnswers,
  ReadRequest,
  SearchAnswers,
  SearchRequest,
  Snapshot,
} from "../store.js";
import type { StoreLookups } from "./store-lookups.js";
import type { StoreSearch } from "./store-search.js";

/** Answers from one state of a store. Use it inside `Connection.snapshot`. */
export class SqliteSnapshot implements Snapshot {
  readonly #search: StoreSearch;
  readonly #lookups: StoreLookups;

  constructor(search: StoreSearch, lookups: StoreLookups) {
    this.#search = search;
    this.#lookups = lookups;
  }

  async search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>> {
    const answers = await answersTo(asked, (one) => this.#search.answer(one));
    // TypeScript does not see that each answer has the type that its request determines.
    return answers as SearchAnswers<Asked>;
  }

  async read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>> {
    return (await answersTo(asked, (one) => this.#lookups.answer(one))) as ReadAnswers<Asked>;
  }

  known(request: KnownRequest): Promise<Known> {
    return withTurns(this.#lookups.known(request));
  }
}

async function answersTo<Request, Answer>(
  asked: readonly Request[],
  answer: (request: Request) => Generator<undefined, Answer>,
): Promise<unknown> {
  const answers: Answer[] = [];
  for (const request of asked) answers.push(await withTurns(answer(request)));
  return answers;
}

/** Runs steps to their end. Other tasks of the process get a turn between two steps. */
async function withTurns<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
