/** Ids that sort by time: UUIDs of version 7 (RFC 9562, section 5.7). */

/** Number of bytes of the time, in milliseconds since 1970, most significant first. */
const timeBytes = 6;

/**
 * Returns a new UUID of version 7 with the given time in milliseconds; its other bits are random.
 */
export function timeId(atMs: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let index = 0; index < timeBytes; index++)
    bytes[index] = Math.floor(atMs / 256 ** (timeBytes - 1 - index)) % 256;
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Buffer.from(bytes).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
