/**
 * The ledger: what is current while a call is read, message by message.
 *
 * An update never destroys. A new value of a single-valued property, or a draft that names what it updates, closes the old record; everything
 * else joins what is there. What is unsure is added: a wrong supersession costs more trust than a repetition.
 */
import type { MemoryRecord } from "../contract/record.js";
import type { ChangedRecord } from "../contract/remember.js";
import type { Decision, Draft, ProceduralDraft, SemanticDraft } from "../extractors/extractor.js";
import { overlaps, sameUnit, sameValue, sharesWords } from "../internal/same-value.js";
import { indexWords } from "../internal/words.js";
import type { Closing, FactKey, NewRecord } from "../stores/store.js";
import { certaintyOf } from "./draft-basis.js";
import { FactIndex } from "./fact-index.js";
import type { Candidate, PlannedPassage, PlannedRecord, ReconcileContext } from "./plan.js";
import {
  factKey,
  type LiveFact,
  liveFact,
  liveFields,
  type SaidBefore,
  saidBefore,
  saysTheSame,
} from "./said-before.js";

/** Dates within a year ahead are plans; further ahead they are slips and science fiction, which must not end what is true. */
const farAheadMs = 366 * 86_400_000;

/** Facts of one property whose words count as known when a passage repeats one of them. */
const knownTexts = 8;

/** What is current while a call is read: its later messages may update what its earlier ones said. */
export class Ledger {
  readonly closings: Closing[] = [];
  readonly #facts = new FactIndex();
  /** What was replaced: a late report finds its place among it. */
  readonly #ended = new FactIndex();
  /** Records that a draft may update by their id, while they are current. */
  readonly #named = new Map<string, LiveFact>();
  readonly #said = new Map<string, SaidBefore[]>();
  readonly #planned = new Set<string>();
  readonly #closedHere = new Map<string, Closing>();
  readonly #context: ReconcileContext;

  constructor(context: ReconcileContext) {
    this.#context = context;
    for (const record of context.known.facts) this.#facts.add(liveFact(record));
    for (const record of context.known.ended) this.#ended.add(liveFact(record));
    for (const record of context.known.named)
      if (isUpdatable(record)) this.#named.set(record.id, liveFact(record));
    for (const { digest, records } of context.known.passages) {
      this.#said.set(digest, [...(this.#said.get(digest) ?? []), ...records.map(saidBefore)]);
    }
  }

