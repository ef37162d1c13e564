/**
 * Facts that are over because a text says what the same thing is now: "the vet is Dr. Kern" after
 * "Dr. Ruiz is our vet now". The nouns must name the same thing, and the values must be of one kind.
 * If several facts may be meant, none ends: a wrong ending costs more trust than an old value.
 */
import type { SemanticDraft } from "../../../extractors/extractor.js";
import { kindOfValue, type NewValue, newValuesIn } from "../../../text/new-values.js";
import { sameUnit, sharesWords, unitOf } from "../../../text/same-value.js";
import { indexWords } from "../../../text/words.js";
import { isSemantic } from "../changes.js";
import type { Candidate } from "../plan.js";
import { isBefore, type KnownFacts, namesOf, type StatedFact } from "./known-facts.js";
import type { Succession } from "./succession.js";

/** The facts that the new values in a passage replace. */
export async function renewedBy(candidate: Candidate, known: KnownFacts): Promise<readonly Succession[]> {
  const found: Succession[] = [];
  for (const value of newValuesIn(candidate.passage.text)) {
    const by = successorOf(value, candidate);
    if (value.isIt && by === undefined) continue;
    const former = await formerOf(value, candidate, known);
    if (former !== null) found.push({ former, by });
  }
  return found;
}

/** The draft that states the new value. */
function successorOf({ value, noun }: NewValue, { decision }: Candidate): SemanticDraft | undefined {
  const drafts = decision.keep ? decision.drafts.filter(isSemantic) : [];
  return drafts.find(
    (draft) =>
      draft.polarity === "holds" &&
      (sharesWords(draft.value, value) || (draft.value === noun && sharesWords(draft.entity, value))),
  );
}

async function formerOf(
  found: NewValue,
  { passage }: Candidate,
  known: KnownFacts,
): Promise<StatedFact["id"] | null> {
  const own = namesOf(passage.speaker);
  const before = async (facts: Promise<readonly StatedFact[]>) =>
    (await facts).filter((fact) => isBefore(fact, passage));
  if (found.instead !== null) return formerInstead(found, found.instead, await before(known.of(own)));
  if (found.noun === "") return formerMeasure(found.value, await before(known.all(own)));
  const noun = nounOf(found.noun);
  const things = [
    ...new Set([found.noun, noun.head, ...own.map((name) => `${name}'s ${found.noun}`), ...noun.before]),
  ];
  const others = (await known.named(noun.head)).filter((name) => !things.includes(name));
  const facts = [...(await known.all(own)), ...(await known.all([...things, ...others]))];
  const former = facts.filter(
    (fact) => isBefore(fact, passage) && isSlot(noun, fact, own) && isOther(found, fact),
  );
  return former.length === 1 ? former[0]!.id : null;
}

/** The only fact of the speaker with another number of the same unit: "92 kg" before "85 kg". */
function formerMeasure(value: string, own: readonly StatedFact[]): StatedFact["id"] | null {
  const unit = unitOf(value);
  const former = own.filter((fact) => unit !== null && unitOf(fact.value) === unit && fact.value !== value);
  return former.length === 1 ? former[0]!.id : null;
}

/**
 * The only fact of the speaker that has a name as its value, or that says what is paid to somebody:
 * "Mrs Tangen 600 a month".
 */
function formerInstead(found: NewValue, name: string, own: readonly StatedFact[]): StatedFact["id"] | null {
  const words = indexWords(name);
  const isAmount = kindOfValue(found.value) === "number";
  const former = own.filter((fact) => {
    const said = new Set(indexWords(fact.value));
    const isNamed = !whereabouts.test(fact.property) && words.every((word) => said.has(word));
    const isPaid = paid.test(fact.property) || fact.property === name.toLowerCase();
    const isAlike = isAmount ? isPaid && /\d/.test(fact.value) : kindOfValue(fact.value) === "name";
    return isNamed && isAlike && !sharesWords(found.value, fact.value);
  });
  return words.length > 0 && former.length === 1 ? former[0]!.id : null;
}

/** "I went from Porto to Lisbon" may be a journey. */
const whereabouts =
  /^(?:home|location|lived in|visited|workplace|school|hometown|birthplace|origin|trip|travel.*)$/u;

/** What somebody pays regularly, and not what they owe or lent. */
const paid = /^(?:pays?\b.*|rent|fee|wage|salary|price|rate|charge)$/u;

/** Whether a fact has another value of the same kind. */
function isOther(found: NewValue, { value }: StatedFact): boolean {
  const isAlike = found.kind === kindOfValue(value) && sameUnit(found.value, value);
  return isAlike && !sharesWords(found.value, value);
}

/** A noun as index words. */
interface Noun {
  readonly head: string;
  /** The words before the head: "kitchen" in "kitchen budget". */
  readonly before: readonly string[];
  /** The words after its preposition: "kitchen" in "budget for the kitchen". */
  readonly after: readonly string[];
  /** "My new trainers" are shoes, and not a new trainer. */
  readonly isPlural: boolean;
}

/** Words that do not say which one is meant: "the annual fee" is "the fee". */
const idle =
  /^(?:new|current|present|latest|regular|usual|annual|yearly|monthly|weekly|daily|own|main|working)$/u;

function nounOf(written: string): Noun {
  const [first = "", ...rest] = written.toLowerCase().split(/\s(?:of|for|on|in|at|with)\s/u);
  const words = first.split(/\s+/u).filter((word) => !idle.test(word));
  const stems = indexWords(words.join(" "));
  return {
    head: stems.at(-1) ?? "",
    before: stems.slice(0, -1),
    after: indexWords(rest.join(" ")),
    isPlural: /[^s]s$/u.test(words.at(-1) ?? ""),
  };
}

/** Properties that say what a thing is, so that the thing itself is the noun. */
const itself =
  /^(?:value|name|title|date|deadline|time|location|price|cost|amount|rate|fee|rent|total|dose)$/u;

/**
 * Whether a noun names what a fact is about: its property, or its entity if the property only says
 * that it has a value. "Work number" is not "number", which may be another one, but "budget for the
 * kitchen" is "kitchen budget", and "threshold on the bike" is "threshold".
 */
function isSlot(noun: Noun, fact: StatedFact, own: readonly string[]): boolean {
  return slotsOf(fact, own).some((slot) => isIn(slot, noun));
}

function isIn(slot: Noun, noun: Noun): boolean {
  if (noun.head === "" || noun.head !== slot.head || noun.isPlural !== slot.isPlural) return false;
  const asked = new Set([...noun.before, ...noun.after]);
  const said = new Set([...slot.before, ...slot.after]);
  return [...asked].every((word) => said.has(word)) && slot.before.every((word) => asked.has(word));
}

function slotsOf({ entity, property }: StatedFact, own: readonly string[]): readonly Noun[] {
  const isOwn = own.includes(entity);
  const thing = own.reduce((name, owner) => name.replace(`${owner}'s `, ""), entity);
  const [last = ""] = indexWords(property).slice(-1);
  const isMeasure = indexWords(thing).includes(last);
  if (isOwn) return [nounOf(property)];
  const whole = `${property} of ${thing}`;
  if (isMeasure) return [nounOf(thing)];
  return itself.test(property) ? [nounOf(thing), nounOf(whole)] : [nounOf(whole)];
}
