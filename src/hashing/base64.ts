/** Encodes bytes as base64 (RFC 4648, section 4) without `Buffer`, which browsers do not have. */

/**
 * Number of bytes per part: a multiple of three, so that the parts can be joined, and few enough
 * for the arguments of one call.
 */
const partBytes = 24_576;

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += partBytes)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + partBytes)));
  return text;
}
