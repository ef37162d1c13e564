/** Bytes as base64 (RFC 4648, section 4), wherever the code runs: browsers have no Buffer. */

/** Bytes at a time: a multiple of three, so that the parts can be joined, and few enough for the arguments of one call. */
const partBytes = 24_576;

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += partBytes)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + partBytes)));
  return text;
}
