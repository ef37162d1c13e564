/**
 * Endings: finds the facts that a text says are no longer true, if the words alone identify the
 * fact: "I stopped running", "Lena sold the Golf", "I've handed on the treasurer's job". An
 * extractor names the property that ended if it recognises it. This module compares the words for
 * the thing that ended with all current facts about its owner: the speaker, or the person who is
 * named.
 */

import { nextTurn } from "../../../async/next-turn.js";
import { withoutQuotations } from "../../../text/quotations.js";
import { indexWords } from "../../../text/words.js";
import type { Candidate } from "../plan.js";
import { type ChangedMeasure, changedMeasures, isFormerMeasure } from "./changed-measures.js";
import { type Ending, endingsIn, meantBy } from "./ending-words.js";
import { isBefore, KnownFacts, namesOf, type Reading, type StatedFact } from "./known-facts.js";
import { namedFormers } from "./named-formers.js";
import { renewedBy } from "./renewed-facts.js";
import { renewedFigures } from "./renewed-figures.js";
import { renumbered } from "./renumbered.js";
import type { Succession } from "./succession.js";

/** What somebody does, and may hand to somebody else for good. */
const tasks =
  /^(?:role|occupation|manages|teaches|coaches|runs|works on|habit|hobby|member|volunteering|experience|leads)$/i;

/** What somebody works with. */
const tools =
  /^(?:tool|framework|library|language|database|hosting|editor|app|software|platform|provider|uses)$/i;

/** What somebody has, and may give away. */
const belongings = /^(?:owns|bought|drives|plays|pet)$/i;

/**
 * Whether the words that {@link meantBy} returns identify the fact whose words {@link statedBy}
 * returns.
 */
export function endsFact(meant: readonly string[], stated: ReadonlySet<string>): boolean {
  return meant.length > 0 && meant.every((word) => stated.has(word));
}

/** Number of passages between two turns of the event loop: some milliseconds of work. */
const candidatesPerTurn = 16;
/**
 * The facts that each passage ends; passages that end none are left out. The store is read only if
 * a passage may end one.
 */
export async function endedFacts(
  candidates: readonly Candidate[],
  reading: Reading,
): Promise<ReadonlyMap<Candidate, readonly Succession[]>> {
  const found = new Map<Candidate, readonly Succession[]>();
  const known = new KnownFacts(reading);
  for (const [index, candidate] of candidates.entries()) {
    if (index % candidatesPerTurn === candidatesPerTurn - 1) await nextTurn();
    if (candidate.passage.role !== "user" || !candidate.decision.keep) continue;
    const over = await endedBy(candidate, known);
    known.end(over.keys());
    known.add(candidate);
    if (over.size > 0) found.set(candidate, [...over.values()]);
  }
  return found;
}

/** The facts that a passage ends, each once: the first reading that has a successor is used. */
async function endedBy(
  candidate: Candidate,
  known: KnownFacts,
): Promise<ReadonlyMap<Succession["former"], Succession>> {
  const over = new Map<Succession["former"], Succession>();
  const readings = [changedBy, renewedBy, renumbered, namedFormers, renewedFigures, takenBack] as const;
  for (const reading of readings)
    for (const one of await reading(candidate, known)) {
      const earlier = over.get(one.former);
      if (earlier === undefined || earlier.by === undefined) over.set(one.former, one);
    }
  return over;
}

/** The former values of measures that a passage changes. */
async function changedBy(candidate: Candidate, known: KnownFacts): Promise<readonly Succession[]> {
  const { passage, decision } = candidate;
  const found: Succession[] = [];
  for (const measure of changedMeasures(decision.keep ? decision.drafts : [], passage.text))
    for (const former of await formerOf(measure, candidate, known)) found.push({ former, by: measure.by });
  return found;
}

/** What the words of a passage alone say has ended. */
async function takenBack(candidate: Candidate, known: KnownFacts): Promise<readonly Succession[]> {
  const endings = endingsIn(withoutQuotations(candidate.passage.text));
  const ids = await factsMeant(endings, candidate, known);
  return ids.map((former) => ({ former, by: undefined }));
}

