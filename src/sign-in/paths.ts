/** The paths of sign-in. */

/** The page to sign in. */
export const signInPath = "/sign-in";
/** Ends a session. */
export const signOutPath = "/sign-out";
/** Where a person decides about a client; the id of the request follows. */
export const consentPath = "/sign-in/consent";
/** Where one-time links lead. */
export const linksPath = "/sign-in/link";
/** The authorization server (RFC 6749). */
export const oauthPath = "/oauth";
/** The metadata of `/mcp` as a protected resource (RFC 9728). */
export const resourceMetadataPath = "/.well-known/oauth-protected-resource";
/** The metadata of the authorization server (RFC 8414). */
export const serverMetadataPath = "/.well-known/oauth-authorization-server";
/** The resource that tokens are issued for. */
export const mcpPath = "/mcp";

/** The path of a one-time link. */
export function linkPath(secret: string): string {
  return `${linksPath}/${secret}`;
}
