/** The result of checking one part, counted as the check proceeds. */
import type { CheckOutcome } from "../../../contract/maintenance/whole-store.js";

const maxExamples = 5;

/** What was found in one part of a store. */
export class Finding {
  readonly name: CheckOutcome["check"];
  looked = 0;
  wrong = 0;
  /** The time from which the audit trail is verified, if rows were removed. */
  verifiedFrom: string | undefined;
  readonly #examples: string[] = [];

  constructor(name: CheckOutcome["check"]) {
    this.name = name;
  }

  /** Counts an error. @param example names the place, without any content */
  add(example: string, count = 1): void {
    this.wrong += count;
    if (this.#examples.length < maxExamples) this.#examples.push(example);
  }

  outcome(): CheckOutcome {
    const { name, looked, wrong, verifiedFrom } = this;
    return {
      check: name,
      ok: wrong === 0,
      looked,
      wrong,
      repaired: false,
      examples: [...this.#examples],
      ...(verifiedFrom === undefined ? {} : { verified_from: verifiedFrom }),
    };
  }
}