  plan(candidate: Candidate, drafts: readonly Draft[]): PlannedRecord[] {
    const before = this.#said.get(candidate.digest) ?? [];
    const fresh = drafts.filter(
      (draft) => !before.some((said) => saysTheSame(said, draft)) && !this.#isUnsureRepetition(draft),
    );
    const news =
      fresh.some((draft) => draft.type !== "semantic" || !this.#isKnown(draft)) ||
      this.#saysMore(candidate, fresh);
    const records = news ? fresh.flatMap((draft) => this.#planDraft(candidate, draft)) : [];
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
        const validTo = closing.validTo ?? planned.record.validFrom;
        return {
          ...planned,
          record: { ...planned.record, validTo, supersededBy: closing.supersededBy },
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
            record: this.#record(candidate, draft, {
              occurredAt: draft.occurredAt,
              occurredUntil: draft.occurredUntil ?? null,
            }),
            draft,
            reason: draft.reason,
            changed: [],
          },
        ];
      case "procedural":
        return [this.#planRule(candidate, draft)];
    }
  }

  #planRule(candidate: Candidate, draft: ProceduralDraft): PlannedRecord {
    const { saidAt } = candidate.passage;
    const rivals = this.#rivals(draft, saidAt);
    const fields = { trigger: draft.trigger, validFrom: saidAt };
    if (rivals.some((fact) => fact.saidAt > saidAt))
      return this.#planHistory(candidate, draft, { fields, rivals });
    const record = this.#record(candidate, draft, { ...fields, operation: operationOn(rivals) });
    this.#close(rivals, record, { saidAt, draft });
    return { record, draft, ...replacing(draft, rivals) };
  }

  #planFact(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const { saidAt } = candidate.passage;
    const before = this.#planFormer(candidate, draft);
    const rivals = this.#rivals(draft, saidAt);
    const fields = { ...factFields(draft), validFrom: draft.validFrom ?? saidAt };
    if (rivals.some((fact) => fact.saidAt > saidAt))
      return this.#withFormer(before, this.#planHistory(candidate, draft, { fields, rivals }), draft);
    const record = this.#record(candidate, draft, {
      ...fields,
      validTo: draft.validTo,
      operation: operationOn(rivals),
    });
    this.#close(rivals, record, { saidAt, draft });
    if (record.validTo === null) this.#facts.add({ ...liveFields(record), text: draft.text });
    return this.#withFormer(before, { record, draft, ...replacing(draft, rivals) }, draft);
  }

  /** "From 65 % to 82 %", where the 65 % was not known: it is recorded too, and the new value replaces it. */
  #planFormer(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const former = formerOf(draft);
    if (former === undefined) return [];
    const known = [...this.#live(draft), ...this.#ended.of(factKey(draft))];
    if (known.some(({ value }) => sharesWords(value, former))) return [];
    const text = draft.text.replace(draft.value, () => former);
    const { corrects: _, replaces: __, former: ___, ...alike } = draft;
    return this.#planFact(candidate, { ...alike, value: former, text, cardinality: "many" });
  }

  /** A former value that the same draft brought is over, also where the new one joins the history or is of the far future. */
  #withFormer(
    before: readonly PlannedRecord[],
    planned: PlannedRecord,
    draft: SemanticDraft,
  ): PlannedRecord[] {
    if (before.length === 0) return [planned];
    const current = this.#live(draft).filter(({ id }) => before.some(({ record }) => record.id === id));
    this.#close(current, planned.record, { saidAt: planned.record.occurredAt, draft });
    return [...before, { ...planned, changed: [...planned.changed, ...changedBy(draft, current)] }];
  }

  /**
   * What a draft replaces: the record that it names, and current facts with another value where a property has one at a time. What was said of the
   * far future neither replaces the present nor is replaced by it.
   */
  #rivals(draft: SemanticDraft | ProceduralDraft, saidAt: string): readonly LiveFact[] {
    const ahead = (at: string) => Date.parse(at) > Date.parse(this.#context.createdAt) + farAheadMs;
    if (ahead(saidAt)) return [];
    const named = this.#target(draft);
    const alike =
      isSemantic(draft) && mayReplace(draft)
        ? this.#live(draft).filter((fact) => fact.id !== named?.id && isOver(fact, draft))
        : [];
    return [...alike, ...(named === undefined ? [] : [named])].filter((fact) => !ahead(fact.saidAt));
  }

  /** The record that a draft names, if it is still current and says something else. */
  #target(draft: SemanticDraft | ProceduralDraft): LiveFact | undefined {
    const named = this.#named.get(draft.replaces ?? "");
    const same =
      named !== undefined && isSemantic(draft) && draft.polarity === "holds" && sameFact(named, draft);
    return same ? undefined : named;
  }

  /** Said before what is current, though heard after it: it joins the history before what was said next, and replaces nothing. */
  #planHistory(
    candidate: Candidate,
    draft: SemanticDraft | ProceduralDraft,
    { fields, rivals }: { fields: Partial<NewRecord> & { validFrom: string }; rivals: readonly LiveFact[] },
  ): PlannedRecord {
    const { saidAt } = candidate.passage;
    const known = isSemantic(draft) ? [...this.#live(draft), ...this.#ended.of(factKey(draft))] : [];
    const later = [...rivals, ...known].filter((fact) => fact.saidAt > saidAt);
    const heir = later.toSorted((one, other) => one.saidAt.localeCompare(other.saidAt))[0]!;
    const validTo = heir.validFrom > fields.validFrom ? heir.validFrom : heir.saidAt;
    const record = this.#record(candidate, draft, { ...fields, validTo, supersededBy: heir.id });
    const shortened =
      isSemantic(draft) && draft.cardinality === "one" ? this.#shorten(record, heir, draft) : [];
    const reason = `${draft.reason}; older than what is known, so it joins the history`;
    return { record, draft, reason, changed: changedBy(draft, shortened) };
  }

  /**
   * What was said before a late report was true until then, and no longer until the report's own heir.
   *
   * @returns the facts that were shortened
   */
  #shorten(late: NewRecord, heir: LiveFact, draft: SemanticDraft): readonly LiveFact[] {
    const fact: LiveFact = { ...liveFields(late), text: late.text ?? "" };
    const before = this.#ended.of(fact.key).filter(
      ({ saidAt, validFrom, ended, value }) =>
        ended?.by === heir.id &&
        saidAt < late.occurredAt &&
        ended.validTo > fact.validFrom &&
        // What never held cannot be shortened: closing it anew would give it a time in which it did.
        ended.validTo > validFrom &&
        !sameValue(value, fact.value),
    );
    this.#close(before, late, { saidAt: late.occurredAt, draft });
    this.#ended.add({ ...fact, ended: { validTo: late.validTo ?? heir.saidAt, by: heir.id } });
    return before;
  }

  /** "I no longer work at Acme": the fact is closed, and that it ended is a fact of its own. */
  #planEnding(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const named = this.#target(draft);
    const alike = this.#live(draft).filter(
      ({ id, value }) => id !== named?.id && (draft.value === "" || overlaps(value, draft.value)),
    );
    const ended = [...alike, ...(named === undefined ? [] : [named])];
    // "I got divorced" ends whichever of wife and husband there was; of the other there is nothing to tell.
    if (ended.length === 0 && draft.value === "" && saysElse(candidate.decision)) return [];
    const value = draft.value || (ended.at(-1)?.value ?? "unknown");
    const fields = {
      property: `former ${draft.property}`,
      value,
      validFrom: draft.validTo ?? candidate.passage.saidAt,
    };
    const record = this.#record(candidate, draft, {
      ...fields,
      operation: operationOn(ended),
    });
    this.#close(ended, record, { saidAt: candidate.passage.saidAt, draft });
    return [{ record, draft, ...replacing(draft, ended) }];
  }

  #close(
    facts: readonly LiveFact[],
    heir: NewRecord,
    { saidAt, draft }: { readonly saidAt: string; readonly draft: SemanticDraft | ProceduralDraft },
  ): void {
    const neverHeld = corrects(draft);
    for (const fact of facts) {
      const from = heir.validFrom ?? saidAt;
      // "I have lived in Porto since 2019" said after "I live in Lisbon": what was said last ends what was said first, never before it began.
      const validTo = from > fact.validFrom ? from : saidAt;
      const insteadOf = fact.ended === undefined ? {} : { insteadOf: fact.ended.by };
      const closing = {
        recordId: fact.id,
        validTo: neverHeld ? null : validTo,
        supersededBy: heir.id,
        ...insteadOf,
      };
      if (this.#planned.has(fact.id)) this.#closedHere.set(fact.id, closing);
      else this.closings.push(closing);
      this.#named.delete(fact.id);
      this.#facts.remove(fact);
      this.#ended.remove(fact);
      const endedAt = neverHeld ? fact.validFrom : validTo;
      this.#ended.add({ ...fact, ended: { validTo: endedAt, by: heir.id } });
    }
  }

  #record(candidate: Candidate, draft: Draft, fields: Partial<NewRecord>): NewRecord {
    const { passage } = candidate;
    const id = this.#context.newId();
    this.#planned.add(id);
    return {
      id,
      operation: "CREATE",
      type: draft.type,
      text: draft.type === "semantic" && draft.text !== passage.text ? draft.text : null,
      entity: draft.entity,
      property: null,
      value: null,
      trigger: null,
      occurredAt: passage.saidAt,
      occurredUntil: null,
      validFrom: null,
      validTo: null,
      createdAt: this.#context.createdAt,
      supersededBy: null,
      expiresAt: this.#context.expiresAt,
      metadata: this.#context.metadata,
      certainty: certaintyOf(draft),
      ...fields,
    };
  }

  /** What an extractor is not certain of, and what is known already, adds nothing. */
  #isUnsureRepetition(draft: Draft): boolean {
    return isSemantic(draft) && (draft.certainty ?? 1) < 1 && this.#isKnown(draft);
  }

  #isKnown(draft: SemanticDraft): boolean {
    return draft.polarity === "holds" && this.#facts.has(factKey(draft), draft.value);
  }

  /** Whether a passage of known facts has a word that they do not: then it carries more, and is kept. */
  #saysMore(candidate: Candidate, drafts: readonly Draft[]): boolean {
    if (drafts.length === 0) return false;
    const facts = drafts.filter(isSemantic);
    const told = facts.flatMap((draft) => [
      draft.text,
      draft.value,
      draft.entity,
      ...this.#live(draft)
        .slice(-knownTexts)
        .map(({ text }) => text),
    ]);
    const known = new Set(
      indexWords(
        `${told.join(" ")} ${candidate.passage.speaker ?? ""} actually already said told mentioned know remember still`,
      ),
    );
    return indexWords(candidate.passage.text).some((word) => !known.has(word));
  }

  #live(draft: FactKey): readonly LiveFact[] {
    return this.#facts.of(factKey(draft));
  }
}

