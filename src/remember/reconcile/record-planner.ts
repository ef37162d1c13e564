/**
 * Plans the records of a call, message by message, while it tracks which facts are current.
 *
 * An update never deletes. A new value of a single-valued property, or a draft that names what it
 * updates, closes the old record; every other draft is added. Unsure drafts are added too: a wrong
 * replacement costs more trust than a repetition.
 */
import type { MemoryRecord } from "../../contract/record.js";
import type { Decision, Draft, ProceduralDraft, SemanticDraft } from "../../extractors/extractor.js";
import type { Closing, NewRecord } from "../../stores/store.js";
import { ComparedValue } from "../../text/same-value.js";
import { indexWords } from "../../text/words.js";
import { changedBy, corrects, ending, isSemantic, operationOn, replacing } from "./changes.js";
import { FactState } from "./fact-state.js";
import { shorten, successorOf } from "./late-report.js";
import type { Candidate, Ended, PlannedPassage, PlannedRecord, ReconcileContext } from "./plan.js";
import { formerOf, ReplacedFacts } from "./replaced-facts.js";
import { factKey, type LiveFact, liveFields, SaidBefore } from "./said-before.js";
import { certaintyOf } from "./trusted-draft.js";

/**
 * How many of the latest facts of a property are compared with the words of a passage that repeats
 * a fact.
 */
const knownTexts = 8;

/**
 * Plans records in the order said: later messages of a call may update what earlier ones said.
 */
export class RecordPlanner {
  readonly #state: FactState;
  readonly #replaced: ReplacedFacts;
  readonly #said = new Map<string, SaidBefore>();
  readonly #context: ReconcileContext;
  /** Rules that this call creates. */
  readonly #rules = new Map<Candidate, LiveFact>();
  /** Current facts that this call creates, by their draft. */
  readonly #facts = new Map<SemanticDraft, LiveFact>();

  constructor(context: ReconcileContext) {
    this.#context = context;
    this.#state = new FactState(context.known);
    this.#replaced = new ReplacedFacts(this.#state, context.createdAt);
    for (const { digest, records } of context.known.passages) this.#noteSaid(digest, records);
  }

  /** Stored facts and rules that this call closes. */
  get closings(): readonly Closing[] {
    return this.#state.closings;
  }

  /** The records to write for a passage; none if it states nothing new. */
  plan(candidate: Candidate, drafts: readonly Draft[]): PlannedRecord[] {
    const before = this.#said.get(candidate.digest);
    const fresh = drafts.filter((draft) => before?.has(draft) !== true && !this.#isUnsureRepetition(draft));
    const news =
      fresh.some((draft) => draft.type !== "semantic" || !this.#isKnown(draft)) ||
      this.#saysMore(candidate, fresh);
    const planned = news ? fresh.flatMap((draft) => this.#planDraft(candidate, draft)) : [];
    const records = this.#endMeant(candidate, planned);
    this.#noteSaid(
      candidate.digest,
      records.map(({ record }) => record),
    );
    return records;
  }

  /**
   * Ends what a passage takes back or replaces. The successor is the draft that replaces it, or the
   * passage's own rule, or else its first record.
   */
  #endMeant(candidate: Candidate, planned: PlannedRecord[]): PlannedRecord[] {
    const own = planned.find(({ record }) => record.type === "procedural");
    if (own !== undefined) this.#rules.set(candidate, ruleFact(own.record, candidate));
    const first = own ?? planned[0];
    const over = new Map<PlannedRecord, LiveFact[]>();
    for (const ended of this.#context.endings?.get(candidate) ?? []) {
      const fact = this.#liveFactOf(ended);
      const by = typeof ended === "object" && "former" in ended ? ended.by : undefined;
      const successor = planned.find(({ draft }) => draft === by) ?? first;
      if (fact === undefined || successor === undefined || fact.id === successor.record.id) continue;
      over.set(successor, [...(over.get(successor) ?? []), fact]);
    }
    return planned.map((one) => this.#endedBy(one, over.get(one) ?? [], candidate));
  }

  #endedBy(successor: PlannedRecord, over: readonly LiveFact[], { passage }: Candidate): PlannedRecord {
    if (over.length === 0) return successor;
    this.#state.close(over, successor.record, { saidAt: passage.saidAt, wasWrong: false });
    const record: NewRecord = { ...successor.record, operation: "UPDATE" };
    return { ...successor, ...ending(successor, over), record };
  }

  /** The rule or fact that a passage ends, if it is still current. */
  #liveFactOf(ended: Ended): LiveFact | undefined {
    if (typeof ended === "string") return this.#state.named(ended);
    if (!("former" in ended)) return this.#rules.get(ended);
    if (typeof ended.former === "string") return this.#state.named(ended.former);
    const fact = this.#facts.get(ended.former);
    return fact === undefined ? undefined : this.#state.live.find(fact.key, fact.id);
  }

