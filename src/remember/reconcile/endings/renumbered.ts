/**
 * Facts that are over because a passage states another value of the same kind with a word of
 * change: "room 12" before "they've moved Nan to room 3", "Miss Drury's class" before "Kemi got
 * moved to Mr Falk's class". The owner, the noun and the change must agree, and only one fact may
 * be meant.
 */
import type { SemanticDraft } from "../../../extractors/extractor.js";
import { sentences } from "../../../text/sentences.js";
import { isSemantic } from "../changes.js";
import type { Candidate } from "../plan.js";
import { isBefore, type KnownFacts, namesOf, type StatedFact } from "./known-facts.js";
import type { Succession } from "./succession.js";

/** The facts that the values of a passage replace. */
export async function renumbered(candidate: Candidate, known: KnownFacts): Promise<readonly Succession[]> {
  const { decision, passage } = candidate;
  if (!decision.keep || !changing.test(passage.text)) return [];
  const found: Succession[] = [];
  for (const draft of decision.drafts.filter(isSemantic)) {
    if (kindOf(draft.value) === null || !isChanged(draft, passage.text)) continue;
    // A person has several things of a kind: "upgraded the laptop to build 12".
    const isOwn = namesOf(passage.speaker).includes(draft.entity);
    const facts = (await known.all([draft.entity])).filter(
      (fact) => isBefore(fact, passage) && (!isOwn || fact.property === draft.property),
    );
    const former = facts.filter((fact) => isOtherOfKind(draft, fact));
    if (former.length === 1) found.push({ former: former[0]!.id, by: draft });
  }
  return found;
}

/** Whether a fact has another value of the kind, as the same property or as a place. */
function isOtherOfKind(now: SemanticDraft, before: StatedFact): boolean {
  const [one, other] = [kindOf(now.value), kindOf(before.value)];
  if (one === null || one.noun !== other?.noun || one.which === other.which) return false;
  const places = ["location", one.noun];
  return (
    now.property === before.property || (places.includes(now.property) && places.includes(before.property))
  );
}

const changing =
  /\b(?:moved|switched|changed|transferred|relocated|reassigned|upgraded|updated|downgraded|migrated|swapped|bumped)\b/iu;
const unreal =
  /[?？]\s*$|\b(?:if|unless|whether|could|would|should|might|may|maybe|perhaps|wants?|wanted|hopes?|plans?|going to|will|never|not|nearly|almost|before|until|says?|said|claims?|thinks?|heard|rumou?rs?)\b|n['’]t\b/iu;

/** Whether the sentence of a value states that it changed. */
function isChanged({ value, polarity }: SemanticDraft, text: string): boolean {
  const sentence = polarity === "holds" ? sentences(text).find((one) => one.includes(value)) : undefined;
  return sentence !== undefined && changing.test(sentence) && !unreal.test(sentence);
}

/** A common noun: "Porto 2" may be the name of another thing. */
const numbered = /^(?<noun>\p{Ll}[\p{Ll} -]{1,24}?)[ #-]*(?<which>\d{1,6}(?:\.\d+)*\p{L}?)$/u;
const owned = /^(?<which>(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof)\.? )?\p{Lu}\p{L}+)['’]s (?<noun>\p{Ll}{3,20})$/u;

/** What a value is, and which one of its kind. `null` for a value of another form. */
function kindOf(value: string): { readonly noun: string; readonly which: string } | null {
  const { noun, which } = (numbered.exec(value) ?? owned.exec(value))?.groups ?? {};
  return noun === undefined || which === undefined
    ? null
    : { noun: noun.toLowerCase().trim(), which: which.toLowerCase() };
}
