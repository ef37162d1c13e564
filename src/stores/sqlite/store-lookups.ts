/** The look-ups of the port by number, id or condition, for one view of a store. */
import { nextTurn } from "../../async/next-turn.js";
import type { AuditRequest, AuditRow, AuditVerdict } from "../../contract/audit.js";
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import { beforeTheFirst } from "../../hashing/audit-hash.js";
import type { Criteria, FactKey, Known, KnownFile, Layout, Speaker, Store, StoredPassage } from "../store.js";
import type { Connection } from "./database/connection.js";
import { inTurns } from "./database/in-turns.js";
import { historyOf, listRecords } from "./filters/listing.js";
import { lookUpKnown } from "./filters/look-up-known.js";
import type { ScopeView } from "./filters/scope-view.js";
import { maxLayoutPassages, noLayout } from "./passages/passage-layout.js";
import { turnIfLarge } from "./store-search.js";
import type { Head } from "./tables/audit-table.js";
import type { Tables } from "./tables/tables.js";
import { answered } from "./writes/save.js";

/** The tables and indexes that look-ups use. */
export type LookupTables = Pick<
  Tables,
  | "answers"
  | "audit"
  | "files"
  | "layouts"
  | "prefilter"
  | "reader"
  | "records"
  | "scopes"
  | "usage"
  | "vectors"
>;

export interface LookupParts {
  readonly connection: Connection;
  readonly tables: LookupTables;
  readonly view: ScopeView;
  readonly clock: () => Date;
}

export class StoreLookups {
  readonly #connection: Connection;
  readonly #tables: LookupTables;
  readonly #view: ScopeView;
  readonly #clock: () => Date;

  constructor({ connection, tables, view, clock }: LookupParts) {
    this.#connection = connection;
    this.#tables = tables;
    this.#view = view;
    this.#clock = clock;
  }

  speakers(passages: readonly number[]): Promise<(Speaker | undefined)[]> {
    return this.#read("read passages", ({ reader }) =>
      reader.speakers(this.#view.passagesAt(passages).map((id) => id ?? 0)),
    );
  }

  layout(): Promise<Layout> {
    const view = this.#view;
    return this.#inTurns("read passages", function* ({ layouts, usage, scopes }) {
      const part = { visible: view.passages(), scopes: view.scopes() };
      const { said } = part.scopes === undefined ? usage.statistics() : scopes.statistics(part.scopes);
      return said.passages > maxLayoutPassages ? noLayout : yield* layouts.read(part);
    });
  }

  async passages(ids: readonly number[], scope: Criteria): Promise<StoredPassage[]> {
    await turnIfLarge(this.#tables);
    return this.#read("read passages", ({ reader }) => {
      const known = this.#view.passagesAt(ids).filter((id) => id !== undefined);
      return this.#view.renumbered(reader.read(known, this.#view.criteria(scope)));
    });
  }

  known(
    facts: readonly FactKey[],
    digests: readonly string[],
    recordIds: readonly string[] = [],
    at?: string,
  ): Promise<Known> {
    const now = at === undefined ? this.#clock().getTime() : Date.parse(at);
    const view = this.#view;
    return this.#inTurns("look up what is known", function* ({ records }) {
      return yield* lookUpKnown(records, { facts, digests, recordIds }, { now, scopes: view.scopes() });
    });
  }

  answered(key: string, now: string): Promise<string | undefined> {
    return this.#read("look up an answer", () =>
      answered(this.#tables, this.#view, { key, now: Date.parse(now) }),
    );
  }

  file({ id, ...like }: Parameters<Store["file"]>[0]): Promise<KnownFile | undefined> {
    const now = this.#clock().getTime();
    return this.#read("look up a file", ({ files }) => {
      const scope = this.#view.scopeNumber();
      if (scope === undefined) return undefined;
      const found = id === undefined ? files.findSame(like, scope) : files.find(id);
      if (found?.scope !== scope) return undefined;
      const { row, scope: _, ...file } = found;
      return { ...file, passages: files.countCurrent(row, now) };
    });
  }

  currentPassages(fileId: string, digests: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const now = this.#clock().getTime();
    return this.#read("look up what is known", ({ files }) => {
      const file = files.find(fileId);
      return file === undefined || file.scope !== this.#view.scopeNumber()
        ? new Map<string, number>()
        : files.currentByDigest(file.row, digests, now);
    });
  }

  list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>> {
    const [connection, visible] = [this.#connection, this.#view];
    return this.#inTurns("list records", ({ prefilter }) =>
      listRecords({ connection, prefilter, visible }, request, now),
    );
  }

  history(id: string): Promise<MemoryRecord[]> {
    const now = this.#clock().toISOString();
    return this.#read("read a record's history", () =>
      historyOf(this.#connection, id, { now, scopes: this.#view.scopes() }),
    );
  }

  audit(request: AuditRequest): Promise<Page<AuditRow>> {
    return this.#read("read the audit trail", ({ audit }) => audit.page(request, this.#view.scopes()));
  }

  async verifyAudit(): Promise<AuditVerdict> {
    for (let last: Head = beforeTheFirst; ; await nextTurn()) {
      const step = await this.#read("verify the audit trail", ({ audit }) => audit.verifyAfter(last));
      if ("valid" in step) return step;
      last = step;
    }
  }

  #read<Result>(action: string, work: (tables: LookupTables) => Result): Promise<Result> {
    return this.#connection.read(action, () => work(this.#tables));
  }

  #inTurns<Result>(
    action: string,
    steps: (tables: LookupTables) => Generator<undefined, Result>,
  ): Promise<Result> {
    return inTurns(this.#connection, action, steps(this.#tables));
  }
}
