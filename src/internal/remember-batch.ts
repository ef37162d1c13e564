/** Many inputs, one after the other: awaited for all payloads, or iterated for each as it comes. */
import type { Batch, Progress } from "../contract/memory-service.js";
import type { AddPayload, RememberInput } from "../contract/remember.js";

type Inputs = Iterable<RememberInput> | AsyncIterable<RememberInput>;

/** How one input is remembered, and who is told of it. */
export interface BatchOptions {
  readonly remember: (input: RememberInput) => Promise<AddPayload>;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * One add payload an input, in order. `await` it for the list; `for await` over it and nothing but the input at hand is held in memory.
 * Nothing happens before one of the two, and a batch can be read once: the inputs may be a stream.
 */
export class RememberBatch implements Batch {
  readonly [Symbol.toStringTag] = "RememberBatch";
  readonly #inputs: Inputs;
  readonly #options: BatchOptions;
  #all: Promise<AddPayload[]> | undefined;

  constructor(inputs: Inputs, options: BatchOptions) {
    this.#inputs = inputs;
    this.#options = options;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AddPayload> {
    const total = Array.isArray(this.#inputs) ? { total: this.#inputs.length } : {};
    let done = 0;
    for await (const input of this.#inputs) {
      yield await this.#options.remember(input);
      done += 1;
      this.#options.onProgress?.({ done, ...total });
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: to be awaited is what it is for.
  then: Promise<AddPayload[]>["then"] = (onFulfilled, onRejected) =>
    this.#collected().then(onFulfilled, onRejected);
  catch: Promise<AddPayload[]>["catch"] = (onRejected) => this.#collected().catch(onRejected);
  finally: Promise<AddPayload[]>["finally"] = (onFinally) => this.#collected().finally(onFinally);

  #collected(): Promise<AddPayload[]> {
    this.#all ??= collect(this);
    return this.#all;
  }
}

async function collect(payloads: AsyncIterable<AddPayload>): Promise<AddPayload[]> {
  const all: AddPayload[] = [];
  for await (const payload of payloads) all.push(payload);
  return all;
}
