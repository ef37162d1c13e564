/** What can go wrong at an endpoint, said without what nobody may read: keys. */

/** An endpoint answered with an error, or with something that is no answer. Its adapter turns it into an error of its own. */
export class EndpointRefusal extends Error {
  override readonly name = "EndpointRefusal";

  constructor(
    message: string,
    /** The HTTP status; 200 where the answer was not what was asked for. */
    readonly status: number,
  ) {
    super(message);
  }
}

/** Keys as services write them, and whatever stands behind "Bearer": services like to repeat what they refuse. */
const keyLike = /\bBearer\s+\S+|\b(?:sk|pk|rk|gsk|hf|xai)[-_][\w*.-]{6,}/giu;

/** A header value shorter than this is a version or a name, and taking it out would take words apart. */
const shortestSecret = 6;

/** A text of somebody else's without keys, short enough for a message. */
export function withoutSecrets(text: string, secrets: readonly string[] = []): string {
  const known = secrets.filter((secret) => secret.length >= shortestSecret);
  const clean = known.reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text);
  const flat = clean.replace(keyLike, "[key]").replace(/\s+/gu, " ").trim();
  return flat.length > maxTold ? `${flat.slice(0, maxTold).toWellFormed()}…` : flat;
}

/** Characters of a service's own words in a message. */
const maxTold = 300;

/** A thrown value as an error whose message tells no key, for `cause`; what it was caused by itself is said in its message. */
export function cleanError(thrown: unknown, secrets: readonly string[] = []): Error {
  const clean = new Error(withoutSecrets(told(thrown), secrets));
  clean.name = thrown instanceof Error ? thrown.name : "Error";
  return clean;
}

/** `fetch failed` says nothing; what it failed with does. */
function told(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  const because = cause instanceof Error ? (Reflect.get(cause, "code") ?? cause.message) : undefined;
  return because === undefined || because === "" ? thrown.message : `${thrown.message} (${String(because)})`;
}