  #noteSaid(digest: string, records: readonly (MemoryRecord | NewRecord)[]): void {
    const said = this.#said.get(digest) ?? new SaidBefore();
    this.#said.set(digest, said);
    for (const record of records) said.add(record);
  }

  /** As {@link FactState.settled}. */
  settled(passages: readonly PlannedPassage[]): PlannedPassage[] {
    return this.#state.settled(passages);
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
    const rivals = this.#replaced.replacedBy(draft, saidAt);
    const fields = { trigger: draft.trigger, validFrom: saidAt };
    if (rivals.some((fact) => fact.saidAt > saidAt))
      return this.#planHistory(candidate, draft, { fields, rivals });
    const record = this.#record(candidate, draft, { ...fields, operation: operationOn(rivals) });
    this.#state.close(rivals, record, { saidAt, wasWrong: corrects(draft) });
    return { record, draft, ...replacing(draft, rivals) };
  }

  #planFact(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const { saidAt } = candidate.passage;
    const before = this.#planFormer(candidate, draft);
    const rivals = this.#replaced.replacedBy(draft, saidAt);
    const fields = { ...factFields(draft), validFrom: draft.validFrom ?? saidAt };
    if (rivals.some((fact) => fact.saidAt > saidAt))
      return this.#withFormer(before, this.#planHistory(candidate, draft, { fields, rivals }), draft);
    const record = this.#record(candidate, draft, {
      ...fields,
      validTo: draft.validTo,
      operation: operationOn(rivals),
    });
    this.#state.close(rivals, record, { saidAt, wasWrong: corrects(draft) });
    if (record.validTo === null) this.#addLive(draft, record);
    return this.#withFormer(before, { record, draft, ...replacing(draft, rivals) }, draft);
  }

  #addLive(draft: SemanticDraft, record: NewRecord): void {
    const fact = { ...liveFields(record), text: draft.text };
    this.#state.live.add(fact);
    this.#facts.set(draft, fact);
  }

  /**
   * "From 65 % to 82 %", if 65 % was not known: it is recorded too, and the new value replaces
   * it.
   */
  #planFormer(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const former = formerOf(draft);
    if (former === undefined) return [];
    const key = factKey(draft);
    const value = new ComparedValue(former);
    const isIt = ({ compared }: LiveFact) => compared.sharesWords(value);
    if (this.#state.live.near(key, value).some(isIt) || this.#state.ended.near(key, value).some(isIt))
      return [];
    const text = draft.text.replace(draft.value, () => former);
    const { corrects: _, replaces: __, former: ___, ...alike } = draft;
    return this.#planFact(candidate, { ...alike, value: former, text, cardinality: "many" });
  }

  /**
   * Closes a former value from the same draft, even if the new value is inserted into the history
   * or is in the far future.
   */
  #withFormer(
    before: readonly PlannedRecord[],
    planned: PlannedRecord,
    draft: SemanticDraft,
  ): PlannedRecord[] {
    if (before.length === 0) return [planned];
    const key = factKey(draft);
    const current = before.flatMap(({ record }) => this.#state.live.find(key, record.id) ?? []);
    this.#state.close(current, planned.record, {
      saidAt: planned.record.occurredAt,
      wasWrong: corrects(draft),
    });
    return [...before, { ...planned, changed: [...planned.changed, ...changedBy(draft, current)] }];
  }

  /**
   * Plans a late report: it is inserted into the history before the next statement, and replaces
   * nothing.
   */
  #planHistory(
    candidate: Candidate,
    draft: SemanticDraft | ProceduralDraft,
    { fields, rivals }: { fields: Partial<NewRecord> & { validFrom: string }; rivals: readonly LiveFact[] },
  ): PlannedRecord {
    const { saidAt } = candidate.passage;
    const state = this.#state;
    const successor = successorOf(draft, { saidAt, rivals, state });
    const validTo = successor.validFrom > fields.validFrom ? successor.validFrom : successor.saidAt;
    const record = this.#record(candidate, draft, { ...fields, validTo, supersededBy: successor.id });
    const shortened =
      isSemantic(draft) && draft.cardinality === "one" ? shorten(record, draft, { successor, state }) : [];
    const reason = `${draft.reason}; older than what is known, so it joins the history`;
    return { record, draft, reason, changed: changedBy(draft, shortened) };
  }

  /** "I no longer work at Acme": the fact is closed, and a fact "former employer" is created. */
  #planEnding(candidate: Candidate, draft: SemanticDraft): PlannedRecord[] {
    const named = this.#replaced.named(draft);
    const alike = this.#replaced.endedBy(draft).filter(({ id }) => id !== named?.id);
    const ended = [...alike, ...(named === undefined ? [] : [named])];
    // "I got divorced" ends "wife" or "husband", whichever is stored; for the other no record is
    // created.
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
    this.#state.close(ended, record, { saidAt: candidate.passage.saidAt, wasWrong: corrects(draft) });
    return [{ record, draft, ...replacing(draft, ended) }];
  }

  #record(candidate: Candidate, draft: Draft, fields: Partial<NewRecord>): NewRecord {
    const { passage } = candidate;
    const id = this.#context.newId();
    this.#state.planned(id);
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

  /** Whether a draft is both uncertain and known already. */
  #isUnsureRepetition(draft: Draft): boolean {
    return isSemantic(draft) && (draft.certainty ?? 1) < 1 && this.#isKnown(draft);
  }

  #isKnown(draft: SemanticDraft): boolean {
    return draft.polarity === "holds" && this.#state.live.has(factKey(draft), draft.value);
  }

  /**
   * Whether a passage has a word that is in none of the known facts that it states. Then it has
   * more information, and is kept.
   */
  #saysMore(candidate: Candidate, drafts: readonly Draft[]): boolean {
    if (drafts.length === 0) return false;
    const facts = drafts.filter(isSemantic);
    const texts = facts.flatMap((draft) => [
      draft.text,
      draft.value,
      draft.entity,
      ...this.#state.live.latest(factKey(draft), knownTexts).map(({ text }) => text),
    ]);
    const known = new Set(
      indexWords(
        `${texts.join(" ")} ${candidate.passage.speaker ?? ""} actually already said told mentioned know remember still`,
      ),
    );
    return indexWords(candidate.passage.text).some((word) => !known.has(word));
  }
}

/** Whether a passage says anything else than that something without a name ended. */
function saysElse(decision: Decision): boolean {
  const isNameless = (draft: Draft) => isSemantic(draft) && draft.polarity === "ended" && draft.value === "";
  return decision.keep && decision.drafts.some((draft) => !isNameless(draft));
}

/** A rule has no value, so its text is compared. */
function ruleFact(record: NewRecord, { passage: { text } }: Candidate): LiveFact {
  return { ...liveFields({ ...record, value: text }), text };
}

function factFields({ property, value }: SemanticDraft): Pick<NewRecord, "property" | "value"> {
  return { property, value };
}
