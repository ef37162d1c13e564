/** A bounded map of what was read lately. When it is full it starts anew, which keeps reading simple and costs what a cold start costs. */
export class Held<Value> {
  readonly #most: number;
  readonly #values = new Map<number, Value>();

  /** @param most Values held at most. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: number): Value | undefined {
    return this.#values.get(key);
  }

  set(key: number, value: Value): void {
    if (this.#values.size >= this.#most) this.#values.clear();
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}
