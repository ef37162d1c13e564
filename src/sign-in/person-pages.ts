/** The pages on which a person signs in and out. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PersonEntry } from "../accounts/registry/people/people.js";
import type { Registry } from "../accounts/registry/registry.js";
import { MemoryError } from "../contract/errors.js";
import { isOwnForm, ownPath, readForm, redirect, sendPage } from "./http.js";
import { linkPage, messagePage, signedInPage, signInPage } from "./pages.js";
import type { Passwords } from "./passwords.js";
import { linksPath, signInPath } from "./paths.js";
import {
  type CookieOptions,
  endedSessionCookie,
  formToken,
  isFormToken,
  sessionCookie,
  sessionSecret,
} from "./session-cookie.js";

/** The parts of {@link PersonPages}. */
export interface PersonPagesOptions {
  readonly registry: Registry;
  readonly passwords: Passwords;
  /** The origin of the service, such as `https://memory.example.com`. */
  readonly origin: string;
  /** Where a person is sent after a sign-in. */
  readonly home: string;
}

/** A person with the session of their browser. */
export interface SignedIn {
  readonly person: PersonEntry;
  readonly secret: string;
}

/** Signs people in and out. */
export class PersonPages {
  readonly #options: PersonPagesOptions;
  readonly #cookie: CookieOptions;

  constructor(options: PersonPagesOptions) {
    this.#options = options;
    this.#cookie = { isSecure: options.origin.startsWith("https:") };
  }

  /** The person who has signed in with the browser of a request, if any. */
  signedIn(request: IncomingMessage): SignedIn | undefined {
    const secret = sessionSecret(request.headers.cookie, this.#cookie);
    const person = secret === undefined ? undefined : this.#options.registry.sessions.person(secret);
    return person === undefined || secret === undefined ? undefined : { person, secret };
  }

  /** `GET` shows the form, or who has signed in; `POST` takes a name and a password. */
  async signIn(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const asked = ownPath(query.get("next"));
    if (request.method !== "POST") {
      const signedIn = this.signedIn(request);
      if (signedIn === undefined) return sendPage(response, signInPage({ next: asked }));
      if (asked !== undefined) return redirect(response, asked);
      return sendPage(response, signedInPage(signedIn.person.login, formToken(signedIn.secret)));
    }
    if (!isOwnForm(request, this.#options.origin)) return refuseForm(response);
    const form = await readForm(request);
    const next = ownPath(form.get("next"));
    const again = (problem: string, status: number) =>
      sendPage(response, signInPage({ next, problem }), { status });
    try {
      const person = await this.#options.passwords.check(form.get("login") ?? "", form.get("password") ?? "");
      if (person === undefined) return again("The name or the password is wrong.", 403);
      this.#begin(person, { request, response, next });
    } catch (error) {
      if (!MemoryError.is(error, "rate_limited") && !MemoryError.is(error, "overloaded")) throw error;
      again(error.message, error.code === "rate_limited" ? 429 : 503);
    }
  }

  /** `GET` shows a button; `POST` uses the link. */
  async link(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const secret = path.slice(linksPath.length + 1);
    if (!/^[\w-]{43}$/.test(secret)) return unknownLink(response);
    if (request.method !== "POST") return sendPage(response, linkPage(path));
    if (!isOwnForm(request, this.#options.origin)) return refuseForm(response);
    const person = this.#options.registry.sessions.useLink(secret);
    if (person === undefined) return unknownLink(response);
    this.#begin(person, { request, response, next: undefined });
  }

  /** Ends the session of a browser. */
  async signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnForm(request, this.#options.origin)) return refuseForm(response);
    const form = await readForm(request);
    const signedIn = this.signedIn(request);
    if (signedIn !== undefined && !isFormToken(form.get("token") ?? "", signedIn.secret))
      return refuseForm(response);
    if (signedIn !== undefined) this.#options.registry.sessions.end(signedIn.secret);
    redirect(response, signInPath, endedSessionCookie(this.#cookie));
  }

  #begin(
    person: PersonEntry,
    {
      request,
      response,
      next,
    }: {
      readonly request: IncomingMessage;
      readonly response: ServerResponse;
      readonly next: string | undefined;
    },
  ): void {
    const secret = this.#options.registry.sessions.begin(person.id, request.headers["user-agent"]);
    redirect(response, next ?? this.#options.home, sessionCookie(secret, this.#cookie));
  }
}

/** The response to a form that another site may have sent. */
export function refuseForm(response: ServerResponse): void {
  sendPage(
    response,
    messagePage("Refused", "This form was not sent by a page of this service. Open it again."),
    {
      status: 403,
    },
  );
}

function unknownLink(response: ServerResponse): void {
  sendPage(
    response,
    messagePage("Link not valid", "This link was used before, or it is too old. Ask for a new one."),
    {
      status: 410,
    },
  );
}
