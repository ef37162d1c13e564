/** A source as it was said: every passage, with the passage of a record highlighted. */
import { useState } from "preact/hooks";
import type { ExchangedSource } from "../../../contract/maintenance/exchange.js";
import { count } from "../lib/format.js";
import { Empty, Time } from "./parts.js";

type Passage = ExchangedSource["passages"][number];

/** The passages of an export of one source. */
export function sourceOf(lines: string): Passage[] {
  const [, ...parts] = lines.split("\n").filter((line) => line !== "");
  return parts.flatMap((line) => (JSON.parse(line) as { source: ExchangedSource }).source.passages);
}

/**
 * How many passages are shown before and after the record's passage, until the person asks for all.
 */
const around = 4;

/** The passages of a source. @param props.id The record whose passage is marked. */
export function Source({ passages, id }: { passages: readonly Passage[]; id: string }) {
  const [isWhole, setWhole] = useState(false);
  const at = passages.findIndex(({ records }) => records.some((one) => one.id === id));
  if (at < 0) return <Empty>Its source cannot be read.</Empty>;
  const from = isWhole ? 0 : Math.max(0, at - around);
  const shown = passages.slice(from, isWhole ? passages.length : at + around + 1);
  const hidden = passages.length - shown.length;
  return (
    <>
      <ol class="source" start={from + 1}>
        {shown.map((passage, index) => {
          const isIts = from + index === at;
          return (
            <li key={from + index} class={isIts ? "its" : undefined}>
              <span class="said">
                {passage.speaker ?? passage.role} · <Time at={passage.said_at} exact />
                {isIts && <span class="note"> · this record</span>}
              </span>
              {passage.prompt !== null && <q>{passage.prompt}</q>}
              <p>{passage.text}</p>
            </li>
          );
        })}
      </ol>
      {hidden > 0 && (
        <button type="button" onClick={() => setWhole(true)}>
          {`Show ${count(hidden, "more passage")}`}
        </button>
      )}
    </>
  );
}
