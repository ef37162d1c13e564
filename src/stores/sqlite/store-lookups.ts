/** Answers requests by number, id or condition, for one view of a store. */

import { nextTurn } from "../../async/next-turn.js";
import type { AuditRequest, AuditRow, AuditVerdict } from "../../contract/maintenance/audit.js";
import type { MemoryRecord, Page, RecordsRequest } from "../../contract/record.js";
import { beforeTheFirst } from "../../hashing/digest.js";
import type { Head } from "../shared/audit-chain.js";
import type {
  Known,
  KnownFile,
  KnownRequest,
  Layout,
  PassagesRequest,
  ReadAnswer,
  ReadRequest,
  SimilaritiesRequest,
  Speaker,
  StoredPassage,
  UnembeddedPassage,
  WantedFile,
} from "../store.js";
import type { Connection } from "./database/connection.js";
import { inTurns } from "./database/in-turns.js";
import { historyOf, listRecords } from "./filters/listing.js";
import { lookUpKnown } from "./filters/look-up-known.js";
import type { Prefilter } from "./filters/prefilter.js";
import type { ScopeView } from "./filters/scope-view.js";
import { maxLayoutPassages, noLayout, type PassageLayouts } from "./passages/passage-layout.js";
import type { PassageReader } from "./passages/passage-reader.js";
import { isLarge } from "./store-search.js";
import type { AnswerTable } from "./tables/answer-table.js";
import type { AuditTable } from "./tables/audit-table.js";
import type { FileTable } from "./tables/file-table.js";
import type { PassageTable } from "./tables/passage-table.js";
import type { RecordTable } from "./tables/record-table.js";
import type { ScopeTable } from "./tables/scope-table.js";
import type { UsageTable } from "./tables/usage-table.js";
import type { VectorIndex } from "./vectors/vector-index.js";
import { answered } from "./writes/save.js";

/** The tables and indexes that look-ups use. */
export interface LookupTables {
  readonly answers: AnswerTable;
  readonly audit: AuditTable;
  readonly fileVectors: VectorIndex;
  readonly files: FileTable;
  readonly layouts: PassageLayouts;
  readonly passages: PassageTable;
  readonly prefilter: Prefilter;
  readonly reader: PassageReader;
  readonly records: RecordTable;
  readonly scopes: ScopeTable;
  readonly usage: UsageTable;
  readonly vectors: VectorIndex;
}

/** What look-ups use. */
export interface LookupParts {
  readonly connection: Connection;
  readonly tables: LookupTables;
  readonly view: ScopeView;
  readonly clock: () => Date;
}

/** Answers requests by number, id or condition. */
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

  /** Answers a request. Run its steps inside one read transaction. */
  *answer(request: ReadRequest): Generator<undefined, ReadAnswer> {
    switch (request.of) {
      case "passages":
        return yield* this.#passages(request);
      case "similarities":
        return this.#similarities(request);
      case "speakers":
        return this.#speakers(request.numbers);
      case "texts":
        return this.#texts(request.numbers);
      case "layout":
        return yield* this.#layout();
      case "statistics":
        return this.#statistics();
      case "history": {
        const now = this.#clock().toISOString();
        return historyOf(this.#connection, request.id, { now, scopes: this.#view.scopes() });
      }
    }
  }

  /** Looks up what is known. Run its steps inside one read transaction. */
  *known(request: KnownRequest): Generator<undefined, Known> {
    const { facts = [], digests = [], recordIds = [], key, file, filePassages } = request;
    const now = request.now === undefined ? this.#clock().getTime() : Date.parse(request.now);
    const [{ answers }, view] = [this.#tables, this.#view];
    const asked = { facts, digests, recordIds };
    const known = yield* lookUpKnown(this.#tables.records, asked, { now, scopes: view.scopes() });
    return {
      facts: known.facts,
      ended: known.ended,
      named: known.named,
      passages: known.passages,
      answer: key === undefined ? undefined : answered({ answers }, view, { key, now }),
      file: file && this.#file(file, now),
      filePassages:
        filePassages === undefined
          ? new Map<string, number>()
          : this.#currentPassages(filePassages.fileId, filePassages.digests, now),
    };
  }

  *#passages({ numbers, scope }: PassagesRequest): Generator<undefined, StoredPassage[]> {
    if (isLarge(this.#tables)) yield;
    const known = this.#view.passagesAt(numbers).filter((id) => id !== undefined);
    return this.#view.renumbered(this.#tables.reader.read(known, this.#view.criteria(scope)));
  }

  #similarities({ vectors: wanted, numbers }: SimilaritiesRequest): Float32Array[] {
    const { vectors, fileVectors } = this.#tables;
    const ids = this.#view.passagesAt(numbers).map((id) => id ?? 0);
    const said = vectors.similarities(wanted, ids);
    if (!said.some((cosines) => cosines.some(Number.isNaN))) return said;
    const filed = fileVectors.similarities(wanted, ids);
    return said.map((cosines, at) =>
      cosines.map((cosine, index) => (Number.isNaN(cosine) ? filed[at]![index]! || 0 : cosine)),
    );
  }

  #speakers(numbers: readonly number[]): (Speaker | undefined)[] {
    return this.#tables.reader.speakers(this.#view.passagesAt(numbers).map((id) => id ?? 0));
  }

  #texts(numbers: readonly number[]): UnembeddedPassage[] {
    return numbers.flatMap((id) => this.#tables.passages.get(id) ?? []);
  }

  *#layout(): Generator<undefined, Layout> {
    if (this.#statistics().said.passages > maxLayoutPassages) return noLayout;
    return yield* this.#tables.layouts.read({ visible: this.#view.passages(), scopes: this.#view.scopes() });
  }

  #statistics(): ReadAnswer<{ of: "statistics" }> {
    const visible = this.#view.scopes();
    const { usage, scopes } = this.#tables;
    return visible === undefined ? usage.statistics() : scopes.statistics(visible);
  }

  #file({ id, ...like }: WantedFile, now: number): KnownFile | undefined {
    const { files } = this.#tables;
    const scope = this.#view.scopeNumber();
    if (scope === undefined) return undefined;
    const found = id === undefined ? files.findSame(like, scope) : files.find(id);
    if (found?.scope !== scope) return undefined;
    const { row, scope: _, ...file } = found;
    return { ...file, passages: files.countCurrent(row, now) };
  }

  #currentPassages(fileId: string, digests: readonly string[], now: number): ReadonlyMap<string, number> {
    const { files } = this.#tables;
    const file = files.find(fileId);
    return file === undefined || file.scope !== this.#view.scopeNumber()
      ? new Map()
      : files.currentByDigest(file.row, digests, now);
  }

  list(request: RecordsRequest, now: string): Promise<Page<MemoryRecord>> {
    const [connection, visible] = [this.#connection, this.#view];
    return this.#inTurns("list records", ({ prefilter }) =>
      listRecords({ connection, prefilter, visible }, request, now),
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
