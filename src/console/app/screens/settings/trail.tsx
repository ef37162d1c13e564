/** The trail of the account: who changed keys, members, plans and memories, and when. */
import type { TrailPage, TrailRow } from "../../../service/trail-page.js";
import { setting } from "../../lib/api.js";
import { described } from "../../lib/state.js";
import { useLoad } from "../../lib/use-load.js";
import { Pages, usePaging } from "../../ui/pages.js";
import { Empty, Loading, Problem, Time } from "../../ui/parts.js";

/** The audit trail of the account, page by page. */
export function Trail() {
  const paging = usePaging("trail");
  const query = paging.cursor === undefined ? "" : `?cursor=${paging.cursor}`;
  const { data, error, isLoading } = useLoad(`trail${query}`, () =>
    setting<TrailPage>("GET", `trail${query}`),
  );
  return (
    <>
      <p>
        {`Who changed keys, members, the plan and the memories of ${described()?.store?.account}, newest first. Rows have ids, and what those are called today; each is hashed with the one before it, whichever account that belongs to.`}
      </p>
      {error !== undefined && <Problem error={error} />}
      {data === undefined && error === undefined && <Loading what="the trail" />}
      {data?.items.length === 0 && <Empty>Nothing was changed yet.</Empty>}
      {data !== undefined && data.items.length > 0 && (
        <>
          <TrailTable rows={data.items} />
          <Pages paging={paging} next={data.next_cursor} isLoading={isLoading} />
        </>
      )}
    </>
  );
}

function TrailTable({ rows }: { rows: readonly TrailRow[] }) {
  return (
    <table class="free">
      <caption class="hidden">Account trail</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Of</th>
          <th scope="col" class="middle">
            Reason
          </th>
          <th scope="col" class="wide">
            Hash
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ seq, at, actor, operation, record_id, name, reason, hash }) => (
          <tr key={seq}>
            <td>
              <Time at={at} exact />
            </td>
            <td>{actor}</td>
            <td>{operation.toLowerCase().replace("_", " ")}</td>
            <td title={record_id ?? undefined}>{name ?? <code>{`…${record_id?.slice(-8)}`}</code>}</td>
            <td class="middle">{reason}</td>
            <td class="wide">
              <code title={hash}>{hash.slice(0, 12)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
