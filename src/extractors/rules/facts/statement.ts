/**
 * Writes a fact as a semantic draft: its sentence from the property's template, in the third
 * person.
 */
import type { SemanticDraft } from "../../extractor.js";
import { possessive } from "../conversation/coreference.js";
import { ofOneSpelling } from "../grammar/spelling.js";
import { type PropertyName, properties } from "./vocabulary/properties.js";

/** A fact under a property of the vocabulary. */
export interface Statement {
  readonly entity: string;
  /** The entity as it is written in the sentence: "the launch". @default entity */
  readonly spoken?: string;
  /** Whether the entity is plural: "Ana's parents live in Graz." @default false */
  readonly plural?: boolean;
  readonly property: PropertyName;
  readonly value: string;
  /** The value as it is written in the sentence, with its article and tail. @default value */
  readonly phrase?: string;
  readonly polarity?: SemanticDraft["polarity"];
  readonly cardinality?: SemanticDraft["cardinality"];
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
  readonly reason?: string;
}

/** A fact under a property of the vocabulary. */
export function stated(statement: Statement): SemanticDraft {
  const { entity, property, value } = statement;
  const { cardinality, holds, ended } = properties[property];
  const polarity = statement.polarity ?? "holds";
  const phrase = statement.phrase ?? value;
  const singular = polarity === "holds" ? holds : ended;
  const template = statement.plural === true ? inPlural(singular) : singular;
  return {
    type: "semantic",
    entity,
    property,
    value,
    text: sentenceOf(
      phrase === "" ? endedWithoutValue(property) : template,
      statement.spoken ?? entity,
      phrase,
    ),
    cardinality: statement.cardinality ?? cardinality,
    polarity,
    validFrom: statement.validFrom ?? null,
    validTo: statement.validTo ?? null,
    reason: statement.reason ?? reasonOf(property, polarity),
  };
}

/** "{entity} lives in …" → "{entity} live in …" */
function inPlural(template: string): string {
  return template
    .replace("{entity} is ", "{entity} are ")
    .replace("{entity} has ", "{entity} have ")
    .replace("{entity} does ", "{entity} do ")
    .replace(
      /^\{entity\} ((?:no longer )?)(misses|teaches|coaches|practises)\b/,
      (_, before: string, verb: string) => `{entity} ${before}${verb.slice(0, -2)}`,
    )
    .replace(/^\{entity\} ((?:no longer )?)(?!(?:was|is|has|does)\b)(\p{L}+)s\b/u, "{entity} $1$2");
}

/** A fact under a property that the text itself names. */
export interface FreeStatement {
  readonly entity: string;
  readonly property: string;
  readonly value: string;
  readonly text: string;
  readonly cardinality: SemanticDraft["cardinality"];
}

/** A fact under a property that the text itself names: "Ana's favourite colour is blue." */
export function statedFreely({ entity, property, value, text, cardinality }: FreeStatement): SemanticDraft {
  return {
    type: "semantic",
    entity,
    property: ofOneSpelling(property),
    value,
    text: capitalised(text),
    cardinality,
    polarity: "holds",
    validFrom: null,
    validTo: null,
    reason: reasonOf(property, "holds"),
  };
}

function reasonOf(property: string, polarity: SemanticDraft["polarity"]): string {
  return polarity === "holds" ? `states a fact: ${property}` : `says that a fact ended: ${property}`;
}

/** Templates for endings without a value: "I quit my job", "we broke up". */
function endedWithoutValue(property: PropertyName): string {
  if (property === "employer") return "{entity} left their job.";
  if (property === "partner") return "{entity} and their partner are no longer together.";
  return `{entity}'s ${property} ended.`;
}

function sentenceOf(template: string, entity: string, phrase: string): string {
  return capitalised(
    template
      .replaceAll("{entity}'s", () => possessive(entity))
      .replaceAll("{entity}", () => entity)
      .replaceAll("{value}", () => phrase),
  );
}

/** Text with an upper-case first letter. */
export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
