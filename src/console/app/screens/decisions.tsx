/** Decisions: what remember would keep of a text, what it would replace, and what it would skip. */
import { useState } from "preact/hooks";
import type { AddPayload, MemoryDecisions } from "../../../contract/remember.js";
import { call } from "../lib/api.js";
import { count } from "../lib/format.js";
import { href } from "../lib/route.js";
import { inScope } from "../lib/state.js";
import { Empty, Field, Loading, Problem, Title, TypeMark } from "../ui/parts.js";

/** The screen that previews `remember`; nothing is saved. */
export function Decisions() {
  const [answer, setAnswer] = useState<AddPayload>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const decide = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const speaker = String(given.get("speaker") ?? "").trim();
    setBusy(true);
    try {
      const content = String(given.get("content") ?? "");
      setAnswer(
        await call("add", { content, dry_run: true, ...(speaker === "" ? {} : { speaker }), ...inScope() }),
      );
      setError(undefined);
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    }
    setBusy(false);
  };
  return (
    <>
      <Title note="What would be kept of a text, and why. Nothing is written, counted or charged.">
        Decisions
      </Title>
      <form class="decide" onSubmit={decide}>
        <Field label="Text">
          <textarea name="content" data-search required rows={6} />
        </Field>
        <Field label="Said by">
          <input name="speaker" autocomplete="off" />
        </Field>
        <button type="submit" disabled={isBusy}>
          Decide
        </button>
      </form>
      {error !== undefined && <Problem error={error} />}
      {isBusy && <Loading what="the decisions" />}
      <div aria-live="polite">{answer !== undefined && <Answer answer={answer} />}</div>
    </>
  );
}

type Item = MemoryDecisions[keyof MemoryDecisions]["items"][number];

function Answer({ answer }: { answer: AddPayload }) {
  const { memory_decisions, skipped } = answer.data.data;
  const types = ["semantic", "episodic", "procedural"] as const;
  const kept = types.flatMap((type) => memory_decisions[type].items.map((item) => ({ type, item }) as const));
  return (
    <>
      <h2>{`Would be kept (${kept.length})`}</h2>
      {kept.length === 0 && <Empty>Nothing.</Empty>}
      <ul class="candidates">
        {kept.map(({ type, item }) => (
          <li key={item.record_id}>
            <p class="head">
              <TypeMark type={type} />
              <span class="outcome">{item.operation === "UPDATE" ? "update" : "new"}</span>
              {item.certainty < 1 && (
                <span class="note">{`${Math.round(item.certainty * 100)} % certain`}</span>
              )}
            </p>
            <p>{textOf(item)}</p>
            <p class="note">{item.reason}</p>
            <Changes item={item} />
          </li>
        ))}
      </ul>
      <h2>{`Would be skipped (${skipped.length})`}</h2>
      {skipped.length === 0 && <Empty>Nothing.</Empty>}
      <ul class="candidates">
        {skipped.map(({ text, reason }, index) => (
          <li key={`${index} ${reason}`}>
            <p>{text}</p>
            <p class="note">{reason}</p>
          </li>
        ))}
      </ul>
      <p class="quiet">{`${count(considered(answer), "existing record")} were considered.`}</p>
    </>
  );
}

function textOf(item: Item): string {
  if (!("entity" in item)) return item.document;
  return `${item.entity} · ${item.property} = ${item.value}`;
}

function Changes({ item }: { item: Item }) {
  if (item.changed.length === 0) return null;
  return (
    <ul class="changes">
      {item.changed.map(({ record_id, value, change }) => (
        <li key={record_id}>
          {`${change} `}
          <a href={href("memory", record_id)}>{value}</a>
        </li>
      ))}
    </ul>
  );
}

function considered({ data: { query } }: AddPayload): number {
  return query.semantic_context.length + query.episodic_context.length + query.procedural_context.length;
}
