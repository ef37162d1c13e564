/**
 * Figures and dates that a passage says are other ones now: "coverage is now 74 %" after "my test
 * coverage is 61 %", "upped the goal to 10,000 steps", "the launch slipped to 27 March". Such a
 * value is often stated under another property, or of another thing, than the one that it replaces.
 * The nouns, the kind of value and the unit must agree, the clause must say that something changed,
 * and only one fact may be meant: a wrong ending costs more trust than an old value. English only.
 */
import type { SemanticDraft } from "../../../extractors/extractor.js";
import { kindOfValue } from "../../../text/new-values.js";
import { sharesWords } from "../../../text/same-value.js";
import { indexWords } from "../../../text/words.js";
import { isSemantic } from "../changes.js";
import type { Candidate } from "../plan.js";
import { isBefore, type KnownFacts, namesOf, type StatedFact } from "./known-facts.js";
import type { Succession } from "./succession.js";

/** The facts whose figure or date the drafts of a passage replace. */
export async function renewedFigures(
  candidate: Candidate,
  known: KnownFacts,
): Promise<readonly Succession[]> {
  const { decision, passage } = candidate;
  if (!decision.keep || !changing.test(passage.text)) return [];
  const found: Succession[] = [];
  for (const draft of decision.drafts.filter(isSemantic)) {
    const figure = figureOf(draft, candidate);
    if (figure === null) continue;
    const facts = await factsNear(figure, candidate, known);
    const former = facts.filter((fact) => isBefore(fact, passage) && isFormer(figure, fact));
    if (former.length === 1) found.push({ former: former[0]!.id, by: draft });
  }
  return found;
}

/** A figure or a date that a clause says is new. */
interface Figure {
  readonly draft: SemanticDraft;
  /** The index words that name it, without those of its owner. */
  readonly name: readonly string[];
  /** Whether the clause begins with the noun or with its owner, so that nobody else's is meant. */
  readonly isPlain: boolean;
  /** The names of the owner: of the speaker, or of somebody who is named. */
  readonly owner: readonly string[];
}

const changing =
  /\b(?:now|these days|no longer|instead|increas\p{L}+|decreas\p{L}+|rais(?:ed|ing)|lower(?:ed|ing)|reduc(?:ed|ing)|cut|brought|upped|bumped|boosted|improved|went|gone|rose|risen|grew|grown|fell|fallen|climbed|jumped|dropped|slipped|shrank|shrunk|doubled|tripled|halved|reached|hit|up|down|moved|pushed|postponed|delayed|extended|shortened|rescheduled|changed|updated|adjusted|revised|left)\b/iu;
