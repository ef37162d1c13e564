/** Rows of the audit trail. They have no content. */
import type { AuditRow } from "../../../contract/maintenance/audit.js";
import { typeNames } from "../lib/format.js";
import { href } from "../lib/route.js";
import { Time } from "./parts.js";

export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
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
          <tr key={row.seq}>
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
            <td class="middle">{row.actor}</td>
            <td class="wide">{row.reason}</td>
            <td class="wide">
              <code title={row.hash}>{row.hash.slice(0, 12)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
