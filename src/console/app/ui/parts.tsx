/** Small parts that every screen uses. */
import type { ComponentChildren } from "preact";
import type { RecordType } from "../../../contract/record.js";
import { day, minute, typeNames } from "../lib/format.js";

/** The title of a screen. The shell moves the focus to it, so that a screen reader reads it. */
export function Title({ children, note }: { children: ComponentChildren; note?: ComponentChildren }) {
  return (
    <header class="title">
      <h1 tabIndex={-1}>{children}</h1>
      {note !== undefined && <p>{note}</p>}
    </header>
  );
}

/** What is shown while something is loaded. */
export function Loading({ what }: { what: string }) {
  return <p class="quiet" role="status">{`Loading ${what} …`}</p>;
}

/** An error. */
export function Problem({ error }: { error: Error }) {
  return (
    <p class="problem" role="alert">
      {error.message}
    </p>
  );
}

/** What is shown if there is nothing. */
export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** The type of a record, in words. */
export function TypeMark({ type }: { type: RecordType }) {
  return <span class={`type ${type}`}>{typeNames[type]}</span>;
}

/** A time in UTC, to the day unless `exact`. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  return (
    <time dateTime={at} title={at}>
      {exact ? minute(at) : day(at)}
    </time>
  );
}

/** A label with its control. */
export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is passed as the children
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** Names and values in two columns. Rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
