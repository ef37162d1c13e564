/**
 * The authorization server: `oidc-provider`, set up as the MCP authorization specification
 * requires. Public clients with PKCE only, opaque tokens for the one resource `/mcp`, refresh
 * tokens that are replaced at each use.
 */
import { generateKeyPairSync, randomUUID } from "node:crypto";
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import type { Registry } from "../accounts/registry/registry.js";
import { memoryScopes } from "../contract/memory-scope.js";
import { RegistryAdapter, sessionless } from "./adapter.js";
import type { ClientDocuments } from "./client-documents.js";
import { secure } from "./http.js";
import { consentPath, mcpPath, oauthPath } from "./paths.js";
import { registered } from "./registration.js";

/** Options of {@link newProvider}. */
export interface ProviderOptions {
  readonly registry: Registry;
  /** The address of the service, such as `https://memory.example.com`. */
  readonly issuer: string;
  /** Asked at each registration. @throws {Error} if there were too many */
  readonly admitRegistration: () => void;
  /** Clients that are named by the address of their metadata. @default none */
  readonly documents?: ClientDocuments | undefined;
  /** Asked before each document is fetched. @throws {Error} if there were too many */
  readonly admitFetch: () => void;
  /** The page of an error that cannot be sent to the client. */
  readonly errorPage: (message: string) => string;
}

const minuteS = 60;
const hourS = 3600;
const dayS = 86_400;

/** Makes the authorization server. */
export function newProvider({
  registry,
  issuer,
  admitRegistration,
  documents,
  admitFetch,
  errorPage,
}: ProviderOptions): Provider {
  const byAddress = documents?.configuration(admitFetch);
  const configuration: Configuration = {
    ...fixed,
    adapter: (kind: string) =>
      kind === "Session" ? sessionless : new RegistryAdapter(kind, registry.tokens, documents),
    ...(byAddress === undefined ? {} : { fetch: byAddress.fetch }),
    jwks: { keys: [unusedKey()] },
    findAccount: async (_context, id) =>
      registry.people.withId(id) === undefined
        ? undefined
        : { accountId: id, claims: async () => ({ sub: id }) },
    features: {
      ...features,
      ...(byAddress === undefined ? {} : { clientIdMetadataDocument: byAddress.feature }),
      resourceIndicators: resourceAt(`${issuer}${mcpPath}`),
      registration: registrationWith(admitRegistration),
    },
    interactions: { policy: askAlways(), url: (_context, { uid }) => `${consentPath}/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    renderError: async (context, { error, error_description }) => {
      secure(context.res);
      context.type = "html";
      context.body = errorPage(error_description ?? error);
    },
  };
  const provider = new Provider(issuer, configuration);
  // The listener overwrites both headers with the address of the service.
  provider.proxy = true;
  return provider;
}

/** The settings that are the same for every service. Times are in seconds. */
const fixed: Configuration = {
  clients: [],
  clientDefaults: {
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    id_token_signed_response_alg: "ES256",
  },
  clientAuthMethods: ["none"],
  clientBasedCORS: () => false,
  cookies: {
    names: { interaction: "keepsake_consent", resume: "keepsake_resume", session: "keepsake_authorize" },
    // Not `strict`: a web client sends people here from its own site. Each consent requires the
    // session of this service, whose cookie is strict, and its form token.
    short: { httpOnly: true, sameSite: "lax", signed: false },
    long: { httpOnly: true, sameSite: "lax", signed: false },
  },
  enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
  expiresWithSession: async () => false,
  issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
  pkce: { required: () => true },
  responseTypes: ["code"],
  revokeGrantPolicy: () => true,
  rotateRefreshToken: () => true,
  routes: {
    authorization: `${oauthPath}/authorize`,
    jwks: `${oauthPath}/keys`,
    registration: `${oauthPath}/register`,
    revocation: `${oauthPath}/revoke`,
    token: `${oauthPath}/token`,
    end_session: `${oauthPath}/end`,
  },
  scopes: [...memoryScopes],
  ttl: {
    AccessToken: hourS,
    AuthorizationCode: minuteS,
    Grant: 180 * dayS,
    Interaction: 15 * minuteS,
    RefreshToken: 30 * dayS,
    Session: 15 * minuteS,
  },
};

const features: NonNullable<Configuration["features"]> = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
  },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
};

function registrationWith(
  admit: ProviderOptions["admitRegistration"],
): NonNullable<Configuration["features"]>["registration"] {
  return {
    enabled: true,
    initialAccessToken: false,
    issueRegistrationAccessToken: false,
    idFactory: (context) => {
      admit();
      return restrict(context);
    },
  };
}

function resourceAt(resource: string): NonNullable<Configuration["features"]>["resourceIndicators"] {
  return {
    enabled: true,
    defaultResource: async () => resource,
    useGrantedResource: async () => true,
    getResourceServerInfo: async (_context, asked) => {
      if (asked !== resource) throw new errors.InvalidTarget();
      return {
        scope: memoryScopes.join(" "),
        audience: resource,
        accessTokenTTL: hourS,
        accessTokenFormat: "opaque",
      };
    },
  };
}

/** Asks for each sign-in of a client: the person picks a memory each time. */
function askAlways(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.clear();
  const undecided = ({ oidc }: KoaContextWithOIDC) => oidc.result?.consent === undefined;
  const check = new interactionPolicy.Check(
    "undecided",
    "the person has not decided",
    "consent_required",
    undecided,
  );
  policy.add(new interactionPolicy.Prompt({ name: "consent", requestable: true }, check));
  // Clients may ask for it. Who has signed in is checked at each consent.
  policy.add(new interactionPolicy.Prompt({ name: "login", requestable: true }));
  return policy;
}

/** Stores the allowed parts of a registration. @returns the id of the client */
function restrict({ oidc }: KoaContextWithOIDC): string {
  const body = oidc.body as Record<string, unknown>;
  const kept = registered(body);
  for (const name of Object.keys(body)) delete body[name];
  Object.assign(body, kept);
  return randomUUID();
}

/** `oidc-provider` requires a key for signing, but only opaque tokens are issued. */
function unusedKey() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" };
}
