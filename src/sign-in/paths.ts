/** The paths of sign-in. */

/** The page to sign in. */
export const signInPath = "/sign-in";

/** The path of a one-time link. */
export function linkPath(secret: string): string {
  return `${signInPath}/link/${secret}`;
}
