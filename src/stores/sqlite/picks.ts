/** What narrow scopes leave, picked once for all parts of one search: they ask with one scope, and see one state of the store or pick anew. */
import type { Scope } from "../store.js";
import type { Connection } from "./connection.js";
import { inTurns } from "./in-turns.js";
import type { Picked, PickedPassages } from "./picked-passages.js";
import { isNarrow } from "./scope.js";

export class Picks {
  readonly #connection: Connection;
  readonly #passages: PickedPassages;
  readonly #known = new WeakMap<Scope, { readonly state: string; readonly picked: Promise<Picked> }>();

  constructor(connection: Connection, passages: PickedPassages) {
    this.#connection = connection;
    this.#passages = passages;
  }

  /** What a narrow scope leaves; `undefined` of any other. */
  async of(scope: Scope): Promise<Picked | undefined> {
    if (!isNarrow(scope)) return undefined;
    const state = await this.#connection.read("search", () => this.#connection.state());
    const known = this.#known.get(scope);
    if (known?.state === state) return known.picked;
    const picked = inTurns(this.#connection, "search", this.#passages.pick(scope));
    this.#known.set(scope, { state, picked });
    // Who waits is told of a failure; whoever asks next tries again.
    picked.catch(() => this.#known.delete(scope));
    return picked;
  }
}
