/**
 * Measures that a text changes under another name than the one they were stated with: "I take 5 mg
 * of Ramipril" is over after "Dr Pell put the Ramipril up to 10 mg", and "our rent is 780 euros"
 * after "the landlord put the rent up to 850 euros". The noun, the unit and a verb of change must
 * agree. English only. Pure.
 */
import type { Draft, SemanticDraft } from "../../../extractors/extractor.js";
import { indexWords } from "../../../text/words.js";
import { isSemantic } from "../changes.js";

/** A measure with its new value. */
export interface ChangedMeasure {
  /** Whose it is, or the thing itself. */
  readonly entity: string;
  /** The index words of its name. */
  readonly name: readonly string[];
  /** The new value. */
  readonly value: string;
  /** The draft that states it. */
  readonly by: SemanticDraft;
}

/** A verb of change before the new value, with the particle or the preposition. */
const changing =
  /\b(?:put|turned|set|raised|increased|upped|bumped|brought|cut|lowered|reduced|dropped|decreased|extended|shortened|halved|doubled|went|gone|rose|risen|fell|fallen|climbed|grew|grown|shrank)\b[^.;!?]*\b(?:to|at)\s+(?:about |around |only |just |now )?$/iu;
const unreal =
  /\b(?:if|unless|could|would|should|might|may|wants?|wanted|hope|hopes|plans?|going to|will|never|not|if)\b|n['’]t\b|[?？]\s*$/iu;

/** The measures that the drafts of a passage change. */
export function changedMeasures(drafts: readonly Draft[], text: string): ChangedMeasure[] {
  return drafts.flatMap((draft) => {
    if (!isSemantic(draft) || draft.polarity === "ended" || draft.cardinality !== "one") return [];
    const at = text.indexOf(draft.value);
    const isSure = (draft.certainty ?? 1) === 1 && measureOf(draft.value) !== null && at > 0;
    const sentence = /[^.!?\n]*$/.exec(text.slice(Math.max(0, at - 160), at))?.[0] ?? "";
    if (!isSure || !changing.test(sentence) || unreal.test(sentence)) return [];
    const isThing =
      draft.property === "value" || indexWords(draft.entity).includes(indexWords(draft.property)[0] ?? "");
    const name = indexWords(isThing ? draft.entity : draft.property);
    return name.length === 0 ? [] : [{ entity: draft.entity, name, value: draft.value, by: draft }];
  });
}

/**
 * Whether a fact states the former value of a measure: another number of the same unit, under the
 * same noun ("rent") or with it in its value ("5 mg of Ramipril") or its property ("dose of
 * metformin"). "Price" is not "ticket price", which may be another one.
 */
export function isFormerMeasure(
  { name, value }: ChangedMeasure,
  fact: { readonly property: string; readonly value: string },
): boolean {
  const [now, before] = [measureOf(value), measureOf(fact.value)];
  if (now === null || before === null || now.unit !== before.unit || now.number === before.number)
    return false;
  const noun = indexWords(fact.property.replace(/^.*\sof\s+/iu, ""));
  const named = new Set(indexWords(fact.value));
  return (
    isSame(name, indexWords(fact.property)) || isSame(name, noun) || name.every((word) => named.has(word))
  );
}

/** "Kitchen budget" is the "budget for the kitchen". */
function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word) => other.includes(word));
}

const measure = /(?<sign>[$€£])?(?<number>\d+(?:[.,]\d+)*)\s*(?<unit>%|\p{L}+)?/u;

/** The number and the unit of a value; `null` without both. */
function measureOf(value: string): { readonly number: string; readonly unit: string } | null {
  const { sign, number = "", unit = sign } = measure.exec(value)?.groups ?? {};
  if (number === "" || unit === undefined) return null;
  return { number, unit: unit.toLowerCase().replace(/(?<=\p{L}{2})s$/u, "") };
}
