/**
 * Imports an export of another system, or of a store: with its progress, and a report of what was
 * left out.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ImportReport } from "../../import-report.js";
import { importFile } from "../lib/api.js";
import { amount, count } from "../lib/format.js";
import { refreshOverview, scope } from "../lib/state.js";
import { useWork } from "../lib/use-work.js";
import { Empty, Field, Problem, Title } from "../ui/parts.js";

const systems = [
  ["auto", "found from the file"],
  ["mem0", "mem0"],
  ["mcp-memory", "MCP memory server"],
  ["letta", "Letta"],
  ["zep", "Zep"],
  ["langgraph", "LangGraph"],
  ["chatgpt", "ChatGPT"],
  ["keepsake", "keepsake"],
] as const;

interface Progress {
  readonly done: number;
  readonly total?: number | undefined;
}

/** The screen that imports a file into the scope. */
export function Import() {
  const work = useWork();
  const [progress, setProgress] = useState<Progress>();
  const [report, setReport] = useState<ImportReport>();
  const stop = useRef<AbortController>(undefined);
  const [isStopped, setStopped] = useState(false);
  // If the person leaves the screen, the import stops. It can be sent again.
  useLayoutEffect(() => () => stop.current?.abort(), []);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    stop.current = new AbortController();
    const { signal } = stop.current;
    setReport(undefined);
    setStopped(false);
    setProgress({ done: 0 });
    void work.run(async () => {
      try {
        const onProgress = (done: number, total?: number) => setProgress({ done, total });
        setReport(await importFile(given.get("file") as File, queryOf(given), { signal, onProgress }));
      } catch (error) {
        if (!signal.aborted) throw error;
        setStopped(true);
      } finally {
        setProgress(undefined);
        void refreshOverview();
      }
    });
  };
  return (
    <>
      <Title note="The export of another system, or of a store. Sending it again changes nothing.">
        Import
      </Title>
      <Form isBusy={work.isBusy} onSend={send} />
      {progress !== undefined && <Running progress={progress} onStop={() => stop.current?.abort()} />}
      {work.error !== undefined && <Problem error={work.error} />}
      {isStopped && <Empty>Stopped. What was imported stays; send the file again to go on.</Empty>}
      <div aria-live="polite">{report !== undefined && <Report report={report} />}</div>
    </>
  );
}

/** The parameters of an import, from the fields of the form. */
function queryOf(given: FormData) {
  const speaker = String(given.get("speaker")).trim();
  return {
    from: String(given.get("from")),
    dry_run: String(given.get("check") === "on"),
    ...(speaker === "" ? {} : { speaker }),
    ...(scope.value === undefined ? {} : { scope: JSON.stringify(scope.value) }),
  };
}

interface FormProps {
  readonly isBusy: boolean;
  readonly onSend: (event: SubmitEvent) => void;
}

function Form({ isBusy, onSend }: FormProps) {
  return (
    <form class="decide row" onSubmit={onSend}>
      <Field label="File, at most 64 MB; keepsake import takes any size">
        <input type="file" name="file" required data-search />
      </Field>
      <Field label="Written by">
        <select name="from">
          {systems.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Who says I">
        <input name="speaker" autocomplete="off" maxLength={256} />
      </Field>
      <label class="check">
        <input type="checkbox" name="check" />
        <span>Only report, store nothing</span>
      </label>
      <button type="submit" disabled={isBusy}>
        Import
      </button>
    </form>
  );
}

function Running({ progress: { done, total }, onStop }: { progress: Progress; onStop: () => void }) {
  const of = total === undefined ? "" : ` of ${amount(total)}`;
  return (
    <div class="running">
      <progress aria-label="Progress" {...(total === undefined ? {} : { value: done, max: total })} />
      <span>{done === 0 ? "Reading the file …" : `${amount(done)}${of} records`}</span>
      <button type="button" onClick={onStop}>
        Stop
      </button>
    </div>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { dry_run, read, carried, imported, remembered, not_carried, from } = report;
  const kinds = Object.entries(carried).map(([kind, number]) => `${amount(number)} × ${kind}`);
  return (
    <>
      <h2>{dry_run ? "Would be imported" : "Imported"}</h2>
      <p>{`${kinds.join(", ")}, of ${count(read, "record")} in the file (${from}).`}</p>
      {!dry_run && (
        <p>
          {`${count(imported.records, "record")} from ${count(imported.sources, "source")} added, ${amount(imported.known)} known already.`}
          {remembered.conversations > 0 &&
            ` ${count(remembered.conversations, "conversation")} remembered: ${count(remembered.records, "record")}.`}
        </p>
      )}
      <h2>Left out</h2>
      {not_carried.length === 0 ? <Empty>Nothing.</Empty> : <LeftOut rows={not_carried} />}
    </>
  );
}

function LeftOut({ rows }: { rows: ImportReport["not_carried"] }) {
  return (
    <table class="free">
      <caption class="hidden">What was left out</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Why</th>
          <th scope="col" class="middle">
            Where
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, reason, count: number, places }) => (
          <tr key={`${kind} ${reason}`}>
            <td>{`${amount(number)} × ${kind}`}</td>
            <td>{reason}</td>
            <td class="middle">{`${places.join(", ")}${number > places.length ? ", …" : ""}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
