/**
 * A growing list of 32-bit integers: a corpus of 100 million tokens takes 400 MB, in an array some
 * 800 MB.
 */
export class IntList {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length++] = value;
  }

  /** Returns a view of the values; later pushes do not appear in it. */
  view(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }

  #grow(): void {
    const larger = new Int32Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
  }
}
