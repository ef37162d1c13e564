/** The recall debugger: a question at any date, the prose that a prompt would get, and why. */
import { useState } from "preact/hooks";
import type { CandidateOutcome, RecallCandidate, SearchPayload } from "../../../contract/recall.js";
import { call } from "../lib/api.js";
import { amount, count } from "../lib/format.js";
import { href } from "../lib/route.js";
import { inScope } from "../lib/state.js";
import { Empty, Facts, Field, Loading, Problem, Time, Title, TypeMark } from "../ui/parts.js";

const confidences = {
  found: "found: memory has an answer",
  weak: "weak: memory may have no answer; a reader must check",
  none: "none: nothing is returned",
} as const;

/** The screen that recalls, and shows each candidate with its outcome. */
export function Recall() {
  const [answer, setAnswer] = useState<SearchPayload>();
  const [error, setError] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    try {
      setAnswer(await call("search", requestOf(given)));
      setError(undefined);
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    }
    setBusy(false);
  };
  return (
    <>
      <Title note="What a prompt would get for a question, at any date, and why the rest was left out. Each question counts as a call.">
        Recall
      </Title>
      <form class="filters" onSubmit={ask}>
        <Field label="Question">
          <input name="query" data-search required maxLength={32_768} class="long" autocomplete="off" />
        </Field>
        <Field label="Asked by">
          <input name="speaker" autocomplete="off" />
        </Field>
        <Field label="As of">
          <input name="as_of" type="date" />
        </Field>
        <Field label="Token budget">
          <input name="token_budget" type="number" min={1} max={100_000} value={1000} required />
        </Field>
        <button type="submit" disabled={isBusy}>
          Recall
        </button>
      </form>
      {error !== undefined && <Problem error={error} />}
      {isBusy && <Loading what="the answer" />}
      <div aria-live="polite">{answer !== undefined && <Answer answer={answer} />}</div>
    </>
  );
}

function requestOf(given: FormData): object {
  const text = (name: string) => String(given.get(name) ?? "").trim();
  return {
    query: text("query"),
    ...(text("speaker") === "" ? {} : { speaker: text("speaker") }),
    // The end of the day, so that what was said on that day is included.
    ...(text("as_of") === "" ? {} : { as_of: `${text("as_of")}T23:59:59.999Z` }),
    token_budget: Number(text("token_budget")),
    trace: true,
    ...inScope(),
  };
}

function Answer({ answer }: { answer: SearchPayload }) {
  const { trace, tokens, cost, confidence = "none" } = answer;
  const isIn = ({ outcome }: RecallCandidate) => outcome === "returned" || outcome === "in_rules";
  const candidates = trace?.candidates ?? [];
  const [inside, outside] = [candidates.filter(isIn), candidates.filter((one) => !isIn(one))];
  return (
    <>
      <h2>The prompt gets</h2>
      <Facts
        rows={[
          ["Confidence", confidences[confidence]],
          ["Tokens", `${amount(tokens)}, with those of the question`],
          ["Cost", cost === 0 ? "" : `${cost} USD`],
          ["Considered", count(trace?.considered ?? 0, "passage")],
          ["Probability of an answer", `${Math.round((trace?.answerable ?? 0) * 100)} %`],
        ]}
      />
      <Prose answer={answer} />
      <h2>{`In the answer (${inside.length})`}</h2>
      {inside.length === 0 ? <Empty>{trace?.note ?? "Nothing."}</Empty> : <Candidates list={inside} />}
      <h2>{`Left out (${outside.length})`}</h2>
      {outside.length === 0 ? <Empty>Nothing else was considered.</Empty> : <Candidates list={outside} />}
    </>
  );
}

function Prose({ answer }: { answer: SearchPayload }) {
  const parts = [
    ["Facts", answer.semantic_memory],
    ["Events", answer.episodic_memory],
    ["Rules", answer.procedural_memory],
    ...answer.file_memory.map(
      ({ name, heading, text }) => [[name, heading].filter(Boolean).join(" · "), text] as const,
    ),
  ].filter(([, text]) => text !== "");
  if (parts.length === 0) return <Empty>Nothing: no part of the prompt is filled.</Empty>;
  return (
    <dl class="prose">
      {parts.map(([name, text], index) => (
        <div key={`${index} ${name}`}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Short words for each outcome; the whole sentence comes with the candidate. */
const outcomes: Readonly<Record<CandidateOutcome, string>> = {
  returned: "in the answer",
  in_rules: "among the rules",
  no_room: "no room",
  repeated: "repeated",
  replaced: "replaced",
  far_below_best: "far below the best",
  no_answer_likely: "no answer likely",
  unlike: "unlike the question",
  about_others: "about others",
};

function Candidates({ list }: { list: readonly RecallCandidate[] }) {
  return (
    <ol class="candidates">
      {list.map((one, index) => (
        <li key={`${one.source_id} ${index}`}>
          <p class="head">
            <TypeMark type={one.type} />
            <span class="outcome" title={one.why}>
              {outcomes[one.outcome]}
            </span>
            <span class="note">
              {one.speaker ?? "unnamed"} · <Time at={one.said_at} /> · {`${(one.score * 100).toFixed(1)} %`}
              {one.tokens > 0 && ` · ${count(one.tokens, "token")}`}
            </span>
          </p>
          <p>
            <a href={href("memory", one.record_ids[0] ?? "")}>{one.text}</a>
          </p>
          <p class="note">
            {one.why}
            {one.because.length > 0 && ` Strongest signals: ${one.because.join("; ")}.`}
          </p>
          <Signals signals={one.signals} />
        </li>
      ))}
    </ol>
  );
}

function Signals({ signals }: { signals: Readonly<Record<string, number>> }) {
  const listed = Object.entries(signals).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  if (listed.length === 0) return null;
  return (
    <details>
      <summary>{count(listed.length, "signal")}</summary>
      <ul class="signals">
        {listed.map(([name, value]) => (
          <li key={name}>
            <span>{name}</span>
            <code>{value.toFixed(3)}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
