/**
 * Turns a model's records into drafts. A record that the passage does not support is refused with a
 * reason. Pure.
 */
import { type MemoryRecord, timestamp } from "../../contract/record.js";
import type { Passage } from "../../text/passage.js";
import { fold } from "../../text/words.js";
import type { Draft, Dropped, EpisodicDraft, ProceduralDraft, SemanticDraft } from "../extractor.js";
import { type PropertyName, properties, propertyAliases } from "../rules/facts/vocabulary/properties.js";
import { type AnswerRecord, recordKinds } from "./answer.js";
import { eventTime } from "./event-time.js";
import { type Evidence, evidenceOf, isGrounded, isMostlyGrounded, isQuoted, quotedSpan } from "./ground.js";
import { type FactSchema, ruleOf } from "./options.js";

/** What a record is checked against. */
export interface Ground {
  readonly passage: Passage;
  /** The words of the passage and of the text before it. */
  readonly evidence: Evidence;
  /** The records that may be updated, by their label in the prompt. */
  readonly updatable: ReadonlyMap<string, MemoryRecord>;
  readonly facts: FactSchema | undefined;
  readonly types: readonly Draft["type"][];
}

/** The result of checking a record. */
export type Drafted =
  | {
      readonly draft: Draft;
      /**
       * Whether the record names a known record that it may not update. The draft is made without
       * the update.
       */
      readonly updateRefused: boolean;
    }
  | {
      readonly dropped: Dropped;
      readonly type: Draft["type"];
      /** Whether its quote is in the passage. */
      readonly quoted: boolean;
    };

/** Length limits of a record's fields, in characters: a record is a sentence, not a page. */
const maxNameChars = 200;
const maxValueChars = 500;
const maxStatementChars = 600;
const maxReasonChars = 200;
const maxParticipants = 32;

/** Checks one record. */
export function draftOf(record: AnswerRecord, ground: Ground): Drafted {
  const refusal = whyNotAsked(record, ground);
  const quoted = refusal === undefined && isQuoted(record.quote, ground.passage.text);
  const reason = refusal ?? (quoted ? whyNotSaid(record, ground) : "its quote does not stand in the passage");
  if (reason !== undefined) return refused(record, { reason, quoted });
  const span = quotedSpan(record.quote, ground.passage.text);
  return updating({ ...drafted(record, ground), ...(span === undefined ? {} : { span }) }, record, ground);
}

/** A refused record, and why. */
export function refused(
  record: AnswerRecord,
  { reason, quoted }: { readonly reason: string; readonly quoted: boolean },
): Drafted {
  return { dropped: droppedOf(record, reason), type: recordKinds[record.type], quoted };
}

/** The entry in the payload for a refused record. */
export function droppedOf({ statement, value, quote }: AnswerRecord, reason: string): Dropped {
  return { text: brief(statement ?? value ?? quote, maxStatementChars), reason };
}

/** Why the app does not allow the record, or `undefined`. */
function whyNotAsked({ type, property, value }: AnswerRecord, { types, facts }: Ground): string | undefined {
  if (!types.includes(recordKinds[type])) return `a ${type} was not asked for`;
  if (type !== "fact" || facts === undefined) return undefined;
  const name = propertyName(property, facts);
  const rule = ruleOf(facts, name);
  if (rule === undefined) return `${brief(name, 80)} is no property of the schema`;
  const said = value?.trim() ?? "";
  const isNone = said !== "" && rule.values !== undefined && listed(said, rule.values) === undefined;
  return isNone ? "its value is none of the schema's" : undefined;
}

/** Why the text does not support the record, or `undefined`. */
function whyNotSaid(record: AnswerRecord, { evidence, facts }: Ground): string | undefined {
  const { about } = record;
  if (about === null || (!isSpeaker(about) && !isGrounded(about, evidence)))
    return "nothing that was said names whom it is about";
  if (record.type !== "fact") return undefined;
  const name = propertyName(record.property, facts);
  const value = record.value?.trim() ?? "";
  if (name === "") return "a fact must have a property";
  if (value === "") return record.ended === true ? undefined : "a fact must have a value";
  if (ruleOf(facts, name)?.values !== undefined) return undefined;
  const bare = /^(?:yes|no|true|false)$/i.test(value) ? name : value;
  return isGrounded(bare, evidence) ? undefined : "nothing that was said holds its value";
}

function drafted(record: AnswerRecord, ground: Ground): Draft {
  if (record.type === "fact") return factDraft(record, ground);
  return record.type === "event" ? eventDraft(record, ground) : ruleDraft(record, ground);
}

