/** Ids that sort by time: UUIDs of version 7 (RFC 9562, section 5.7). */

/** Hexadecimal digits of the time, in milliseconds since 1970. */
const timeDigits = 12;
/** Where the variant and the random bits after the version begin in a UUID. */
const afterVersion = 15;

/**
 * Returns a new UUID of version 7 with the given time in milliseconds; its other bits are random.
 */
export function timeId(atMs: number): string {
  const time = Math.floor(atMs).toString(16).padStart(timeDigits, "0");
  // A random UUID differs from this one in its time and version only.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(afterVersion)}`;
}
