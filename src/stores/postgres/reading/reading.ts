/** Answers requests by number or id, in one transaction. */
import type { MemoryRecord } from "../../../contract/record.js";
import type { ReadAnswer, ReadRequest, Speaker, UnembeddedPassage, VectorSpace } from "../../store.js";
import { Bound, type Transaction } from "../database/transaction.js";
import { inScopes, unexpired } from "./criteria.js";
import { speakerOf } from "./passages/visible-passages.js";
import { wholePassages } from "./passages/whole-passages.js";
import { ofStoreWithSource, type RecordRow, recordColumns, recordTables, toRecord } from "./records.js";
import { similarities } from "./vectors/vectors.js";
import type { View } from "./view.js";

/** The context for the answer to a request. */
export interface Asking {
  /** ISO 8601: the time for requests without criteria. */
  readonly now: string;
  /** The embedder of the vectors that callers pass. */
  readonly embedder: VectorSpace;
}

/** Answers a request. */
export async function answerRead(
  view: View,
  request: ReadRequest,
  { now, embedder }: Asking,
): Promise<ReadAnswer> {
  switch (request.of) {
    case "passages":
      return wholePassages(view, request);
    case "similarities":
      return similarities(view, request, embedder);
    case "speakers":
      return speakers(view, request.numbers);
    case "texts":
      return textsOf(view.tx, "p.id = any($2::integer[])", [request.numbers]);
    case "history":
      return historyOf(view, request.id, now);
    case "layout":
      return view.layout();
    case "statistics":
      return view.statistics();
  }
}

/** Returns the texts of the passages (alias `p`) that meet an SQL condition, in order. */
export function textsOf(
  tx: Transaction,
  condition: string,
  values: readonly unknown[],
): Promise<UnembeddedPassage[]> {
  return tx.rows<UnembeddedPassage>(
    `select p.id, p.text, p.prompt, p.speaker, p.heading, f.name as "fileName" from passages p
     left join lateral (select * from files f where f.store_id = $1 and f.id = p.file offset 0) f on true
     where p.store_id = $1 and ${condition} order by p.id`,
    values,
  );
}

async function speakers(view: View, numbers: readonly number[]): Promise<(Speaker | undefined)[]> {
  const [ordinals, part] = [await view.ordinals(), await view.part()];
  return numbers.map((number) => speakerOf(part, ordinals.at(number) ?? 0));
}

async function historyOf(view: View, id: string, now: string): Promise<MemoryRecord[]> {
  const bound = new Bound();
  const visible = inScopes(bound, view.scopes, "r");
  const rows = await view.tx.rows<RecordRow>(
    `with recursive chain (uuid, successor) as (
       select r.uuid, r.superseded_by from records r where r.store_id = $1 and r.uuid = ${bound.add(id)}::text and ${visible}
       union select r.uuid, r.superseded_by from records r join chain c on r.superseded_by = c.uuid or r.uuid = c.successor
         where r.store_id = $1 and ${visible})
     select ${recordColumns} from ${recordTables} where ${ofStoreWithSource}
     and r.uuid in (select uuid from chain) and ${unexpired(bound, now)}
     order by coalesce(r.valid_from, r.occurred_at), r.created_at, r.id`,
    bound.values,
  );
  return rows.map(toRecord);
}
