/**
 * Checks the service after the traffic: every acknowledged write must be stored, and wallet, usage,
 * storage and audit trail must agree.
 */
import { Connection } from "./connection.js";
import { depositedMicros, type Service, type Tenant } from "./service.js";
import type { Answered, Traffic } from "./traffic.js";

/** A sentence for each failed check; empty if all checks pass. */
export async function verdict(service: Service, { answered, cut }: Traffic): Promise<string[]> {
  const faults: string[] = [];
  let unanswered = 0;
  for (const tenant of service.tenants) {
    const check = new StoreCheck(service, tenant);
    unanswered += await check.compare(answered.get(tenant.store)!, cut > 0, faults);
    check.close();
  }
  if (unanswered > cut)
    faults.push(`${unanswered} calls were charged without an answer, but only ${cut} were interrupted`);
  return faults;
}

interface Details {
  readonly memory: {
    readonly usage: { readonly requests: number; readonly tokens: number; readonly spend: number };
    readonly storage_used: number;
  };
  readonly wallet_balance: number;
}

class StoreCheck {
  readonly #connection: Connection;
  readonly #tenant: Tenant;

  constructor(service: Service, tenant: Tenant) {
    this.#connection = new Connection(() => service.port);
    this.#tenant = tenant;
  }

  close(): void {
    this.#connection.close();
  }

  /** @returns the calls that the store counted but that got no answer */
  async compare(expected: Answered, wasKilled: boolean, faults: string[]): Promise<number> {
    const { store } = this.#tenant;
    const { memory, wallet_balance } = await this.#ask<Details>("details", {});
    const spent = Math.round(memory.usage.spend * 1e6);
    const lines = (await this.#post("export", {})).trim().split("\n").slice(1);
    const kept = new Set(lines.flatMap((line) => [...line.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id)));
    const lost = expected.recordIds.filter((id) => !kept.has(id));
    const expect = (passes: boolean, fault: string) => void (passes || faults.push(`${store}: ${fault}`));
    expect(lost.length === 0, `${lost.length} acknowledged records are lost`);
    expect(
      Math.round(wallet_balance * 1e6) === depositedMicros - spent,
      "the wallet is not deposits less spend",
    );
    const exactly = (name: string, own: number, answered: number) =>
      expect(wasKilled ? own >= answered : own === answered, `${name} is ${own}, answered were ${answered}`);
    exactly("spend", spent, expected.spentMicros);
    exactly("tokens", memory.usage.tokens, expected.tokens);
    exactly("requests", memory.usage.requests, expected.requests);
    exactly("storage", memory.storage_used, expected.storageBytes);
    expect((await this.#ask<{ valid: boolean }>("verify_audit", {})).valid, "the audit trail is broken");
    const remembered = await this.#remembered();
    expect(remembered === lines.length, `${remembered} REMEMBER rows for ${lines.length} sources`);
    return memory.usage.requests - expected.requests;
  }

  async #remembered(): Promise<number> {
    let rows = 0;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const body = { operation: "REMEMBER", limit: 1000, ...(cursor === "" ? {} : { cursor }) };
      const page: { items: unknown[]; next_cursor: string | null } = await this.#ask("audit", body);
      rows += page.items.length;
      cursor = page.next_cursor;
    }
    return rows;
  }

  async #ask<Data>(endpoint: string, body: object): Promise<Data> {
    return (JSON.parse(await this.#post(endpoint, body)) as { data: Data }).data;
  }

  async #post(endpoint: string, body: object): Promise<string> {
    return (await this.#connection.post(endpoint, this.#tenant.key, body)).text;
  }
}
