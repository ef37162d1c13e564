/** A table of records. The arrow keys, or j and k, move between rows; Enter opens one. */
import type { MemoryRecord } from "../../../contract/record.js";
import { href } from "../lib/route.js";
import { shortcuts } from "../lib/state.js";
import { Time, TypeMark } from "./parts.js";

/** A table of records. @param props.label Its caption, for screen readers. */
export function RecordTable({ records, label }: { records: readonly MemoryRecord[]; label: string }) {
  return (
    <table class="records" onKeyDown={moveFocus}>
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Text</th>
          <th scope="col" class="wide">
            About
          </th>
          <th scope="col" class="middle">
            Speaker
          </th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <Row key={record.id} record={record} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ record }: { record: MemoryRecord }) {
  const { id, type, text, entity, property, speaker, occurred_at, superseded_by, valid_to } = record;
  const isReplaced = superseded_by !== null || valid_to !== null;
  return (
    <tr class={isReplaced ? "replaced" : undefined}>
      <td>
        <TypeMark type={type} />
      </td>
      <td class="text">
        <a href={href("memory", id)}>{text}</a>
        {isReplaced && <span class="note"> {superseded_by === null ? "ended" : "replaced"}</span>}
      </td>
      <td class="wide about">{[entity, property].filter(Boolean).join(" · ")}</td>
      <td class="middle">{speaker}</td>
      <td class="when">
        <Time at={occurred_at} />
      </td>
    </tr>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLTableElement }): void {
  const step = steps[event.key];
  if (step === undefined || (event.key.length === 1 && !shortcuts.value)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("td.text a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[Math.max(0, at + step)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
