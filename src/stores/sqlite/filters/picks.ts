/** What narrow scopes leave, picked once for all parts of one search: they ask with one scope, and see one state of the store or pick anew. */
import type { Criteria } from "../../store.js";
import type { Connection } from "../database/connection.js";
import { inTurns } from "../database/in-turns.js";
import { isNarrow } from "./criteria.js";
import type { Picked, PickedPassages } from "./picked-passages.js";
import type { Visible } from "./visible.js";

export class Picks {
  readonly #connection: Connection;
  readonly #passages: PickedPassages;
  readonly #visible: Visible;
  readonly #known = new WeakMap<Criteria, { readonly state: string; readonly picked: Promise<Picked> }>();

  constructor(connection: Connection, passages: PickedPassages, visible: Visible) {
    this.#connection = connection;
    this.#passages = passages;
    this.#visible = visible;
  }

  /** What a narrow scope leaves; `undefined` of any other. */
  async of(scope: Criteria): Promise<Picked | undefined> {
    if (!isNarrow(scope)) return undefined;
    const state = await this.#connection.read("search", () => this.#connection.state());
    const known = this.#known.get(scope);
    if (known?.state === state) return known.picked;
    const picked = inTurns(this.#connection, "search", this.#pick(scope));
    this.#known.set(scope, { state, picked });
    // Who waits is told of a failure; whoever asks next tries again.
    picked.catch(() => this.#known.delete(scope));
    return picked;
  }

  *#pick(scope: Criteria): Generator<undefined, Picked> {
    return yield* this.#passages.pick(this.#visible.criteria(scope), this.#visible.passages());
  }
}
