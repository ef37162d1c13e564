/**
 * Registration of clients (RFC 7591). Anybody can register, so a client gets no secret and no
 * right, and only the needed metadata is stored. Clients are native: a loopback redirect may have
 * any port (RFC 8252, section 7.3).
 */
import { errors } from "oidc-provider";
import { z } from "zod";
import { memoryScopes } from "../contract/memory-scope.js";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes that a browser handles itself, and does not pass to an app. */
const forbidden = new Set([
  "javascript:",
  "data:",
  "file:",
  "vbscript:",
  "about:",
  "blob:",
  "ftp:",
  "ws:",
  "wss:",
]);
const mostRedirects = 10;

const redirectUri = z
  .string()
  .max(512)
  .refine((text) => isRedirect(text), "must be https, http of this machine, or a private scheme");

const registration = z.object({
  client_name: z
    .string()
    .max(100)
    .refine((name) => !/\p{C}/u.test(name), "must not contain control characters")
    .optional(),
  redirect_uris: z.array(redirectUri).min(1).max(mostRedirects),
  scope: z.string().max(500).optional(),
});

/**
 * Returns the parts of a client's metadata that are stored.
 *
 * @throws {errors.InvalidClientMetadata}
 */
export function registered(metadata: unknown): Record<string, unknown> {
  const parsed = registration.safeParse(metadata);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new errors.InvalidClientMetadata(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { client_name, redirect_uris, scope } = parsed.data;
  const known = scope?.split(" ").filter((one) => (memoryScopes as readonly string[]).includes(one)) ?? [];
  return {
    ...(client_name === undefined ? {} : { client_name }),
    redirect_uris,
    application_type: "native",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    ...(known.length === 0 ? {} : { scope: known.join(" ") }),
  };
}

/** The host, or the scheme of an app, that a redirect leads to, for the person who decides. */
export function hostOf(redirect: string): string {
  const { protocol, host } = new URL(redirect);
  return protocol === "http:" || protocol === "https:" ? host : `an app (${protocol})`;
}

function isRedirect(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== "" || text.includes("#") || username !== "" || password !== "") return false;
  if (protocol === "https:") return !loopback.has(hostname);
  if (protocol === "http:") return loopback.has(hostname);
  return !forbidden.has(protocol);
}