const unreal =
  /[?？]\s*$|\b(?:if|unless|whether|could|would|should|might|may(?! \d)|maybe|perhaps|wants?|wanted|wish|hopes?|plans?|aim(?:s|ing)?|target(?:ing|s)?|need(?:s|ed)?|trying|going to|will|never|not|nearly|almost|apparently|allegedly|says?|said|claims?|thinks?|heard|rumou?rs?|(?:for|just|only) (?:today|tonight|this \p{L}+)|temporar(?:y|ily))\b|n['’]t\b/iu;
const ofOthers = /\b(?:he|she|they|his|her|their)\b|\p{L}['’]s\s/iu;

function figureOf(draft: SemanticDraft, { passage }: Candidate): Figure | null {
  const isFigure = draft.polarity === "holds" && isComparable(draft);
  const clause = isFigure ? clauseOf(draft.value, passage.text) : null;
  if (clause === null || !changing.test(clause) || unreal.test(clause)) return null;
  const own = namesOf(passage.speaker);
  const isOwn = own.includes(draft.entity);
  const isNamed = !isOwn && /^\p{Lu}/u.test(draft.entity);
  const name = nameOf(draft, own);
  if (name.length === 0 || isUnitOnly(name, draft.value)) return null;
  if (!isOwn && !isNamed && ofOthers.test(clause)) return null;
  return { draft, name, isPlain: isPlain(clause, name), owner: isNamed ? [draft.entity] : own };
}

/** Properties whose figures are counts of what happened, and do not replace each other. */
const counts =
  /^(?:experience|problem|problems|issue|error|errors|example|examples|mistake|mistakes|result)$/u;
/** A number with its unit, and nothing more: "3,450 a month", but not "429 Too Many Requests". */
const plainFigure =
  /^(?:(?:about|around|only|just|under|over|at least) )?[$€£]?\d{1,3}(?:,?\d{3})*(?:\.\d+)?\s?(?:%|\p{L}{1,12})?(?:\s(?:an?|per|each|every|now)(?:\s\p{Ll}+)?)?$/u;

/** Whether a fact has a figure, a date or a time that another one may replace. */
function isComparable({ property, value }: { readonly property: string; readonly value: string }): boolean {
  const kind = kindOfValue(value);
  if (counts.test(property)) return false;
  return kind === "date" || kind === "time" || (kind === "number" && plainFigure.test(value));
}

/** The part of a text between two commas or stops that contains a value. */
function clauseOf(value: string, text: string): string | null {
  const at = text.indexOf(value);
  if (at < 0 || text.indexOf(value, at + value.length) >= 0) return null;
  const before = /(?:[^,.;:!?\n]|[,.:](?=\d))*$/u.exec(text.slice(0, at))![0];
  const after = /^(?:[^,.;:!?\n]|[,.:](?=\d))*[?？]?/u.exec(text.slice(at))![0];
  return before.replace(/^.*\s(?:but|because|since|although)\s/iu, "") + after.replace(reasons, "");
}

const reasons = /\s(?:but|because|since|although|so|after|when)\s.*$/iu;

/** Words that do not say what a figure measures. */
const generic = new Set(
  indexWords("value date day time amount total current new size measure figure status level unit result"),
);

/** Nouns of measures that say little beside another noun: "rent price" is "rent". */
const weak = new Set(indexWords("price cost rate score"));

/** The words that name what a fact measures: its property, and the thing that it is about. */
function nameOf(
  { entity, property }: { readonly entity: string; readonly property: string },
  own: readonly string[],
): string[] {
  const thing = own.reduce((name, owner) => name.replace(`${owner}'s `, ""), entity);
  const words = indexWords(own.includes(entity) ? property : `${thing} ${property}`);
  const named = [...new Set(words)].filter((word) => !generic.has(word));
  const strong = named.filter((word) => !weak.has(word));
  return strong.length > 0 ? strong : named;
}

/** "Coverage is now 74 %", "I upped the goal": not "the shop lowered the price", which is its own. */
function isPlain(clause: string, name: readonly string[]): boolean {
  const words = clause.trim().split(/\s+/u);
  const at = words.findIndex((word) => indexWords(word).some((stem) => name.includes(stem)));
  const lead = words.slice(0, Math.max(0, at)).join(" ");
  return at >= 0 && plainLead.test(lead);
}

const plainLead =
  /^(?:(?:and|but|so|also|update|actually|good news|the|my|our|a|currently|now)[,:]?\s*)*$|(?:^|\s)(?:i|we)(?:['’]\p{L}+)?\s|^(?:and\s)?\p{L}+ing\s/iu;

/** The facts that may have the former value: of the owner, and of things with such a name. */
async function factsNear(
  { name, owner, draft }: Figure,
  { passage }: Candidate,
  known: KnownFacts,
): Promise<readonly StatedFact[]> {
  const named = (await Promise.all(name.map((word) => known.named(word)))).flat();
  const own = namesOf(passage.speaker);
  const isOwner = owner === own || own.every((one, index) => one === owner[index]);
  const things = isOwner ? named.filter((one) => /^\p{Ll}|['’]s\s/u.test(one)) : [];
  return known.all([...new Set([...owner, draft.entity, ...things])]);
}

/** The last noun of a property before its preposition, and that of the thing: what is measured. */
function headsOf(
  { entity, property }: { readonly entity: string; readonly property: string },
  own: readonly string[],
): readonly string[] {
  const head = (phrase: string) =>
    nameOf(
      { entity: own[0]!, property: phrase.split(/\s(?:of|for|in|on|at|to|with|from|per)\s/u)[0]! },
      own,
    ).at(-1) ?? "";
  const heads = own.includes(entity) ? [head(property)] : [head(property), head(entity)];
  return heads.filter((word) => word !== "");
}

/** Whether a fact states another value of the same kind and unit of what a figure measures. */
function isFormer({ draft, name, isPlain, owner }: Figure, fact: StatedFact): boolean {
  // "From 70 % to 90 %" says itself what it was.
  if (draft.former !== undefined && !sharesWords(draft.former, fact.value)) return false;
  const kind = kindOfValue(draft.value);
  const isOther = kind === "number" ? isOtherAmount(draft.value, fact.value) : draft.value !== fact.value;
  if (kindOfValue(fact.value) !== kind || !isOther || !isComparable(fact)) return false;
  const before = nameOf(fact, owner);
  if (before.length === 0 || fact.property.startsWith("former ")) return false;
  const isSame = name.length === before.length && name.every((word) => before.includes(word));
  if (isSame) return true;
  if (amountOf(draft.value).unit !== amountOf(fact.value).unit) return false;
  // "Test coverage" is "coverage", if nobody else's is meant. "Accuracy in problems" is no problem.
  if (name.every((word) => before.includes(word)))
    return isPlain && headsOf(fact, owner).some((head) => name.includes(head));
  const said = new Set(indexWords(fact.passage));
  const isHead = headsOf(draft, owner).some((head) => before.includes(head));
  return isHead && before.every((word) => name.includes(word)) && name.every((word) => said.has(word));
}

/** Whether a name says only the unit: "1,350 words" may be a goal, a day's work or a chapter. */
function isUnitOnly(name: readonly string[], value: string): boolean {
  const [unit] = indexWords(amountOf(value).unit);
  return name.length === 1 && name[0] === unit;
}

/** Whether two values differ, and have the same unit if both have one. */
function isOtherAmount(one: string, other: string): boolean {
  const [now, before] = [amountOf(one), amountOf(other)];
  const isUnit = now.unit === "" || before.unit === "" || now.unit === before.unit;
  return isUnit && now.number !== before.number;
}

function amountOf(value: string): { readonly number: string; readonly unit: string } {
  const { sign = "", number = value, unit = "" } = amount.exec(value)?.groups ?? {};
  return {
    number: number.replaceAll(",", ""),
    unit: sign || unit.toLowerCase().replace(/(?<=\p{L}{2})s$/u, ""),
  };
}

/** A number, and its unit where it has one: "3,450 a month" has none. */
const amount =
  /^[^\d$€£]{0,16}(?<sign>[$€£])?(?<number>\d+(?:[.,]\d+)*)(?:st|nd|rd|th)?\s*(?:(?!(?:an?|per|of|in|on|to|from|for|at|by|and|or|with|after|before|each|every)\b)(?<unit>%|\p{L}+))?/u;
