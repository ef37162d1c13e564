/** The records of the scope: a table with filters, page by page from the server. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RecordType } from "../../../contract/record.js";
import { call } from "../lib/api.js";
import { typeNames } from "../lib/format.js";
import { route, setQuery } from "../lib/route.js";
import { inScope, overview, scope } from "../lib/state.js";
import { useLoad } from "../lib/use-load.js";
import { Pages, usePaging } from "../ui/pages.js";
import { Empty, Field, Loading, Problem, Title } from "../ui/parts.js";
import { RecordTable } from "../ui/record-table.js";

const pageSize = 50;
/** How long the search waits for the next key. */
const typingMs = 180;

/** The screen of the records of the scope, newest first. */
export function Memories() {
  const filters = Object.fromEntries(route.value.query);
  const wanted = JSON.stringify([filters, inScope()]);
  const paging = usePaging(wanted);
  const { cursor } = paging;
  const { data, error, isLoading } = useLoad(JSON.stringify([wanted, cursor]), (signal) =>
    call("records", { ...requestOf(filters), ...(cursor === undefined ? {} : { cursor }) }, signal),
  );
  return (
    <>
      <Title note="What is kept, newest first. Choose a record to see where it came from.">Memories</Title>
      <Filters />
      {error !== undefined && <Problem error={error} />}
      {data === undefined && isLoading && <Loading what="records" />}
      {data?.items.length === 0 && <Empty>No record matches.</Empty>}
      {data !== undefined && data.items.length > 0 && (
        <>
          <RecordTable records={data.items} label="Records" />
          <Pages paging={paging} next={data.next_cursor} isLoading={isLoading} />
        </>
      )}
    </>
  );
}

/** The request for the filters in the address. */
function requestOf(filters: Readonly<Record<string, string>>): object {
  const { text, type, entity, speaker, after, before, replaced, order, source } = filters;
  return {
    ...inScope(),
    ...(text ? { text } : {}),
    ...(type ? { types: [type] } : {}),
    ...(entity ? { entity } : {}),
    ...(speaker ? { speaker } : {}),
    ...(source ? { source_id: source } : {}),
    ...(after ? { after } : {}),
    ...(before ? { before } : {}),
    include_superseded: replaced === "yes",
    order: order === "oldest" ? "oldest" : "newest",
    limit: pageSize,
  };
}

function Filters() {
  const { query } = route.value;
  const of = (name: string) => query.get(name) ?? "";
  const set = (name: string) => (event: Event) =>
    setQuery({ [name]: (event.currentTarget as HTMLInputElement).value });
  return (
    <search class="filters">
      <Search key={JSON.stringify(scope.value)} />
      <TypeField value={of("type")} onChange={set("type")} />
      <Field label="About">
        <input list="entities" value={of("entity")} onChange={set("entity")} autocomplete="off" />
      </Field>
      <Field label="Speaker">
        <input list="speakers" value={of("speaker")} onChange={set("speaker")} autocomplete="off" />
      </Field>
      <Field label="From">
        <input type="date" value={of("after")} onChange={set("after")} />
      </Field>
      <Field label="Before">
        <input type="date" value={of("before")} onChange={set("before")} />
      </Field>
      <Field label="Order">
        <select value={of("order")} onChange={set("order")}>
          <option value="">newest first</option>
          <option value="oldest">oldest first</option>
        </select>
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={of("replaced") === "yes"}
          onChange={({ currentTarget }) => setQuery({ replaced: currentTarget.checked ? "yes" : "" })}
        />
        <span>Also replaced</span>
      </label>
      <Names />
    </search>
  );
}

interface TypeFieldProps {
  readonly value: string;
  readonly onChange: (event: Event) => void;
}

function TypeField({ value, onChange }: TypeFieldProps) {
  return (
    <Field label="Type">
      <select value={value} onChange={onChange}>
        <option value="">all</option>
        {(Object.keys(typeNames) as RecordType[]).map((type) => (
          <option key={type} value={type}>
            {`${typeNames[type]}s`}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** The names that the fields propose. */
function Names() {
  const counted = overview.value;
  const names = counted === undefined || counted instanceof Error ? undefined : counted;
  return (
    <>
      <datalist id="entities">
        {names?.entities.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id="speakers">
        {names?.speakers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** A search field that searches while the person types. */
function Search() {
  const timer = useRef(0);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Field label="Text">
      <input
        type="search"
        data-search
        placeholder="contains …"
        defaultValue={route.value.query.get("text") ?? ""}
        onInput={({ currentTarget: { value } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => setQuery({ text: value }), typingMs);
        }}
      />
    </Field>
  );
}