function factDraft(record: AnswerRecord, { passage, evidence, facts }: Ground): SemanticDraft {
  const entity = entityOf(record, passage);
  const property = propertyName(record.property, facts);
  const said = brief(record.value ?? "", maxValueChars);
  const value = listed(said, ruleOf(facts, property)?.values ?? []) ?? said;
  const ended = record.ended === true;
  const statement = brief(record.statement ?? "", maxStatementChars);
  const own = new Set([...evidence, ...evidenceOf([entity, property, value])]);
  return {
    type: "semantic",
    entity,
    property,
    value,
    text: isMostlyGrounded(statement, own) ? statement : sentenceOf({ entity, property, value }, ended),
    cardinality: isSingle(property, facts) ? "one" : "many",
    polarity: ended ? "ended" : "holds",
    validFrom: moment(record.when),
    validTo: moment(record.until),
    reason: reasonOf(record),
  };
}

function eventDraft(record: AnswerRecord, { passage, evidence }: Ground): EpisodicDraft {
  const happened = eventTime(record.when);
  const named = (record.participants ?? []).map((name) => brief(name, maxNameChars));
  return {
    type: "episodic",
    entity: entityOf(record, passage),
    participants: [...new Set(named)].filter((name) => isGrounded(name, evidence)).slice(0, maxParticipants),
    ...(happened ?? { occurredAt: passage.saidAt }),
    dated: happened !== null,
    reason: reasonOf(record),
  };
}

function ruleDraft(record: AnswerRecord, { passage }: Ground): ProceduralDraft {
  const when = brief(record.when ?? "", maxValueChars);
  return {
    type: "procedural",
    entity: entityOf(record, passage),
    trigger: when !== "" && isQuoted(when, passage.text) ? when : null,
    reason: reasonOf(record),
  };
}

/**
 * A fact or a rule with the record that it updates, which must be in the prompt and about the same
 * entity. Otherwise the draft is kept without an update, and its reason says so. An event updates
 * nothing.
 */
function updating(draft: Draft, { updates }: AnswerRecord, { updatable }: Ground): Drafted {
  if (!isNamed(updates) || draft.type === "episodic") return { draft, updateRefused: false };
  const name = updates.trim();
  const known = updatable.get(name);
  if (known !== undefined && fold(known.entity ?? "") === fold(draft.entity))
    return { draft: { ...draft, replaces: known.id }, updateRefused: false };
  const why =
    known === undefined
      ? `${brief(name, 40)}, which it names, was not shown`
      : `${name}, which it names, is about somebody else`;
  return { draft: { ...draft, reason: `${draft.reason}; ${why}` }, updateRefused: true };
}

/** Models write "null" and "none" where they mean nothing. */
function isNamed(updates: string | null): updates is string {
  return updates !== null && !/^\s*(?:null|none|n\/a|-)?\s*$/i.test(updates);
}

const speakerNames = /^(?:the )?(?:user|speaker|narrator|i|me|myself)$/i;

function isSpeaker(name: string): boolean {
  return speakerNames.test(name.trim());
}

function entityOf({ about }: AnswerRecord, { speaker }: Passage): string {
  return about === null || isSpeaker(about) ? (speaker ?? "the user") : brief(about, maxNameChars);
}

/**
 * The name of a property in the app's schema or the bundled vocabulary: a "job" is an "occupation".
 */
function propertyName(property: string | null, facts: FactSchema | undefined): string {
  const name = brief(property ?? "", maxNameChars)
    .replaceAll("_", " ")
    .toLowerCase();
  return facts === undefined && Object.hasOwn(propertyAliases, name) ? propertyAliases[name]! : name;
}

/** The entry of a closed list that a value matches, ignoring case. */
export function listed(value: string, values: readonly string[]): string | undefined {
  return values.find((one) => one.toLowerCase() === value.toLowerCase());
}

/**
 * Whether a property has one value at a time. The app's schema or the bundled vocabulary decides,
 * not the model, because its answer would end facts that it never saw.
 */
function isSingle(property: string, facts: FactSchema | undefined): boolean {
  if (facts !== undefined) return ruleOf(facts, property)?.single === true;
  return isBundled(property) && properties[property].cardinality === "one";
}

/** Whether the bundled rules know a property by this name. */
export function isBundled(property: string): property is PropertyName {
  return Object.hasOwn(properties, property);
}

function sentenceOf(
  { entity, property, value }: Pick<SemanticDraft, "entity" | "property" | "value">,
  ended: boolean,
) {
  if (!isBundled(property)) return `${entity}: ${ended ? "no longer " : ""}${property}: ${value}.`;
  const form = ended ? properties[property].ended : properties[property].holds;
  return form.replace("{entity}", () => entity).replace("{value}", () => value);
}

/** A day or a moment as ISO 8601 in UTC, or `null`. */
function moment(said: string | null): string | null {
  const parsed = timestamp.safeParse(said?.trim());
  return parsed.success ? parsed.data : null;
}

function reasonOf({ reason }: AnswerRecord): string {
  return brief(reason ?? "", maxReasonChars) || "the model keeps it";
}

/** Text on one line, cut to a length, in characters that every store and interface accepts. */
function brief(text: string, maxChars: number): string {
  const flat = text.replaceAll("\0", "").replace(/\s+/gu, " ").trim();
  return flat.slice(0, maxChars).toWellFormed();
}
