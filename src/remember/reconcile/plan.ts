/** The inputs and the results of reconciling: plain values. */
import type { ChangedRecord, SkippedItem } from "../../contract/remember.js";
import type { Decision, Draft } from "../../extractors/extractor.js";
import type { Closing, KnownRecords, NewRecord } from "../../stores/store.js";
import type { Passage } from "../../text/passage.js";
import type { Succession } from "./endings/succession.js";

/** A passage with what the extractor decided about it. */
export interface Candidate {
  readonly passage: Passage;
  readonly digest: string;
  readonly decision: Decision;
}

/**
 * A stored rule or fact, by the id of its record, or a rule or a fact of an earlier passage of the
 * call.
 */
export type Ended = string | Candidate | Succession;

/** The rules and facts that each passage ends. */
export type Endings = ReadonlyMap<Candidate, readonly Ended[]>;

/** What a decision depends on in addition to the drafts. */
export interface ReconcileContext {
  readonly known: KnownRecords;
  readonly endings?: Endings;
  readonly newId: () => string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly metadata: NewRecord["metadata"];
}

/** A record to be written, with the draft and the reason behind it. */
export interface PlannedRecord {
  readonly record: NewRecord;
  readonly draft: Draft;
  readonly reason: string;
  /** The last of the records that it replaces. */
  readonly previous?: { readonly record_id: string; readonly value: string };
  /** Every record that it changes, in the order in which they were closed. */
  readonly changed: readonly ChangedRecord[];
}

/** A passage to be written, with its records. */
export interface PlannedPassage {
  readonly candidate: Candidate;
  readonly mentions: readonly string[];
  readonly records: readonly PlannedRecord[];
}

/** The result of reconciling: what to write, what to close, and what was skipped. */
export interface Plan {
  readonly passages: readonly PlannedPassage[];
  readonly closings: readonly Closing[];
  readonly skipped: readonly SkippedItem[];
}
