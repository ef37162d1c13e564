/** Forgets a record: what would be erased, then the erasure, then its proof. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ForgetResult } from "../../../contract/forget.js";
import { call } from "../lib/api.js";
import { bytes, count } from "../lib/format.js";
import { inScope, refreshOverview } from "../lib/state.js";
import { useWork } from "../lib/use-work.js";
import { Field, Problem, TypeMark } from "../ui/parts.js";

type Step =
  | { readonly at: "start" }
  | { readonly at: "preview"; readonly preview: ForgetResult }
  | { readonly at: "done"; readonly result: ForgetResult; readonly proof: string };

const because = {
  selected: "this record",
  ancestor: "what it replaced",
  shares_passage: "from the same passage",
} as const;

/**
 * The steps that forget one record.
 *
 * @param props.onForgotten Called when the person has read the proof.
 */
export function Forget({ id, onForgotten }: { id: string; onForgotten: () => void }) {
  const [step, setStep] = useState<Step>({ at: "start" });
  const [reason, setReason] = useState("");
  const { isBusy, error, run } = useWork();
  const { start, heading } = useFocus(step.at);
  const preview = () =>
    run(async () =>
      setStep({ at: "preview", preview: await call("forget", { ids: [id], dry_run: true, ...inScope() }) }),
    );
  const erase = () =>
    run(async () => {
      const given = reason.trim() === "" ? {} : { reason: reason.trim() };
      const result = await call("forget", { ids: [id], ...given, ...inScope() });
      setStep({ at: "done", result, proof: await proofOf() });
      void refreshOverview();
    });

  return (
    <div class="forget">
      {error !== undefined && <Problem error={error} />}
      {step.at === "start" && (
        <button ref={start} type="button" disabled={isBusy} onClick={preview}>
          Show what would be erased
        </button>
      )}
      {step.at === "preview" && (
        <Preview
          preview={step.preview}
          heading={heading}
          isBusy={isBusy}
          reason={reason}
          onReason={setReason}
          onErase={erase}
          onKeep={() => setStep({ at: "start" })}
        />
      )}
      {step.at === "done" && (
        <Proof result={step.result} proof={step.proof} heading={heading} onForgotten={onForgotten} />
      )}
    </div>
  );
}

/** Moves the focus to what replaces a pressed button. */
function useFocus(at: Step["at"]) {
  const heading = useRef<HTMLParagraphElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    // The pressed button was removed: the content that replaces it gets the focus.
    if (!isFirst.current) (at === "start" ? start : heading).current?.focus();
    isFirst.current = false;
  }, [at]);
  return { start, heading };
}

interface PreviewProps {
  readonly preview: ForgetResult;
  readonly heading: RefObject<HTMLParagraphElement | null>;
  readonly isBusy: boolean;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onErase: () => void;
  readonly onKeep: () => void;
}

/** What would be erased, with the reason that the audit trail gets. */
function Preview({ preview, heading, isBusy, reason, onReason, onErase, onKeep }: PreviewProps) {
  return (
    <>
      <p ref={heading} tabIndex={-1}>
        {`${count(preview.ids.length, "record")} would be erased for good, from every index and from the file:`}
      </p>
      <ul class="preview">
        {preview.preview.map((one) => (
          <li key={one.record_id}>
            <TypeMark type={one.type} /> {one.text} <span class="note">{because[one.because]}</span>
          </li>
        ))}
      </ul>
      <Field label="Reason, for the audit trail (no content)">
        <input
          value={reason}
          maxLength={2000}
          onInput={({ currentTarget }) => onReason(currentTarget.value)}
        />
      </Field>
      <div class="actions">
        <button type="button" class="danger" disabled={isBusy} onClick={onErase}>
          {`Erase ${count(preview.ids.length, "record")}`}
        </button>
        <button type="button" disabled={isBusy} onClick={onKeep}>
          Keep
        </button>
      </div>
    </>
  );
}

interface ProofProps {
  readonly result: ForgetResult;
  readonly proof: string;
  readonly heading: RefObject<HTMLParagraphElement | null>;
  readonly onForgotten: () => void;
}

/** What was erased, and how that was checked. */
function Proof({ result, proof, heading, onForgotten }: ProofProps) {
  return (
    <div class="proof">
      <p ref={heading} tabIndex={-1} role="status">
        <strong>{`${count(result.forgotten, "record")} erased.`}</strong>{" "}
        {`${verdictOf(result)} ${bytes(result.freed_bytes)} freed. ${proof}`}
      </p>
      <button type="button" onClick={onForgotten}>
        Show what is left
      </button>
    </div>
  );
}

function verdictOf({ verified, unproven }: ForgetResult): string {
  if (verified)
    return "No index finds them any more, and every byte of the file that belongs to no row is zero.";
  return unproven ?? "Not verified yet: another process still reads. A later call completes it.";
}

/** The audit trail after the erasure, in a sentence. */
async function proofOf(): Promise<string> {
  const { valid, rows, broken_at } = await call("verify_audit");
  return valid
    ? `The audit trail has the erasure, and its ${count(rows, "row")} verify.`
    : `The audit trail is broken at row ${broken_at}.`;
}
