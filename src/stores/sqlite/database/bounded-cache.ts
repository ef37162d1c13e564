/** A bounded map of what was read lately. When it is full it starts anew, which keeps reading simple and costs what a cold start costs. */
export class BoundedCache<Value> {
  readonly #maxSize: number;
  readonly #values = new Map<number, Value>();

  /** @param maxSize Values held at most. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: number): Value | undefined {
    return this.#values.get(key);
  }

  set(key: number, value: Value): void {
    if (this.#values.size >= this.#maxSize) this.#values.clear();
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values.clear();
  }
}
