/** Which key a request carries. */

/** A key is at most this long; a longer header is no key of anybody's. */
const mostCharacters = 512;

/**
 * The key in `Authorization: Bearer K`, else in `X-API-Key: K` (specification, section 5): where both are sent, the first decides. `undefined` for
 * neither, and for what cannot be a key.
 */
export function requestKey(headers: Headers): string | undefined {
  const bearer = /^bearer +(\S.*)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
  const key = (bearer ?? headers.get("x-api-key") ?? "").trim();
  return key.length > 0 && key.length <= mostCharacters ? key : undefined;
}
