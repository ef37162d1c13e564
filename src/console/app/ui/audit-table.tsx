/** Rows of the audit trail. They have no content. */
import type { AuditRow } from "../../../contract/maintenance/audit.js";
import { setting } from "../lib/api.js";
import { typeNames } from "../lib/format.js";
import { href } from "../lib/route.js";
import { described } from "../lib/state.js";
import { useLoad } from "../lib/use-load.js";
import { Time } from "./parts.js";

/** The prefix of an actor that is a person of a service; the person's id follows it. */
const personActor = "person-";

interface Member {
  readonly id: string;
  readonly login: string;
}

/** A table of audit rows; people are shown by their login. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  // The names of members are only needed if a person of a service made a change.
  const isNamed = described()?.store !== undefined && rows.some(({ actor }) => isPerson(actor));
  const { data: members } = useLoad(isNamed ? "members" : "", () => setting<Member[]>("GET", "members"));
  return (
    <table class="audit">
      <caption class="hidden">Audit trail</caption>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">When</th>
          <th scope="col">Operation</th>
          <th scope="col">Record</th>
          <th scope="col" class="middle">
            Actor
          </th>
          <th scope="col" class="wide">
            Reason
          </th>
          <th scope="col" class="wide">
            Hash
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.seq} row={row} members={members} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly row: AuditRow;
  readonly members: readonly Member[] | undefined;
}

function Row({ row, members }: RowProps) {
  return (
    <tr>
      <td>{row.seq}</td>
      <td class="when">
        <Time at={row.at} exact />
      </td>
      <td>{row.operation}</td>
      <td class="text">
        {row.record_id !== null && (
          <a href={href("memory", row.record_id)} title={row.record_id}>
            {row.record_type !== null && `${typeNames[row.record_type]} `}
            <code>{`…${row.record_id.slice(-8)}`}</code>
          </a>
        )}
      </td>
      <td class="middle">
        <Actor actor={row.actor} members={members} />
      </td>
      <td class="wide">{row.reason}</td>
      <td class="wide">
        <code title={row.hash}>{row.hash.slice(0, 12)}</code>
      </td>
    </tr>
  );
}

function isPerson(actor: string): boolean {
  return actor.startsWith(personActor);
}

/** Shows a person by their login while they are a member. The trail itself has only the id. */
function Actor({ actor, members }: { actor: string; members: readonly Member[] | undefined }) {
  if (!isPerson(actor)) return <>{actor}</>;
  const id = actor.slice(personActor.length);
  return (
    <span title={actor}>{members?.find((one) => one.id === id)?.login ?? `person …${id.slice(-8)}`}</span>
  );
}
