/**
 * A map of bounded size. When it is full, it starts empty again: reads stay simple, and refilling
 * costs the same as a cold start.
 */
export class BoundedCache<Value> {
  readonly #maxSize: number;
  readonly #values = new Map<number, Value>();

  /** @param maxSize maximum number of values */
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
