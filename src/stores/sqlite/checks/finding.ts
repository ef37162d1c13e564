/** What one look at a store comes to, as it grows. */
import type { CheckOutcome } from "../../../contract/check.js";

const mostExamples = 5;

export class Finding {
  readonly name: CheckOutcome["check"];
  looked = 0;
  wrong = 0;
  readonly #examples: string[] = [];

  constructor(name: CheckOutcome["check"]) {
    this.name = name;
  }

  /** Notes something that is not as it must be. @param example Without content. */
  add(example: string, count = 1): void {
    this.wrong += count;
    if (this.#examples.length < mostExamples) this.#examples.push(example);
  }

  outcome(): CheckOutcome {
    const { name, looked, wrong } = this;
    return { check: name, ok: wrong === 0, looked, wrong, repaired: false, examples: [...this.#examples] };
  }
}