/** Whether a passage has more to tell than that things ended which it does not name. */
function saysElse(decision: Decision): boolean {
  const isNameless = (draft: Draft) => isSemantic(draft) && draft.polarity === "ended" && draft.value === "";
  return decision.keep && decision.drafts.some((draft) => !isNameless(draft));
}

function replacing(
  draft: SemanticDraft | ProceduralDraft,
  closed: readonly LiveFact[],
): Pick<PlannedRecord, "reason" | "previous" | "changed"> {
  const changed = changedBy(draft, closed);
  const last = changed.at(-1);
  if (last === undefined) {
    const lost = draft.replaces === undefined ? "" : "; what it was to replace is no longer current";
    return { reason: draft.reason + lost, changed };
  }
  const { record_id, value, change } = last;
  return {
    reason: `${draft.reason}; ${changeVerbs[change]} ${value}`,
    previous: { record_id, value },
    changed,
  };
}

const changeVerbs = { replaced: "replaces", ended: "ends", corrected: "corrects" } as const;

function changedBy(
  draft: SemanticDraft | ProceduralDraft,
  closed: readonly LiveFact[],
): PlannedRecord["changed"] {
  const change = changeOf(draft);
  return closed.map(({ id, value }) => ({ record_id: id, value, change }));
}

/** What was wrong from the start never held, so it cannot have ended: a correction comes first. */
function changeOf(draft: SemanticDraft | ProceduralDraft): ChangedRecord["change"] {
  if (corrects(draft)) return "corrected";
  return isSemantic(draft) && draft.polarity === "ended" ? "ended" : "replaced";
}

