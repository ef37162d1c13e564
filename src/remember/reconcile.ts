/**
 * Reconciling: what was drafted meets what is known. Pure; the store is asked before and written after.
 *
 * An update never destroys. A new value of a single-valued property closes the old record; everything else joins what is there. What is
 * unsure is added: a wrong supersession costs more trust than a repetition.
 */
import type { SkippedItem } from "../contract/remember.js";
import type { Decision, Draft, SemanticDraft } from "../extractors/extractor.js";
import type { Passage } from "../internal/passage.js";
import { indexWords } from "../internal/words.js";
import type { Closing, FactKey, Known, NewRecord } from "../stores/store.js";
import {
  factKey,
  type LiveFact,
  liveFact,
  liveFields,
  overlaps,
  type SaidBefore,
  saidBefore,
  sameValue,
  saysTheSame,
} from "./said-before.js";

/** A passage with what the extractor decided about it. */
export interface Candidate {
  readonly passage: Passage;
  readonly digest: string;
  readonly decision: Decision;
}

/** What a decision depends on beside the drafts. */
export interface ReconcileContext {
  readonly known: Known;
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
  /** What it replaces. */
  readonly previous?: { readonly record_id: string; readonly value: string };
}

/** A passage to be written, with its records. */
export interface PlannedPassage {
  readonly candidate: Candidate;
  readonly mentions: readonly string[];
  readonly records: readonly PlannedRecord[];
}

/** What reconciling decided: what to write, what to close, and what was not worth keeping. */
export interface Plan {
  readonly passages: readonly PlannedPassage[];
  readonly closings: readonly Closing[];
  readonly skipped: readonly SkippedItem[];
}

/** The facts that the decision will depend on, each once. */
export function factKeys(candidates: readonly Candidate[]): FactKey[] {
  const keys = candidates.flatMap(({ decision }) =>
    decision.keep ? decision.drafts.filter(isSemantic) : [],
  );
  return [
    ...new Map(
      keys.map(({ entity, property }) => [factKey(entity, property), { entity, property }]),
    ).values(),
  ];
}

/** Decides, passage by passage in the order said, what is created, what is updated and what is skipped, each with its reason. */
export function reconcile(candidates: readonly Candidate[], context: ReconcileContext): Plan {
  const ledger = new Ledger(context);
  const skipped: SkippedItem[] = [];
  const passages: PlannedPassage[] = [];
  for (const candidate of candidates) {
    const { passage, decision } = candidate;
    if (!decision.keep) {
      skipped.push({ text: passage.text, reason: decision.reason });
      continue;
    }
    const records = ledger.plan(candidate, decision.drafts);
    if (records.length > 0) passages.push({ candidate, mentions: decision.mentions, records });
    else skipped.push({ text: passage.text, reason: "known already" });
  }
  return { passages: ledger.settled(passages), closings: ledger.closings, skipped };
}

/** What is current while a call is read, message by message: its later messages may update what its earlier ones said. */
class Ledger {
  readonly closings: Closing[] = [];
  readonly #facts = new Map<string, LiveFact[]>();
  readonly #said = new Map<string, SaidBefore[]>();
  readonly #planned = new Set<string>();
  readonly #closedHere = new Map<string, Closing>();
  readonly #context: ReconcileContext;

  constructor(context: ReconcileContext) {
    this.#context = context;
    for (const record of context.known.facts)
      this.#remember(record.entity ?? "", record.property ?? "", liveFact(record));
    for (const { digest, records } of context.known.passages) {
      this.#said.set(digest, [...(this.#said.get(digest) ?? []), ...records.map(saidBefore)]);
    }
  }

