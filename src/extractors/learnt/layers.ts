/** Linear layers in one memory: first the weights, then space for inputs and outputs. */
import type { TaggerModel } from "./model-file.js";
import type { Multiplier } from "./multiply.js";

interface Layer {
  /** Offset of its weights, inputs × padded outputs. */
  readonly weights: number;
  /** Offset of its bias, padded outputs. */
  readonly bias: number;
  readonly inputs: number;
  readonly outputs: number;
  /** Outputs, rounded up to a multiple of 16 for the multiplier. */
  readonly padded: number;
}

/** The linear layers of a model. */
export class Layers {
  readonly multiplier: Multiplier;
  readonly #layers = new Map<string, Layer>();
  #end = 0;
  #widest = 0;

  constructor(multiplier: Multiplier) {
    this.multiplier = multiplier;
  }

  /** Offset of the first float after the weights, where space for inputs and outputs begins. */
  get end(): number {
    return this.#end;
  }

  /** Floats of one row of inputs and outputs of the widest layer. */
  get widest(): number {
    return this.#widest;
  }

  /** Loads the tensors `name.weight` and `name.bias` of a model, under `as`. */
  load(model: TaggerModel, name: string, as = name): void {
    const weights = model.floats(`${name}.weight`);
    const bias = model.floats(`${name}.bias`);
    const outputs = bias.length;
    const inputs = weights.length / outputs;
    const padded = Math.ceil(outputs / 16) * 16;
    const at = { weights: this.#end, bias: this.#end + inputs * padded };
    this.#end = at.bias + padded;
    this.multiplier.reserve(this.#end);
    const { floats } = this.multiplier;
    for (let input = 0; input < inputs; input++)
      floats.set(weights.subarray(input * outputs, (input + 1) * outputs), at.weights + input * padded);
    floats.set(bias, at.bias);
    this.#layers.set(as, { ...at, inputs, outputs, padded });
    this.#widest = Math.max(this.#widest, inputs + padded);
  }

  layer(name: string): Layer {
    const layer = this.#layers.get(name);
    if (layer === undefined) throw new Error(`no layer is called ${name}`);
    return layer;
  }

  /** Copies rows of inputs to `x`, and returns a layer's outputs for them. */
  applyTo(
    name: string,
    inputs: readonly Float32Array[],
    { x, rows = inputs.length }: { x: number; rows?: number },
  ): Float32Array {
    this.multiplier.reserve(x + rows * this.widest);
    let y = x;
    for (const input of inputs) {
      this.multiplier.floats.set(input, y);
      y += input.length;
    }
    return this.apply(name, { x, y, rows });
  }

  /**
   * A layer's outputs for each row of inputs at `x`, without padding. `y` is the offset of free
   * space for them.
   */
  apply(name: string, { x, y, rows }: { x: number; y: number; rows: number }): Float32Array {
    const { floats } = this.multiplier;
    const { weights, bias, inputs, outputs, padded } = this.layer(name);
    for (let row = 0; row < rows; row++) floats.copyWithin(y + row * padded, bias, bias + padded);
    this.multiplier.multiply({ x, w: weights, y, rows, inputs, outputs: padded });
    if (outputs === padded) return floats.slice(y, y + rows * padded);
    const out = new Float32Array(rows * outputs);
    for (let row = 0; row < rows; row++)
      out.set(floats.subarray(y + row * padded, y + row * padded + outputs), row * outputs);
    return out;
  }
}
