/** Errors of endpoints, without keys in their messages. */

/**
 * An endpoint responded with an error or an invalid body. The adapter converts it into an error of
 * its own.
 */
export class EndpointRefusal extends Error {
  override readonly name = "EndpointRefusal";

  constructor(
    message: string,
    /** The HTTP status; 200 if the body was invalid. */
    readonly status: number,
  ) {
    super(message);
  }
}

/**
 * Keys in the usual forms, and anything after "Bearer": services often repeat a key that they
 * refuse.
 */
const keyLike = /\bBearer\s+\S+|\b(?:sk|pk|rk|gsk|hf|xai)[-_][\w*.-]{6,}/giu;

/** A shorter header value is a version or a name; removing it would damage ordinary words. */
const shortestSecret = 6;

/** Removes keys from an external text, and shortens it for a message. */
export function withoutSecrets(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const clean = known.reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text);
  const flat = clean.replace(keyLike, "[key]").replace(/\s+/gu, " ").trim();
  return flat.length > maxQuoted ? `${flat.slice(0, maxQuoted).toWellFormed()}…` : flat;
}

/** Maximum number of characters of an external text in a message. */
const maxQuoted = 300;

/**
 * Converts a thrown value into an error without keys, for `cause`; its message includes the
 * original cause.
 */
export function cleanError(thrown: unknown, secrets: readonly string[] = []): Error {
  const clean = new Error(withoutSecrets(messageOf(thrown), secrets));
  clean.name = thrown instanceof Error ? thrown.name : "Error";
  return clean;
}

/** The message of a thrown value with its cause, because `fetch failed` alone says nothing. */
function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  const because = cause instanceof Error ? (Reflect.get(cause, "code") ?? cause.message) : undefined;
  return because === undefined || because === "" ? thrown.message : `${thrown.message} (${String(because)})`;
}
