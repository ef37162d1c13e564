/** The key of a store that is encrypted at rest. */
import { z } from "zod";
import { parseInput } from "../errors.js";

/** Number of bytes of a key: AEGIS-256 takes 256 bits. */
export const keyBytes = 32;

const key = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length === keyBytes,
  // The message omits the value: no error contains a key.
  `must be ${keyBytes} bytes as a Uint8Array`,
);

/** The schema of {@link Encryption}. */
export const encryption = z.strictObject({
  key: z.custom<Uint8Array | (() => Uint8Array | Promise<Uint8Array>)>(
    (value) => typeof value === "function" || key.safeParse(value).success,
    `must be ${keyBytes} bytes as a Uint8Array, or a function that returns them`,
  ),
});

/** The schema of the keys of `rekey`. */
export const rekeyedWith = z
  .strictObject({ from: encryption.optional(), to: encryption.optional() })
  .refine(({ from, to }) => from !== undefined || to !== undefined, "must have a key in from or in to");

/**
 * How a store is encrypted at rest.
 *
 * @example
 * const key = randomBytes(32); // keep it in a secret store
 * const memory = new Memory({ path: "agent.db", encryption: { key } });
 */
export interface Encryption {
  /**
   * 32 random bytes, or a function that returns them or a promise of them. The function is called
   * when the file is opened.
   */
  readonly key: Uint8Array | (() => Uint8Array | Promise<Uint8Array>);
}

/**
 * Returns the bytes of the key.
 *
 * @throws {MemoryError} `invalid_input` if a function returns something else; what the function
 * throws
 */
export async function encryptionKey({ key: given }: Encryption): Promise<Uint8Array> {
  const bytes = typeof given === "function" ? await given() : given;
  return parseInput(z.strictObject({ key }), { key: bytes }, "open an encrypted store").key;
}
