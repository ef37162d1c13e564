/** Requests and responses of the pages: forms, security headers, and where a request came from. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pageStyle } from "./pages.js";

/** Maximum number of bytes of a form. */
const formBytes = 16_384;

const styleHash = createHash("sha256").update(pageStyle).digest("base64");

/** Thrown for a form that is too long, and for a body that is not a form. */
export class BadForm extends Error {
  override readonly name = "BadForm";
}

/** The fields of a form. @throws {BadForm} */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? ""))
    throw new BadForm("Cannot read the form: it must be application/x-www-form-urlencoded");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > formBytes) throw new BadForm(`Cannot read the form: it must have at most ${formBytes} bytes`);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

/**
 * Sets the headers of a page: no scripts, no frames, and no resources of other hosts.
 *
 * @param formTargets Where a form may lead in addition to this service: browsers check redirects,
 * too.
 */
export function secure(response: ServerResponse, formTargets: readonly string[] = []): void {
  response.setHeader(
    "content-security-policy",
    `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${["'self'", ...formTargets].join(" ")}; frame-ancestors 'none'; base-uri 'none'`,
  );
  response.setHeader("x-frame-options", "DENY");
  response.setHeader("x-content-type-options", "nosniff");
  // With `no-referrer` browsers send `Origin: null`.
  response.setHeader("referrer-policy", "same-origin");
  response.setHeader("cache-control", "no-store");
}

/** Sends a page. */
export function sendPage(
  response: ServerResponse,
  html: string,
  {
    status = 200,
    formTargets = [],
  }: { readonly status?: number; readonly formTargets?: readonly string[] } = {},
): void {
  secure(response, formTargets);
  response.statusCode = status;
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(html);
}

/** Sends a browser to a path of this service. */
export function redirect(response: ServerResponse, path: string, cookie?: string): void {
  secure(response);
  if (cookie !== undefined) response.setHeader("set-cookie", cookie);
  response.statusCode = 303;
  response.setHeader("location", path);
  response.end();
}

/**
 * Whether a form was sent by a page of this service. Browsers name the origin of each POST, and no
 * page can change that.
 */
export function isOwnForm(request: IncomingMessage, origin: string): boolean {
  const site = request.headers["sec-fetch-site"];
  return request.headers.origin === origin && (site === undefined || site === "same-origin");
}

/** The path to open afterwards if it belongs to this service, else `undefined`. */
export function ownPath(text: string | null): string | undefined {
  // `//host` and `/\host` are other hosts.
  return text !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes("\\") ? text : undefined;
}