function corrects(draft: SemanticDraft | ProceduralDraft): boolean {
  return isSemantic(draft) && draft.corrects === true;
}

function operationOn(replaced: readonly LiveFact[]): "CREATE" | "UPDATE" {
  return replaced.length > 0 ? "UPDATE" : "CREATE";
}

/** Events happened, and extracts of files are their file's: facts and rules are what can be otherwise from now on. */
function isUpdatable({ type }: MemoryRecord): boolean {
  return type === "semantic" || type === "procedural";
}

function sameFact(fact: LiveFact, draft: SemanticDraft): boolean {
  return fact.key === factKey(draft) && sameValue(fact.value, draft.value);
}

function factFields({ property, value }: SemanticDraft): Pick<NewRecord, "property" | "value"> {
  return { property, value };
}

/** Whether any current value can give way to a draft's. */
function mayReplace(draft: SemanticDraft): boolean {
  return draft.cardinality === "one" || draft.former !== undefined;
}

/** Whether a current value gives way to a new one: the text says that it is over, or there is one at a time and both are of one unit. */
function isOver({ value }: LiveFact, draft: SemanticDraft): boolean {
  if (sameValue(value, draft.value)) return false;
  const former = formerOf(draft);
  if (former !== undefined && sharesWords(value, former)) return true;
  return draft.cardinality === "one" && sameUnit(value, draft.value);
}

/** The value that the text says is over, where it has a word and is not the value that it says holds. */
function formerOf({ former, value }: SemanticDraft): string | undefined {
  if (former === undefined || !/[\p{L}\p{N}]/u.test(former)) return undefined;
  return sameValue(former, value) ? undefined : former;
}

function isSemantic(draft: Draft): draft is SemanticDraft {
  return draft.type === "semantic";
}
