/**
 * Clients that are named by the address of their metadata (Client ID Metadata Documents, draft 02).
 * Off unless the operator switches them on: with copies in a folder, which opens no connection, or
 * by fetching them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Configuration, errors } from "oidc-provider";
import { MemoryError } from "../contract/errors.js";
import { type FetchedDocument, fetchDocument } from "./fetch-document.js";
import { registered } from "./registration.js";

/** Where the documents of clients come from. */
export interface ClientMetadataOptions {
  /**
   * A folder with copies, `*.json`. They are read once, and used before anything is fetched.
   *
   * @default none
   */
  readonly folder?: string | undefined;
  /** Fetches documents that the folder does not have. @default false */
  readonly fetch?: boolean | ((address: string) => Promise<FetchedDocument>) | undefined;
}

type Feature = NonNullable<NonNullable<Configuration["features"]>["clientIdMetadataDocument"]>;

/** The documents of clients. */
export class ClientDocuments {
  readonly #pinned: ReadonlyMap<string, Record<string, unknown>>;
  readonly #fetch: ((address: string) => Promise<FetchedDocument>) | undefined;

  /**
   * @throws {MemoryError} `invalid_input` if a copy is not a document of a client, or the folder
   * cannot be read
   */
  constructor({ folder, fetch = false }: ClientMetadataOptions) {
    this.#pinned = folder === undefined ? new Map() : readCopies(folder);
    if (typeof fetch === "function") this.#fetch = fetch;
    else this.#fetch = fetch ? (address) => fetchDocument(address) : undefined;
  }

  /** The metadata of a copy; `undefined` if there is none of this client. */
  pinned(clientId: string): Record<string, unknown> | undefined {
    return this.#pinned.get(clientId);
  }

  /**
   * The settings of the authorization server.
   *
   * @param admit Asked before each document is fetched. @throws {Error} if there were too many
   */
  configuration(admit: () => void): { readonly feature: Feature; readonly fetch: Configuration["fetch"] } {
    const load = this.#fetch;
    return {
      feature: {
        enabled: true,
        ack: "draft-02",
        allowFetch: () => {
          if (load !== undefined) admit();
          return load !== undefined;
        },
        // Seconds.
        cacheDuration: { min: 300, max: 86_400 },
      },
      fetch: async (input) => {
        const address = String(input);
        if (load === undefined) throw new Error("Nothing is fetched");
        const { text, cacheControl } = await load(address);
        const metadata = restricted(parsed(text), address);
        return new Response(JSON.stringify(metadata), { headers: { "cache-control": cacheControl } });
      },
    };
  }
}

/** The parts of a document that are stored, the same as those of a registration. */
function restricted(document: unknown, address: string): Record<string, unknown> {
  const fields = typeof document === "object" && document !== null ? { ...document } : {};
  const { client_id, client_secret, token_endpoint_auth_method = "none" } = fields as Record<string, unknown>;
  if (client_id !== address)
    throw new errors.InvalidClientMetadata("the client_id of the document must be its address");
  if (client_secret !== undefined || token_endpoint_auth_method !== "none")
    throw new errors.InvalidClientMetadata("the client of a document must be public");
  return { client_id, ...registered(fields) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new errors.InvalidClientMetadata("the document must be JSON");
  }
}

function readCopies(folder: string): Map<string, Record<string, unknown>> {
  const copies = new Map<string, Record<string, unknown>>();
  for (const name of namesIn(folder)) {
    try {
      const document = JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown> | null;
      const address = String(document?.client_id);
      if (!URL.canParse(address) || new URL(address).protocol !== "https:")
        throw new Error("client_id must be an https address");
      copies.set(address, restricted(document, address));
    } catch (cause) {
      throw invalid(`${name} must be the document of a client: ${reasonOf(cause)}`, cause);
    }
  }
  return copies;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch (cause) {
    throw invalid(`the folder must be readable: ${reasonOf(cause)}`, cause);
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof errors.OIDCProviderError) return cause.error_description ?? cause.message;
  return cause instanceof Error ? cause.message : String(cause);
}

function invalid(rule: string, cause: unknown): MemoryError<"invalid_input"> {
  return new MemoryError("invalid_input", `Cannot use the documents of clients: ${rule}`, {
    data: { issues: [{ type: "custom", loc: ["clientMetadata"], msg: rule }] },
    cause,
  });
}
