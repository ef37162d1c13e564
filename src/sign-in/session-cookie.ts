/**
 * The cookie of a session in a browser: not readable by scripts, and never sent from another site.
 * A form also carries a token that only pages of this service have, because a proxy or an extension
 * may change the headers that a browser sends.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** How cookies are made. */
export interface CookieOptions {
  /** Whether browsers reach the service by https. Then the cookie is never sent over http. */
  readonly isSecure: boolean;
}

/** `__Host-` makes browsers refuse a cookie that another host or an http page has set. */
function cookieName({ isSecure }: CookieOptions): string {
  return isSecure ? "__Host-keepsake" : "keepsake";
}

/** The value of `Set-Cookie` that begins a session in a browser. */
export function sessionCookie(secret: string, options: CookieOptions): string {
  return [
    `${cookieName(options)}=${secret}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Strict",
    ...(options.isSecure ? ["Secure"] : []),
  ].join("; ");
}

/** The value of `Set-Cookie` that removes the session from a browser. */
export function endedSessionCookie(options: CookieOptions): string {
  return `${sessionCookie("", options)}; Max-Age=0`;
}

/** The secret of the session in a `Cookie` header; `undefined` if there is none. */
export function sessionSecret(header: string | null | undefined, options: CookieOptions): string | undefined {
  const name = cookieName(options);
  for (const part of (header ?? "").split(";")) {
    const [key, value] = part.trim().split("=");
    if (key === name && value !== undefined && /^[\w-]{43}$/.test(value)) return value;
  }
  return undefined;
}

/** The token for forms and requests of a session. It reveals nothing of the session's secret. */
export function formToken(secret: string): string {
  return createHmac("sha256", secret).update("keepsake form").digest("base64url");
}

/** Whether a form's token belongs to the session. */
export function isFormToken(token: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(formToken(secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
