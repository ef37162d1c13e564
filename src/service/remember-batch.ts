/**
 * A batch of inputs that are remembered one after the other: awaited for all payloads, or iterated
 * for one at a time.
 */
import { MemoryError } from "../contract/errors.js";
import type { Batch, Progress } from "../contract/memory-service.js";
import type { AddPayload, RememberInput } from "../contract/remember.js";

type Inputs = Iterable<RememberInput> | AsyncIterable<RememberInput>;

/** How inputs are remembered, and the progress callback. */
export interface BatchOptions {
  /** Yields the payload of each input, in order. */
  readonly remembered: (inputs: Inputs) => AsyncIterable<AddPayload>;
  /** Called after each payload. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A {@link BatchOptions.remembered} that remembers one input at a time. */
export function oneByOne(
  remember: (input: RememberInput) => Promise<AddPayload>,
): BatchOptions["remembered"] {
  return async function* (inputs) {
    for await (const input of inputs) yield await remember(input);
  };
}

/**
 * One add payload per input, in order. `await` the batch for a list, or use `for await` to keep
 * only the buffered inputs in memory. Nothing happens before one of the two. A batch can be read
 * once, because the inputs may be a stream.
 */
export class RememberBatch implements Batch {
  readonly [Symbol.toStringTag] = "RememberBatch";
  readonly #inputs: Inputs;
  readonly #options: BatchOptions;
  #all: Promise<AddPayload[]> | undefined;

  /** @throws {MemoryError} `invalid_input` for what cannot be iterated */
  constructor(inputs: Inputs, options: BatchOptions) {
    mustBeIterable(inputs);
    this.#inputs = inputs;
    this.#options = options;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AddPayload> {
    const { remembered, onProgress } = this.#options;
    const total = Array.isArray(this.#inputs) ? { total: this.#inputs.length } : {};
    let done = 0;
    for await (const payload of remembered(this.#inputs)) {
      yield payload;
      done += 1;
      onProgress?.({ done, ...total });
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

/** A string can be iterated, but it is not a list of inputs. */
function mustBeIterable(inputs: unknown): void {
  const isList =
    typeof inputs === "object" &&
    inputs !== null &&
    (Symbol.iterator in inputs || Symbol.asyncIterator in inputs);
  if (isList) return;
  const message = "must be an iterable of inputs, or an async one";
  throw new MemoryError("invalid_input", `Cannot remember many: inputs ${message}`, {
    data: { issues: [{ type: "invalid_type", loc: ["inputs"], msg: message }] },
  });
}

async function collect(payloads: AsyncIterable<AddPayload>): Promise<AddPayload[]> {
  const all: AddPayload[] = [];
  for await (const payload of payloads) all.push(payload);
  return all;
}
