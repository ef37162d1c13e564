/** Stores the items of `oidc-provider` in the registry, by their hashes. */
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { TokenTable } from "../accounts/registry/people/tokens.js";
import type { ClientDocuments } from "./client-documents.js";

/** How long a client that has just registered has until its first sign-in, in seconds. */
const unusedClientS = 86_400;
/** How long a client is kept after its last token, in seconds. */
const usedClientS = 365 * 86_400;
/**
 * Maximum number of clients that have registered and not signed in yet; a further one removes the
 * oldest.
 */
const mostUnusedClients = 1000;

/** The items of one kind. */
export class RegistryAdapter implements Adapter {
  readonly #kind: string;
  readonly #table: TokenTable;
  readonly #documents: ClientDocuments | undefined;

  /** @param documents Clients that did not register. */
  constructor(kind: string, table: TokenTable, documents?: ClientDocuments) {
    this.#kind = kind;
    this.#table = table;
    this.#documents = documents;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    // `jti` is the item's id, which for a token is the token itself.
    const { jti: _id, ...rest } = payload;
    const isClient = this.#kind === "Client";
    if (isClient) this.#table.limit("Client", { most: mostUnusedClients - 1, withinS: unusedClientS });
    this.#table.put({
      kind: this.#kind,
      id,
      payload: rest,
      grantId: payload.grantId,
      expiresInS: isClient ? unusedClientS : expiresIn,
    });
    if (this.#kind === "AccessToken" && payload.clientId !== undefined)
      this.#table.prolong("Client", payload.clientId, usedClientS);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const pinned = this.#kind === "Client" ? this.#documents?.pinned(id) : undefined;
    if (pinned !== undefined) return pinned;
    const found = this.#table.find(this.#kind, id);
    if (found === undefined) return undefined;
    const { payload, consumedAtMs } = found;
    return {
      ...payload,
      ...(this.#kind === "Client" ? {} : { jti: id }),
      ...(consumedAtMs === null ? {} : { consumed: Math.floor(consumedAtMs / 1000) }),
    };
  }

  async findByUid(): Promise<undefined> {
    // Only sessions are looked up by uid, and they are not stored: see `sessionless`.
  }

  async findByUserCode(): Promise<undefined> {
    // There is no device flow.
  }

  async consume(id: string): Promise<void> {
    // If two requests use the same code or refresh token at the same time, the second is refused.
    if (!this.#table.consume(this.#kind, id)) throw new errors.InvalidGrant("it was used before");
  }

  async destroy(id: string): Promise<void> {
    if (this.#kind === "Grant") this.#table.revoke(id);
    else this.#table.remove(this.#kind, id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    this.#table.revoke(grantId);
  }
}

/**
 * Stores no sessions of the authorization server, because each consent reads the session of this
 * service.
 */
export const sessionless: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};
