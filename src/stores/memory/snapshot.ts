/** One state of a memory store: contents that never change. */
import { type EmbedderName, embedderMismatch, isSameEmbedder } from "../shared/embedders.js";
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
import type { Contents } from "./contents.js";
import { answerRead, lookUpKnown } from "./reading.js";
import { answerSearch } from "./search.js";
import type { View } from "./view.js";

interface Asking {
  /** ISO 8601: the time for requests that name none. */
  readonly now: string;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: EmbedderName;
}

/** A snapshot of a memory store. */
export class MemorySnapshot implements Snapshot {
  readonly #view: View;
  readonly #asking: Asking;

  constructor(view: View, asking: Asking) {
    this.#view = view;
    this.#asking = asking;
  }

  async search<const Asked extends readonly SearchRequest[]>(asked: Asked): Promise<SearchAnswers<Asked>> {
    const answers = asked.map((one): SearchAnswer => {
      if (one.by === "vector" && !this.#accepts("search")) return [];
      return answerSearch(this.#view, one);
    });
    // TypeScript does not see that each answer has the type that its request determines.
    return answers as unknown as SearchAnswers<Asked>;
  }

  async read<const Asked extends readonly ReadRequest[]>(asked: Asked): Promise<ReadAnswers<Asked>> {
    const answers = asked.map((one): ReadAnswer => {
      if (one.of === "similarities" && !this.#accepts("compare"))
        return one.vectors.map(() => new Float32Array(one.numbers.length));
      return answerRead(this.#view, one, this.#asking.now);
    });
    return answers as unknown as ReadAnswers<Asked>;
  }

  async known(request: KnownRequest): Promise<Known> {
    return lookUpKnown(this.#view, request, this.#asking.now);
  }

  #accepts(action: string): boolean {
    return acceptsVectorsOf(this.#view.contents, this.#asking.embedder, action);
  }
}

/**
 * Returns true if vectors of an embedder can be compared with the stored ones; false if the store
 * is still moving to that embedder.
 *
 * @throws {MemoryError} `embedder_mismatch` in all other cases
 */
export function acceptsVectorsOf({ embedder, move }: Contents, given: EmbedderName, action: string): boolean {
  if (isSameEmbedder(embedder, given)) return true;
  if (move !== undefined && isSameEmbedder(move.embedder, given)) return false;
  throw embedderMismatch(embedder, given, action);
}
