/** Compares what `remember` ended with what the labels say is over. */
import type { LabelledMessage } from "../../training/extractor/examples/talk-message.js";
import { sameValue } from "../understanding/match.js";
import { type Change, changesIn, type Stated } from "./expected.js";

/** What a record says, and the earlier records that it ended. */
export interface Written {
  readonly id: string;
  readonly value: string;
  readonly ended: readonly string[];
}

/** Counts over dialogs. */
export interface Tally {
  changes: number;
  /** Changes whose former value the text names. */
  formersNamed: number;
  /** Of those, with a record of the former value that ended. */
  formersFound: number;
  /** Changes of what an earlier message of the dialog states. */
  repeated: number;
  /** Of those, with a record of the earlier statement. */
  stored: number;
  /** Of those, with such a record that ended. */
  ended: number;
  /** Records of earlier messages that a message ended. */
  endings: number;
  /** Endings that a label confirms. */
  confirmed: number;
  /** Endings by a message with no labelled change. */
  unlabelled: number;
}

export function emptyTally(): Tally {
  return {
    changes: 0,
    formersNamed: 0,
    formersFound: 0,
    repeated: 0,
    stored: 0,
    ended: 0,
    endings: 0,
    confirmed: 0,
    unlabelled: 0,
  };
}

/** Adds a dialog. `written` has the facts that were stored of each message. */
export function tallyDialog(
  tally: Tally,
  messages: readonly LabelledMessage[],
  written: readonly (readonly Written[])[],
): void {
  const placed = new Map(
    written.flatMap((records, message) => records.map((record) => [record.id, { record, message }] as const)),
  );
  const over = new Set(written.flatMap((records) => records.flatMap(({ ended }) => ended)));
  for (const [message, changes] of changesIn(messages).entries()) {
    const own = written[message]!;
    for (const change of changes) tallyChange(tally, change, { own, written, over });
    for (const id of own.flatMap(({ ended }) => ended)) {
      const found = placed.get(id);
      if (found === undefined || found.message === message) continue;
      tally.endings += 1;
      if (changes.some((change) => isConfirmed(found, change))) tally.confirmed += 1;
      else if (changes.length === 0) tally.unlabelled += 1;
    }
  }
}

interface Outcome {
  readonly own: readonly Written[];
  readonly written: readonly (readonly Written[])[];
  readonly over: ReadonlySet<string>;
}

function tallyChange(tally: Tally, { fact, over: former }: Change, { own, written, over }: Outcome): void {
  tally.changes += 1;
  if (fact.former !== null) {
    const named = fact.former;
    tally.formersNamed += 1;
    if (own.some(({ id, value }) => over.has(id) && sameValue(value, named))) tally.formersFound += 1;
  }
  if (former.length === 0) return;
  const records = former.flatMap((stated) => recordsOf(stated, written));
  tally.repeated += 1;
  if (records.length > 0) tally.stored += 1;
  if (records.some(({ id }) => over.has(id))) tally.ended += 1;
}

function recordsOf({ message, fact }: Stated, written: readonly (readonly Written[])[]): Written[] {
  return written[message]!.filter(({ value }) => sameValue(value, fact.value));
}

function isConfirmed(
  { record, message }: { readonly record: Written; readonly message: number },
  { fact, earlier }: Change,
): boolean {
  const named = fact.former ?? (fact.change === "ends" ? fact.value : null);
  if (named !== null && sameValue(record.value, named)) return true;
  return earlier.some((one) => one.message === message && sameValue(record.value, one.fact.value));
}
