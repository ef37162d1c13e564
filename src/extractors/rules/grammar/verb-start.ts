/** Finds where a finite verb group starts. */
import type { Word } from "./grammar.js";
import { auxiliaries, forms, isAdverb, modals, negations, set, subjectPronouns } from "./words.js";

/** Whether a finite verb group starts at `at`. `hasSubject`: words of a subject precede it. */
export function startsVerb(words: readonly Word[], at: number, hasSubject: boolean): boolean {
  const word = words[at];
  if (word === undefined) return false;
  const { lower, tags } = word;
  // "My brother Will"
  if (modals.has(lower) && tags.has("FirstName")) return false;
  if (
    (modals.has(lower) && !(lower === "may" && /^\p{Lu}/u.test(word.text)) && lower !== "will") ||
    (lower === "will" && (hasSubject || word.text !== "Will"))
  )
    return !tags.has("Month");
  if (auxiliaries.has(lower)) return true;
  const before = hasSubject ? words[at - 1] : undefined;
  if (before !== undefined && nounFollows(before)) return false;
  if (lower === "used" && words[at + 1]?.lower === "to") return true;
  // "a dog named Rex": a participle. In "is named" the auxiliary starts the verb group.
  if (/^(?:named|called)$/.test(lower) && before?.tags.has("Noun")) return false;
  const known = forms.get(lower);
  if (known === undefined) return isTaggedFinite(word, before);
  if (/^\p{Lu}/u.test(word.text) && hasSubject) return false;
  if (known.forms.has("third") || known.forms.has("past"))
    return known.forms.has("base") ? !hasSubject || takesBase(before) || tags.has("PastTense") : true;
  if (known.forms.has("base")) return !hasSubject || (takesBase(before) && !isNounBefore(words, at));
  return false;
}

/** "the Atlas launch is late": a bare form right before a finite verb is a noun. */
function isNounBefore(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return (
    next !== undefined &&
    !subjectPronouns.has(words[at - 1]?.lower ?? "") &&
    (/^(?:is|was|are|were|has|had|will)$/.test(next.lower) ||
      /^(?:moved|slipped|shifted|changed)$/.test(next.lower))
  );
}

/** Words that a noun follows: determiners, possessives and prepositions. */
const determiners = set(
  "the a an my our your his her its their this that these those some every each all no in on at to of for by with from",
);
const nounLeads = set("to of in at my our your his her its their the a an");
/** Subjects other than plurals that take a base form. */
const baseSubjects = set("i we you they these those who people longer");

function nounFollows({ lower, tags, text }: Word): boolean {
  // A name is a subject by itself, whatever its tags.
  if (
    subjectPronouns.has(lower) ||
    (/^\p{Lu}\p{Ll}/u.test(text) && !tags.has("Possessive") && !determiners.has(lower))
  )
    return false;
  return (
    tags.has("Determiner") ||
    tags.has("Possessive") ||
    tags.has("Adjective") ||
    tags.has("Preposition") ||
    nounLeads.has(lower)
  );
}

function isTaggedFinite({ tags, text }: Word, before: Word | undefined): boolean {
  if (!tags.has("Verb") || tags.has("Gerund")) return false;
  if (before !== undefined && /^\p{Lu}/u.test(text)) return false;
  if (before === undefined) return tags.has("Infinitive") || tags.has("PastTense");
  return tags.has("PastTense") || (tags.has("Infinitive") ? takesBase(before) : tags.has("PresentTense"));
}

/** Subjects that take a base form: "I work", "my parents live", "Ana and Tom own". */
function takesBase(before: Word | undefined): boolean {
  if (before === undefined) return true;
  if (baseSubjects.has(before.lower)) return true;
  return before.tags.has("Plural") || isAdverb(before) || negations.has(before.lower);
}
