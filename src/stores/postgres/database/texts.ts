/**
 * Texts as PostgreSQL takes them. It stores every character but U+0000, so this character is
 * written as two others:
 *
 *   U+0000 → U+0001 "0"        U+0001 → U+0001 "1"
 */

const mark = "\u0001";

function isUnstorable(text: string): boolean {
  return text.includes("\u0000") || text.includes(mark);
}

/** Returns a text that PostgreSQL can store. */
export function encodeText(text: string): string {
  if (!isUnstorable(text)) return text;
  return text.replaceAll(mark, `${mark}1`).replaceAll("\u0000", `${mark}0`);
}

/** Returns the text that {@link encodeText} was given. */
export function decodeText(text: string): string {
  if (!text.includes(mark)) return text;
  return text.replaceAll(`${mark}0`, "\u0000").replaceAll(`${mark}1`, mark);
}

/** Returns a value as JSON that PostgreSQL can read as `jsonb`. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "string" ? encodeText(inner) : encodedKeys(inner),
  );
}

/** Returns the value that {@link encodeJson} was given. */
export function decodeJson(json: string): unknown {
  if (!json.includes("\\u0001")) return JSON.parse(json);
  return JSON.parse(json, (_, inner: unknown) =>
    typeof inner === "string" ? decodeText(inner) : withKeys(inner, decodeText),
  );
}

function encodedKeys(value: unknown): unknown {
  return isObject(value) && Object.keys(value).some(isUnstorable) ? withKeys(value, encodeText) : value;
}

function withKeys(value: unknown, change: (key: string) => string): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [change(key), inner]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns a parameter of a query with its texts encoded. */
export function encodeValue(value: unknown): unknown {
  if (typeof value === "string") return encodeText(value);
  return Array.isArray(value) ? value.map(encodeValue) : value;
}
