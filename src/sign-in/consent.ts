/** Asks a person whether a client may use one of their memories, and which one. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { errors, type Provider } from "oidc-provider";
import type { MemberStore } from "../accounts/registry/people/people.js";
import { scopesOf } from "../accounts/registry/people/people.js";
import type { Registry } from "../accounts/registry/registry.js";
import { memoryScopes } from "../contract/memory-scope.js";
import { isOwnForm, readForm, redirect, sendPage } from "./http.js";
import { againPage, consentPage, messagePage } from "./pages.js";
import { mcpPath, signInPath } from "./paths.js";
import { type PersonPages, refuseForm, type SignedIn } from "./person-pages.js";
import { hostOf } from "./registration.js";
import { formToken, isFormToken } from "./session-cookie.js";

/** The parts of {@link ConsentPages}. */
export interface ConsentOptions {
  readonly registry: Registry;
  readonly provider: Provider;
  readonly people: PersonPages;
  /** The origin of the service. */
  readonly origin: string;
}

/** What a client asks for. */
interface Asked {
  readonly clientId: string;
  readonly client: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/**
 * The name of a client, with its host if the client is named by an address: nobody else can have
 * that address.
 */
function nameOf(name: string, clientId: string): string {
  return clientId.startsWith("https://") ? `${name} (${new URL(clientId).host})` : name;
}

/** The pages of consent. */
export class ConsentPages {
  readonly #options: ConsentOptions;

  constructor(options: ConsentOptions) {
    this.#options = options;
  }

  /** Answers a request for the page of one interaction. */
  async answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const asked = await this.#asked(request, response, path);
    if (asked === undefined)
      return sendPage(
        response,
        messagePage(
          "Too late",
          "This sign-in was completed, or it took too long. Begin again in your program.",
        ),
        { status: 410 },
      );
    const signedIn = this.#options.people.signedIn(request);
    if (signedIn === undefined) return this.#notSignedIn(request, response, path);
    if (request.method !== "POST") return this.#show(response, { asked, signedIn, path });
    await this.#decide(request, response, { asked, signedIn });
  }

  #notSignedIn(request: IncomingMessage, response: ServerResponse, path: string): void {
    // If another site began this request, the browser did not send the session's cookie.
    const isForeign = request.headers["sec-fetch-site"] === "cross-site" && request.method === "GET";
    if (isForeign) sendPage(response, againPage(path));
    else redirect(response, `${signInPath}?next=${encodeURIComponent(path)}`);
  }

  #show(
    response: ServerResponse,
    { asked, signedIn, path }: { readonly asked: Asked; readonly signedIn: SignedIn; readonly path: string },
  ): void {
    const { person, secret } = signedIn;
    const html = consentPage({
      action: path,
      login: person.login,
      client: asked.client,
      host: hostOf(asked.redirectUri),
      scopes: memoryScopes.filter((scope) => asked.scopes.includes(scope)),
      stores: this.#options.registry.people.stores(person.id),
      token: formToken(secret),
    });
    const { protocol, origin } = new URL(asked.redirectUri);
    sendPage(response, html, { formTargets: [origin === "null" ? protocol : origin] });
  }

  async #decide(
    request: IncomingMessage,
    response: ServerResponse,
    { asked, signedIn }: { readonly asked: Asked; readonly signedIn: SignedIn },
  ): Promise<void> {
    const { registry, origin } = this.#options;
    if (!isOwnForm(request, origin)) return refuseForm(response);
    const form = await readForm(request);
    if (!isFormToken(form.get("token") ?? "", signedIn.secret)) return refuseForm(response);
    if (form.get("decision") !== "allow") return this.#deny(request, response, "the person said no");
    const member = registry.people.storeOf(signedIn.person.id, form.get("store") ?? "");
    if (member === undefined) return refuseForm(response);
    await this.#allow(request, response, { asked, signedIn, member });
  }

  async #allow(
    request: IncomingMessage,
    response: ServerResponse,
    {
      asked,
      signedIn,
      member,
    }: { readonly asked: Asked; readonly signedIn: SignedIn; readonly member: MemberStore },
  ): Promise<void> {
    const { registry, provider, origin } = this.#options;
    const scopes = scopesOf(member.role, asked.scopes);
    if (scopes.length === 0)
      return this.#deny(request, response, "the person's role allows none of the scopes");
    const personId = signedIn.person.id;
    const grant = new provider.Grant({ accountId: personId, clientId: asked.clientId });
    grant.addResourceScope(`${origin}${mcpPath}`, scopes.join(" "));
    const grantId = await grant.save();
    const binding = {
      personId,
      storeId: member.store.id,
      client: asked.client,
      host: hostOf(asked.redirectUri),
      scopes,
    };
    registry.actingAs(signedIn.person.login, () => registry.tokens.bind(grantId, binding));
    const result = { login: { accountId: personId, remember: false }, consent: { grantId } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  #deny(request: IncomingMessage, response: ServerResponse, why: string): Promise<void> {
    const result = { error: "access_denied", error_description: why };
    return this.#options.provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }

  /** What the client of this interaction asks for; `undefined` if there is no such interaction. */
  async #asked(request: IncomingMessage, response: ServerResponse, path: string): Promise<Asked | undefined> {
    const { provider } = this.#options;
    try {
      const { uid, params } = await provider.interactionDetails(request, response);
      if (!path.endsWith(`/${uid}`)) return undefined;
      const clientId = String(params.client_id);
      const client = await provider.Client.find(clientId);
      if (client === undefined) return undefined;
      return {
        clientId,
        client: nameOf(client.clientName ?? "A program without a name", clientId),
        redirectUri: String(params.redirect_uri),
        scopes: String(params.scope ?? "").split(" "),
      };
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }
}
