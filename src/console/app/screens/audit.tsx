/** The audit trail: page by page, verified, and exported. */
import { useState } from "preact/hooks";
import type { AuditRow, AuditVerdict } from "../../../contract/maintenance/audit.js";
import { call } from "../lib/api.js";
import { count, day } from "../lib/format.js";
import { route, setQuery } from "../lib/route.js";
import { inScope } from "../lib/state.js";
import { useLoad } from "../lib/use-load.js";
import { AuditTable } from "../ui/audit-table.js";
import { Pages, usePaging } from "../ui/pages.js";
import { Empty, Field, Loading, Problem, Title } from "../ui/parts.js";

const pageSize = 50;
const operations = ["REMEMBER", "CREATE", "UPDATE", "FORGET", "EXPIRE", "IMPORT", "REEMBED", "PRUNE"];

/** The screen of the audit trail. The filters are in the address. */
export function Audit() {
  const filters = Object.fromEntries(route.value.query);
  const { operation = "", after = "", before = "" } = filters;
  const wanted = {
    ...inScope(),
    ...(operation === "" ? {} : { operation }),
    ...(after === "" ? {} : { after }),
    ...(before === "" ? {} : { before }),
  };
  const paging = usePaging(JSON.stringify(wanted));
  const { cursor } = paging;
  const { data, error, isLoading } = useLoad(JSON.stringify([wanted, cursor]), (signal) =>
    call("audit", { ...wanted, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) }, signal),
  );
  return (
    <>
      <Title note="Who did what, and when. It has no content, and each row is hashed with the one before it.">
        Audit trail
      </Title>
      <Filters operation={operation} after={after} before={before} wanted={wanted} />
      {error !== undefined && <Problem error={error} />}
      {data === undefined && error === undefined && <Loading what="the trail" />}
      {data?.items.length === 0 && <Empty>No row matches.</Empty>}
      {data !== undefined && data.items.length > 0 && (
        <>
          <AuditTable rows={data.items} />
          <Pages paging={paging} next={data.next_cursor} isLoading={isLoading} />
        </>
      )}
    </>
  );
}

interface FiltersProps {
  readonly operation: string;
  readonly after: string;
  readonly before: string;
  /** The request for the rows. */
  readonly wanted: object;
}

function Filters({ operation, after, before, wanted }: FiltersProps) {
  const set = (name: string) => (event: Event) =>
    setQuery({ [name]: (event.currentTarget as HTMLInputElement).value });
  return (
    <search class="filters">
      <Field label="Operation">
        <select value={operation} onChange={set("operation")}>
          <option value="">all</option>
          {operations.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="From">
        <input type="date" value={after} onChange={set("after")} />
      </Field>
      <Field label="Before">
        <input type="date" value={before} onChange={set("before")} />
      </Field>
      <Proof wanted={wanted} />
    </search>
  );
}

/** Verifies the whole trail, and saves the rows that are selected. */
function Proof({ wanted }: { wanted: object }) {
  const [verdict, setVerdict] = useState<AuditVerdict | Error>();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) =>
      setVerdict(error instanceof Error ? error : new Error(String(error))),
    );
    setBusy(false);
  };
  return (
    <div class="actions">
      <button
        type="button"
        disabled={isBusy}
        onClick={() => run(async () => setVerdict(await call("verify_audit")))}
      >
        Verify
      </button>
      <button type="button" disabled={isBusy} onClick={() => run(() => save(wanted))}>
        Export
      </button>
      <span role="status" class="verdict">
        {verdict !== undefined && wordsOf(verdict)}
      </span>
    </div>
  );
}

function wordsOf(verdict: AuditVerdict | Error): string {
  if (verdict instanceof Error) return verdict.message;
  if (!verdict.valid) return `The chain is broken at row ${verdict.broken_at}.`;
  const { rows, verified_from: from } = verdict;
  const since = from === undefined ? "" : ` since ${day(from)}; earlier rows were removed`;
  return `${count(rows, "row")}: the chain is whole${since}.`;
}

/** Saves the rows as JSON Lines, in a file. */
async function save(wanted: object): Promise<void> {
  const rows: AuditRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await call("audit", { ...wanted, limit: 1000, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  const text = rows.map((row) => `${JSON.stringify(row)}\n`);
  const url = URL.createObjectURL(new Blob(text, { type: "application/x-ndjson" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "audit.jsonl" });
  link.click();
  URL.revokeObjectURL(url);
}
