/**
 * Sessions of the console: a link that opens one session, once; a cookie, which the page cannot
 * read; and a token, which every request of the page carries in a header. Both are needed: other
 * servers on this machine also receive the cookie, but no other page knows the token.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { csrfHeader } from "./answers.js";

/** How long a link can be opened: long enough to copy it from a remote terminal. */
const linkMs = 15 * 60_000;
/** How long a session lasts. The command is started again after that. */
const sessionMs = 12 * 3_600_000;
/** Random bytes of a link, a session and a token. */
const secretBytes = 32;

/** A signed-in page. */
export interface Session {
  /** What the page sends with every request, in the header {@link csrfHeader}. */
  readonly csrf: string;
}

interface Kept extends Session {
  readonly until: number;
}

/** The links and sessions of one console. They are in memory and end with the process. */
export class ConsoleSessions {
  readonly #clock: () => Date;
  readonly #links = new Map<string, number>();
  readonly #sessions = new Map<string, Kept>();

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Makes a link that opens one session within 15 minutes. */
  link(): string {
    const secret = newSecret();
    this.#links.set(hashOf(secret), this.#now() + linkMs);
    return secret;
  }

  /**
   * Opens a session, once for each link. `undefined` for a link that is unknown, used or too old.
   */
  open(link: string): { readonly id: string; readonly session: Session } | undefined {
    const hash = hashOf(link);
    const until = this.#links.get(hash);
    this.#links.delete(hash);
    if (until === undefined || until < this.#now()) return undefined;
    const [id, session] = [newSecret(), { csrf: newSecret() }];
    this.#sessions.set(hashOf(id), { ...session, until: this.#now() + sessionMs });
    return { id, session };
  }

  /** The session of a request's cookie. */
  of(request: Request): Session | undefined {
    const id = cookieOf(request);
    if (id === undefined) return undefined;
    const kept = this.#sessions.get(hashOf(id));
    if (kept === undefined || kept.until < this.#now()) return undefined;
    return kept;
  }

  /** Ends the session of a request's cookie. */
  close(request: Request): void {
    const id = cookieOf(request);
    if (id !== undefined) this.#sessions.delete(hashOf(id));
  }

  #now(): number {
    return this.#clock().getTime();
  }
}

/** Whether a request carries the token of its session. */
export function carriesToken(request: Request, { csrf }: Session): boolean {
  const given = createHash("sha256")
    .update(request.headers.get(csrfHeader) ?? "")
    .digest();
  return timingSafeEqual(given, createHash("sha256").update(csrf).digest());
}

/** The header that sets the cookie of a session; an empty id removes it. */
export function setCookie(request: Request, id: string): string {
  const age = id === "" ? "; Max-Age=0" : "";
  return `${cookieName(request)}=${id}; Path=/; HttpOnly; SameSite=Strict${age}`;
}

function cookieOf(request: Request): string | undefined {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([name]) => name === cookieName(request))?.[1];
}

/**
 * The name of the cookie. Browsers share cookies between the ports of a host, so it has the port.
 */
function cookieName(request: Request): string {
  return `keepsake_console_${new URL(request.url).port}`;
}

function newSecret(): string {
  return randomBytes(secretBytes).toString("base64url");
}

/** Secrets are looked up by their hash, so that the time of a lookup reveals nothing about them. */
function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
