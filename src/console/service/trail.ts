/**
 * The trail of an account as its owners see it, newest first, page by page. Rows contain only ids;
 * a page adds the current names to its rows.
 */

import type { StoreEntry } from "../../accounts/registry/entries.js";
import type { RegistryAuditRow } from "../../accounts/registry/file/audit.js";
import type { Registry } from "../../accounts/registry/registry.js";
import { MemoryError } from "../../contract/errors.js";
import type { TrailPage, TrailRow } from "./trail-page.js";

/** Number of rows of a page: some 15 kB. */
const pageRows = 50;

/**
 * Returns a page of the trail of a store's account.
 *
 * @param cursor The `next_cursor` of the page before; `null` for the first page.
 * @throws {MemoryError} `invalid_input` for an invalid cursor
 */
export function trailPage(
  registry: Registry,
  { accountId, account }: StoreEntry,
  cursor: string | null,
): TrailPage {
  const before = cursor === null ? undefined : rowOf(cursor);
  const wanted = { before, order: "newest", limit: pageRows + 1 } as const;
  const rows = registry.audit.ofAccount(accountId, wanted);
  const shown = rows.slice(0, pageRows);
  const names = namesOf(registry, accountId, account);
  const next_cursor = rows.length > pageRows ? String(shown.at(-1)!.seq) : null;
  return { items: shown.map((row) => described(row, names)), next_cursor };
}

function described(row: RegistryAuditRow, names: ReadonlyMap<string, string>): TrailRow {
  const { seq, at, actor, operation, record_id, reason, login, hash } = row;
  const name = login ?? names.get(record_id ?? "");
  return {
    seq,
    at,
    actor,
    operation,
    record_id,
    ...(name === undefined ? {} : { name }),
    reason:
      reason?.replace(/\bstore (\S+)/u, (said, id: string) => storeNamed(names.get(id)) ?? said) ?? null,
    hash,
  };
}

function storeNamed(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `memory ${name}`;
}

/** The current names of the account, its memories and their keys, by id. */
function namesOf({ stores, keys }: Registry, accountId: string, account: string): Map<string, string> {
  const names = new Map([[accountId, account]]);
  for (const store of stores.list(accountId)) {
    for (const { id, label } of keys.list(store)) if (label !== null) names.set(id, label);
    names.set(store.id, store.name);
  }
  return names;
}

function rowOf(cursor: string): number {
  const seq = Number(cursor);
  if (/^\d{1,15}$/u.test(cursor) && seq > 0) return seq;
  const msg = "must be the next_cursor of a page";
  throw new MemoryError("invalid_input", `Cannot read the trail: cursor ${msg}`, {
    data: { issues: [{ type: "custom", loc: ["cursor"], msg }] },
  });
}