  plan(candidate: Candidate, drafts: readonly Draft[]): PlannedRecord[] {
    const before = this.#said.get(candidate.digest) ?? [];
    const fresh = drafts.filter((draft) => !before.some((said) => saysTheSame(said, draft)));
    const news =
      fresh.some((draft) => draft.type !== "semantic" || !this.#isKnown(draft)) ||
      this.#saysMore(candidate, fresh);
    const records = news ? fresh.flatMap((draft) => this.#planDraft(candidate, draft)) : [];
    for (const { record } of records) this.#planned.add(record.id);
    this.#said.set(candidate.digest, [...before, ...records.map(({ record }) => saidBefore(record))]);
    return records;
  }

  /** Records made in this call may have been closed by a later message of it: they are written closed. */
  settled(passages: readonly PlannedPassage[]): PlannedPassage[] {
    return passages.map((passage) => ({
      ...passage,
      records: passage.records.map((planned) => {
        const closing = this.#closedHere.get(planned.record.id);
        if (closing === undefined) return planned;
        return {
          ...planned,
          record: { ...planned.record, validTo: closing.validTo, supersededBy: closing.supersededBy },
        };
      }),
    }));
  }

  #planDraft(candidate: Candidate, draft: Draft): PlannedRecord[] {
    switch (draft.type) {
      case "semantic":
        return draft.polarity === "ended"
          ? this.#planEnding(candidate, draft)
          : this.#planFact(candidate, draft);
      case "episodic":
        return [
          {
            record: this.#record(candidate, draft, { occurredAt: draft.occurredAt }),
            draft,
            reason: draft.reason,
          },
        ];
      case "procedural":
        return [
          {
            record: this.#record(candidate, draft, {
              trigger: draft.trigger,
              validFrom: candidate.passage.saidAt,
            }),
            draft,
            reason: draft.reason,
          },
        ];
    }
  }

  #planFact(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const live = this.#live(draft).filter(({ value }) => !sameValue(value, draft.value));
    const older =
      draft.cardinality === "one" ? live.find(({ saidAt }) => saidAt > candidate.passage.saidAt) : undefined;
    if (older !== undefined) return [this.#planHistory(candidate, draft, older)];
    const replaced = draft.cardinality === "one" ? live : [];
    const fact = {
      ...factFields(draft),
      validFrom: draft.validFrom ?? candidate.passage.saidAt,
      validTo: draft.validTo,
    };
    const record = this.#record(candidate, draft, {
      ...fact,
      operation: replaced.length > 0 ? "UPDATE" : "CREATE",
    });
    this.#close(replaced, record, candidate.passage.saidAt);
    if (record.validTo === null)
      this.#remember(draft.entity, draft.property, { ...liveFields(record), text: draft.text });
    return [{ record, draft, ...replacing(draft, replaced.at(-1)) }];
  }

  /** Said before what is current, though heard after it: it joins the history and replaces nothing. */
  #planHistory(candidate: Candidate, draft: SemanticDraft, current: LiveFact): PlannedRecord {
    const validFrom = draft.validFrom ?? candidate.passage.saidAt;
    const validTo = current.validFrom > validFrom ? current.validFrom : current.saidAt;
    const record = this.#record(candidate, draft, {
      ...factFields(draft),
      validFrom,
      validTo,
      supersededBy: current.id,
    });
    return { record, draft, reason: `${draft.reason}; older than what is known, so it joins the history` };
  }

  /** "I no longer work at Acme": the fact is closed, and that it ended is a fact of its own. */
  #planEnding(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const ended = this.#live(draft).filter(({ value }) => draft.value === "" || overlaps(value, draft.value));
    const value = draft.value || (ended.at(-1)?.value ?? "unknown");
    const fields = {
      property: `former ${draft.property}`,
      value,
      validFrom: draft.validTo ?? candidate.passage.saidAt,
    };
    const record = this.#record(candidate, draft, {
      ...fields,
      operation: ended.length > 0 ? "UPDATE" : "CREATE",
    });
    this.#close(ended, record, candidate.passage.saidAt);
    return [{ record, draft, ...replacing(draft, ended.at(-1)) }];
  }

  #close(facts: readonly LiveFact[], heir: NewRecord, saidAt: string): void {
    for (const fact of facts) {
      const from = heir.validFrom ?? saidAt;
      // "I have lived in Porto since 2019" said after "I live in Lisbon": what was said last ends what was said first, never before it began.
      const closing = {
        recordId: fact.id,
        validTo: from > fact.validFrom ? from : saidAt,
        supersededBy: heir.id,
      };
      if (this.#planned.has(fact.id)) this.#closedHere.set(fact.id, closing);
      else this.closings.push(closing);
    }
    const gone = new Set(facts.map(({ id }) => id));
    for (const [key, live] of this.#facts)
      this.#facts.set(
        key,
        live.filter(({ id }) => !gone.has(id)),
      );
  }

  #record(candidate: Candidate, draft: Draft, fields: Partial<NewRecord>): NewRecord {
    const { passage } = candidate;
    return {
      id: this.#context.newId(),
      operation: "CREATE",
      type: draft.type,
      text: draft.type === "semantic" && draft.text !== passage.text ? draft.text : null,
      entity: draft.entity,
      property: null,
      value: null,
      trigger: null,
      occurredAt: passage.saidAt,
      validFrom: null,
      validTo: null,
      createdAt: this.#context.createdAt,
      supersededBy: null,
      expiresAt: this.#context.expiresAt,
      metadata: this.#context.metadata,
      ...fields,
    };
  }

  #isKnown(draft: SemanticDraft): boolean {
    return draft.polarity === "holds" && this.#live(draft).some(({ value }) => sameValue(value, draft.value));
  }

  /** Whether a passage of known facts has a word that they do not: then it carries more, and is kept. */
  #saysMore(candidate: Candidate, drafts: readonly Draft[]): boolean {
    if (drafts.length === 0) return false;
    const facts = drafts.filter(isSemantic);
    const told = facts.flatMap((draft) => [
      draft.text,
      draft.value,
      draft.entity,
      ...this.#live(draft).map(({ text }) => text),
    ]);
    const known = new Set(
      indexWords(
        `${told.join(" ")} ${candidate.passage.speaker ?? ""} actually already said told mentioned know remember still`,
      ),
    );
    return indexWords(candidate.passage.text).some((word) => !known.has(word));
  }

  #live(draft: FactKey): readonly LiveFact[] {
    return this.#facts.get(factKey(draft.entity, draft.property)) ?? [];
  }

  #remember(entity: string, property: string, fact: LiveFact): void {
    const key = factKey(entity, property);
    this.#facts.set(key, [...(this.#facts.get(key) ?? []), fact]);
  }
}

function replacing(
  draft: SemanticDraft,
  previous: LiveFact | undefined,
): Pick<PlannedRecord, "reason" | "previous"> {
  if (previous === undefined) return { reason: draft.reason };
  const verb = draft.polarity === "ended" ? "ends" : "replaces";
  return {
    reason: `${draft.reason}; ${verb} ${previous.value}`,
    previous: { record_id: previous.id, value: previous.value },
  };
}

function factFields({ property, value }: SemanticDraft): Pick<NewRecord, "property" | "value"> {
  return { property, value };
}

function isSemantic(draft: Draft): draft is SemanticDraft {
  return draft.type === "semantic";
}
