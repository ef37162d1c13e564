/** The timeline: what was true on a day, which is chosen with a slider. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { MemoryRecord } from "../../../contract/record.js";
import { call } from "../lib/api.js";
import { count, day } from "../lib/format.js";
import { href } from "../lib/route.js";
import { inScope, overview } from "../lib/state.js";
import { useLoad } from "../lib/use-load.js";
import { MonthBars } from "../ui/month-bars.js";
import { Pages, usePaging } from "../ui/pages.js";
import { Empty, Field, Loading, Problem, Time, Title, TypeMark } from "../ui/parts.js";

const dayMs = 86_400_000;
const pageSize = 100;
/** How long the slider must be at rest before the day is looked up. */
const restMs = 120;

/** The screen of what was true on a day. */
export function Timeline() {
  const counted = overview.value;
  if (counted instanceof Error) return <Problem error={counted} />;
  return (
    <>
      <Title note="What was said by the end of a day, and was still true then. What has been replaced since is struck through.">
        Timeline
      </Title>
      {counted === undefined && <Loading what="the months" />}
      {counted?.months.length === 0 && <Empty>Nothing is kept in this scope.</Empty>}
      {counted !== undefined && counted.months.length > 0 && (
        <AsOf first={`${counted.months[0]!.month}-01`} months={counted.months} />
      )}
    </>
  );
}

function AsOf({ first, months }: { first: string; months: Parameters<typeof MonthBars>[0]["months"] }) {
  const start = Date.parse(first);
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const lastMonth = Date.parse(`${months.at(-1)!.month}-28`);
  const most = Math.max(1, Math.round((Math.max(today, lastMonth) - start) / dayMs));
  const [at, setAt] = useState(Math.min(most, Math.round((today - start) / dayMs)));
  const rested = useRested(at);
  const dayOf = (days: number) => day(new Date(start + days * dayMs).toISOString());
  const asOf = `${dayOf(rested)}T23:59:59.999Z`;
  const wantedDay = JSON.stringify([asOf, inScope()]);
  const paging = usePaging(wantedDay);
  const { cursor } = paging;
  const { data, error, isLoading } = useLoad(JSON.stringify([wantedDay, cursor]), async (signal) => {
    const wanted = { as_of: asOf, include_superseded: false, order: "newest", limit: pageSize };
    const page = cursor === undefined ? wanted : { ...wanted, cursor };
    return { asOf, ...(await call("records", { ...inScope(), ...page }, signal)) };
  });
  return (
    <>
      <MonthBars months={months} marked={dayOf(at).slice(0, 7)} />
      <Slider at={at} most={most} dayOf={dayOf} start={start} onChange={setAt} />
      {error !== undefined && <Problem error={error} />}
      {data === undefined && error === undefined && <Loading what="the day" />}
      {data !== undefined && (
        <States records={data.items} asOf={data.asOf} hasMore={data.next_cursor !== null} />
      )}
      {data !== undefined && (cursor !== undefined || data.next_cursor !== null) && (
        <Pages paging={paging} next={data.next_cursor} isLoading={isLoading} />
      )}
    </>
  );
}

interface SliderProps {
  /** The chosen day, in days after the start. */
  readonly at: number;
  readonly most: number;
  /** The first day, in milliseconds since 1970. */
  readonly start: number;
  readonly dayOf: (days: number) => string;
  readonly onChange: (days: number) => void;
}

/** Chooses a day with a slider, or as a date. */
function Slider({ at, most, start, dayOf, onChange }: SliderProps) {
  const set = (days: number) => {
    if (Number.isFinite(days)) onChange(Math.min(most, Math.max(0, days)));
  };
  return (
    <div class="slider">
      <Field label="As of">
        <input
          type="range"
          min={0}
          max={most}
          value={at}
          aria-valuetext={dayOf(at)}
          onInput={({ currentTarget }) => set(Number(currentTarget.value))}
        />
      </Field>
      <Field label="Day">
        <input
          type="date"
          value={dayOf(at)}
          onChange={({ currentTarget }) => set(Math.round((Date.parse(currentTarget.value) - start) / dayMs))}
        />
      </Field>
    </div>
  );
}

/** The value, after it has not changed for a moment. */
function useRested(value: number): number {
  const [rested, setRested] = useState(value);
  const timer = useRef(0);
  useLayoutEffect(() => {
    timer.current = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer.current);
  }, [value]);
  return rested;
}

interface StatesProps {
  readonly records: readonly MemoryRecord[];
  readonly asOf: string;
  readonly hasMore: boolean;
}

function States({ records, asOf, hasMore }: StatesProps) {
  const since = (record: MemoryRecord) => record.valid_from ?? record.occurred_at;
  const inOrder = records.toSorted((one, other) => since(other).localeCompare(since(one)));
  const days = [...new Set(inOrder.map((one) => day(since(one))))];
  return (
    <>
      <p class="quiet" role="status">
        {`${count(records.length, "record")}${hasMore ? " of more" : ""}, as of ${day(asOf)}`}
      </p>
      <ol class="days">
        {days.map((one) => (
          <li key={one}>
            <h2>{one}</h2>
            <ul>
              {inOrder
                .filter((record) => day(since(record)) === one)
                .map((record) => (
                  <State key={record.id} record={record} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

function State({ record: { id, type, text, valid_to } }: { record: MemoryRecord }) {
  return (
    <li class={valid_to === null ? undefined : "replaced"}>
      <TypeMark type={type} /> <a href={href("memory", id)}>{text}</a>
      {valid_to !== null && (
        <span class="note">
          {" until "}
          <Time at={valid_to} />
        </span>
      )}
    </li>
  );
}