async function factsMeant(
  endings: readonly Ending[],
  candidate: Candidate,
  known: KnownFacts,
): Promise<readonly StatedFact["id"][]> {
  const ids: StatedFact["id"][] = [];
  for (const ending of endings) {
    const names = namesOfSubject(ending, candidate);
    const meant = [ending.words, ending.place].flatMap((words) => (words === null ? [] : [meantBy(words)]));
    for (const fact of names === null ? [] : await factsOfKind(ending, names, known)) {
      if (!isBefore(fact, candidate.passage)) continue;
      if (meant.some((words) => endsFact(words, fact.stated))) ids.push(fact.id);
    }
  }
  return ids;
}

/** What somebody plans. */
const goals = /^(?:goal|plan)$/i;

/** The facts that may end so. A goal lasts, unless somebody withdraws from it. */
async function factsOfKind(
  ending: Ending,
  names: readonly string[],
  known: KnownFacts,
): Promise<readonly StatedFact[]> {
  if (ending.only !== "goal")
    return (await known.of(names)).filter(({ property }) => isOfKind(ending, property));
  const facts = (await known.all(names)).filter(({ property }) => goals.test(property));
  return facts.map((fact) => ({ ...fact, stated: new Set(indexWords(fact.value)) }));
}

/** Whether a fact with this property may end so: a task is handed over, a thing is given away. */
function isOfKind({ isTask, isGift, only }: Ending, property: string): boolean {
  if (only !== null) return only === "tool" ? tools.test(property) : property === only;
  if (isTask && tasks.test(property)) return true;
  return isGift ? belongings.test(property) : !isTask;
}

/**
 * The former value of a changed measure. "The rent" may be the speaker's; "Mum's dose" is not. If
 * several facts may be it, none is: a wrong ending costs more trust than an old value.
 */
async function formerOf(
  measure: ChangedMeasure,
  { passage }: Candidate,
  known: KnownFacts,
): Promise<readonly StatedFact["id"][]> {
  const own = namesOf(passage.speaker);
  const isOwn = own.includes(measure.entity);
  const isNamed = /^\p{Lu}/u.test(measure.entity) && !passage.text.includes(`the ${measure.entity}`);
  const before = passage.text.slice(0, passage.text.indexOf(measure.value));
  if (!isOwn && !isNamed && ofOthers.test(before)) return [];
  const facts = await known.of(isNamed ? [measure.entity] : own);
  const former = facts.filter((fact) => isBefore(fact, passage) && isFormerMeasure(measure, fact));
  return former.length === 1 ? [former[0]!.id] : [];
}

/** Words for people to whom "the rent" may belong as well. */
const ofOthers = /\b(?:he|she|they|his|her|their|my|our)\b|\p{L}['’]s\s/iu;

/**
 * The names under which the facts of a subject may be stored. `null` where a pronoun is not clear:
 * "he" is the only person beside the speaker in the passage's drafts.
 */
function namesOfSubject({ subject }: Ending, { passage, decision }: Candidate): readonly string[] | null {
  const own = namesOf(passage.speaker);
  if (subject === null) return own;
  if (/^the user$|^user$/i.test(subject)) return namesOf(null);
  const relative = /^(?:my|our) \p{Ll}+ ?(?<name>\p{Lu}.*)?$/iu.exec(subject);
  if (/^(?:my|our)\s/i.test(subject))
    return relative?.groups?.name === undefined
      ? own.map((name) => `${name}'s ${subject.split(" ")[1]}`)
      : [relative.groups.name];
  if (!/^(?:he|she|they)$/i.test(subject)) return [subject, subject.replace(/^the\s+/i, "")];
  const drafts = decision.keep ? decision.drafts : [];
  const others = new Set(drafts.map(({ entity }) => entity).filter((name) => !own.includes(name)));
  return others.size === 1 ? [...others] : null;
}
