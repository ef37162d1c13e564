/**
 * The kernel in JavaScript, for machines without WebAssembly or SIMD: some ten times slower, with
 * the same results bit for bit.
 */
import {
  addressAfter,
  type Codes,
  firstAddress,
  type Kernel,
  scanHead,
  scanSegment,
  scanStride,
} from "./kernel.js";

const firstBytes = 16_384;

/** The kernel in JavaScript. */
export class PlainKernel implements Kernel {
  readonly shared = undefined;
  bytes = new Uint8Array(firstBytes);
  shorts = new Uint16Array(this.bytes.buffer);
  ints = new Int32Array(this.bytes.buffer);
  #next = firstAddress;

  allocate(bytes: number): number {
    const address = this.#next;
    this.#next = addressAfter(address, bytes);
    if (this.#next > this.bytes.length) {
      const larger = new Uint8Array(2 ** Math.ceil(Math.log2(this.#next)));
      larger.set(this.bytes);
      this.bytes.fill(0);
      this.bytes = larger;
      this.shorts = new Uint16Array(larger.buffer);
      this.ints = new Int32Array(larger.buffer);
    }
    return address;
  }

  measure(codes: Parameters<Kernel["measure"]>[0]): void {
    for (let slot = 0; slot < codes.count; slot += 1)
      if ((slot >> 5) % codes.every === 0 && this.#isOn(codes.mask, slot))
        this.ints[codes.histogram / 4 + this.#distance(codes, slot)]! += 1;
  }

  tabulate(weights: number, bytes: number, table: number): void {
    for (let byte = 0; byte < bytes; byte += 1) {
      const row = new Uint16Array(this.bytes.buffer, table + byte * 512, 256);
      fillRow(row, this.ints.subarray(weights / 4 + byte * 8, weights / 4 + (byte + 1) * 8));
    }
  }

  scan(table: number, histogram: number): void {
    const [{ ints }, head] = [this, table / 4];
    const segments = ints[head + scanHead.segments]!;
    for (let at = ints[head + scanHead.next]!; at < segments; at += 1) {
      const segment = head + scanStride * (1 + at);
      ints[segment + scanSegment.selected] = this.#select(head, segment);
      this.#rescore(head, segment, histogram);
      ints[head + scanHead.next] = at + 1;
      ints[head + scanHead.done]! += 1;
    }
  }

  products({ addresses, count, stride, query, out }: Parameters<Kernel["products"]>[0]): void {
    const numbers = new Int16Array(this.bytes.buffer, query, stride);
    for (let at = 0; at < count; at += 1) {
      const vector = new Int8Array(this.bytes.buffer, this.ints[addresses / 4 + at]!, stride);
      let [product, square] = [0, 0];
      for (let index = 0; index < stride; index += 1) {
        const component = vector[index]!;
        product += component * numbers[index]!;
        square += component * component;
      }
      this.ints[out / 4 + 2 * at] = product;
      this.ints[out / 4 + 2 * at + 1] = square;
    }
  }

  /** @returns the number of selected codes */
  #select(head: number, segment: number): number {
    const { ints } = this;
    const [codes, mask, slots] = [
      ints[segment + scanSegment.codes]!,
      ints[segment + scanSegment.mask]!,
      ints[segment + scanSegment.slots]!,
    ];
    const [groups, query] = [ints[head + scanHead.groups]!, ints[head + scanHead.query]!];
    const [count, limit] = [ints[head + scanHead.codes]!, ints[head + scanHead.limit]!];
    let selected = 0;
    for (let slot = 0; slot < count; slot += 1)
      if (this.#isOn(mask, slot) && this.#distance({ codes, groups, query }, slot) <= limit) {
        this.shorts[slots / 2 + selected] = slot;
        selected += 1;
      }
    return selected;
  }

  #rescore(head: number, segment: number, histogram: number): void {
    const { ints, shorts } = this;
    const stride = ints[head + scanHead.groups]! * 32;
    const table = new Uint16Array(this.bytes.buffer, ints[head + scanHead.table]!, stride * 256);
    const [codes, slots, scores] = [
      ints[segment + scanSegment.codes]!,
      ints[segment + scanSegment.slots]!,
      ints[segment + scanSegment.scores]!,
    ];
    for (let at = 0; at < ints[segment + scanSegment.selected]!; at += 1) {
      const score = this.#score(codes + shorts[slots / 2 + at]! * stride, table);
      shorts[scores / 2 + at] = score;
      ints[histogram / 4 + score]! += 1;
    }
  }

  #isOn(mask: number, slot: number): boolean {
    return ((this.bytes[mask + (slot >> 3)]! >> (slot & 7)) & 1) === 1;
  }

  #score(code: number, table: Uint16Array): number {
    let sum = 0;
    for (let byte = 0; byte < table.length / 256; byte += 1)
      sum += table[byte * 256 + this.bytes[code + byte]!]!;
    return sum;
  }

  /** Counts bits in parallel (Warren, Hacker's Delight, section 5-1). */
  #distance({ codes, groups, query }: Pick<Codes, "codes" | "groups" | "query">, slot: number): number {
    const words = groups * 8;
    const [code, queryCode] = [codes / 4 + slot * words, query / 4];
    let distance = 0;
    for (let word = 0; word < words; word += 1) {
      let bits = this.ints[code + word]! ^ this.ints[queryCode + word]!;
      bits -= (bits >>> 1) & 0x55555555;
      bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
      distance += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    return distance;
  }
}

/**
 * Fills one row of the table. Value 0 has no bit set, so every positive weight counts; each bit
 * that is set subtracts its weight.
 */
function fillRow(row: Uint16Array, weights: Int32Array): void {
  let none = 0;
  for (const weight of weights) none += Math.max(0, weight);
  row[0] = none;
  for (let bit = 0; bit < 8; bit += 1)
    for (let lower = 0; lower < 1 << bit; lower += 1) row[lower + (1 << bit)] = row[lower]! - weights[bit]!;
}
