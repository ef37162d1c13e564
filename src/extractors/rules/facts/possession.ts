/** Facts stated with "have": family, animals, jobs, allergies. */
import type { SemanticDraft } from "../../extractor.js";
import { possessive } from "../conversation/coreference.js";
import { isValue, listMembers, type Phrase, phraseOf, withoutArticle } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import { article, type Fact } from "./fact.js";
import { stated, statedFreely } from "./statement.js";
import {
  animalOf,
  pluralAnimalOf,
  pluralRelationOf,
  relationCardinality,
  relationOf,
} from "./vocabulary/relations.js";

/** The relatives and animals that the clause says the subject has. */
export function ofPossession(fact: Fact): SemanticDraft[] {
  const { clause, subject, complement, sentence } = fact;
  if (clause.negated && !clause.ended) return [];
  if (clause.tense === "past" && clause.verb === "have" && !clause.perfect) return [];
  return groupsOf(complement.object).flatMap(({ head, names }) => {
    const phrase = phraseOf(head, sentence.text);
    const nouns = head.map(({ lower }) => lower);
    // "I got them a new friend": the friend is not the subject's.
    if (phrase === null || /\b(?:them|him|her|me|you|us|it)\b/i.test(phrase.text)) return [];
    const each = names.length === 0 ? [null] : names;
    const plural = pluralRelationOf(nouns);
    return [
      ...(plural === null ? [] : ofSeveralKin(subject.name, { nouns, plural, names, phrase })),
      ...each.flatMap((named) => [
        ...ofKin(subject.name, nouns, named, phrase, clause),
        ...ofAnimal(subject.name, nouns, named, phrase, clause),
      ]),
    ];
  });
}

interface Group {
  readonly head: Fact["clause"]["rest"];
  readonly names: readonly string[];
}

/**
 * Nouns with the names that follow them: "a daughter named Mia", "a dog, Rex", "two cats, Miso and
 * Tofu".
 */
function groupsOf(object: Fact["clause"]["rest"]): Group[] {
  const groups: { head: Fact["clause"]["rest"]; names: string[]; open: boolean }[] = [];
  for (const member of listMembers(object)) {
    const last = groups.at(-1);
    const at = member.findIndex(({ lower }) => /^(?:named|called)$/.test(lower));
    const head = at < 0 ? member : member.slice(0, at);
    const name = at < 0 ? nameOf(member) : nameOf(leadingCapitals(member.slice(at + 1)));
    if (at < 0 && name !== null && last?.open === true) last.names.push(name);
    else
      groups.push({
        head,
        names: at >= 0 && name !== null ? [name] : [],
        open: at >= 0 || member.at(-1)!.after.includes(","),
      });
  }
  return groups;
}

/** "named Bailey too" names Bailey. */
function leadingCapitals(words: Fact["clause"]["rest"]): Fact["clause"]["rest"] {
  const end = words.findIndex(({ text }) => !/^\p{Lu}/u.test(text));
  return end < 0 ? words : words.slice(0, end);
}

/** Up to three capitalised words, and nothing else. */
function nameOf(words: Fact["clause"]["rest"]): string | null {
  const spoken = words.filter(({ text }) => text !== "");
  const isName =
    spoken.length > 0 && spoken.length < 4 && spoken.every(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));
  return isName ? spoken.map(({ text }) => text).join(" ") : null;
}

function ofKin(
  owner: string,
  nouns: readonly string[],
  named: string | null,
  phrase: Phrase,
  clause: Clause,
): SemanticDraft[] {
  const relation = relationOf(nouns);
  if (relation !== null && clause.verb !== "adopt" && !clause.ended) {
    const noun = withoutArticle(phrase.text);
    const value = named ?? `${possessive(owner)} ${noun}`;
    const text =
      named === null ? `${owner} has ${phrase.text}.` : `${possessive(owner)} ${relation} is ${named}.`;
    return [
      statedFreely({
        entity: owner,
        property: relation,
        value,
        text,
        cardinality: named === null ? "many" : relationCardinality(relation),
      }),
    ];
  }
  return [];
}

/** "two kids, Ben and Lea": their number, and their names. */
function ofSeveralKin(
  owner: string,
  {
    nouns,
    plural,
    names,
    phrase,
  }: { nouns: readonly string[]; plural: string; names: readonly string[]; phrase: Phrase },
): SemanticDraft[] {
  if (!/^(?:\d+|two|three|four|five|six|seven|eight|twin|no)$/.test(nouns[0] ?? "")) return [];
  const isSibling = /^(?:sister|brother|sibling)$/.test(plural);
  const isChild = /^(?:child|kid|son|daughter|baby|girl|boy|twin)$/.test(plural);
  if (!isChild && !isSibling) return [];
  const property = isChild ? "children" : "siblings";
  return [
    stated({ entity: owner, property, value: phrase.value, phrase: phrase.text }),
    ...names.map((value) =>
      statedFreely({
        entity: owner,
        property: plural,
        value,
        text: `${possessive(owner)} ${plural} is ${value}.`,
        cardinality: "many",
      }),
    ),
  ];
}

function ofAnimal(
  owner: string,
  nouns: readonly string[],
  named: string | null,
  phrase: Phrase,
  clause: Clause,
): SemanticDraft[] {
  if (animalOf(nouns) === null || (clause.tense === "past" && clause.verb === "have")) return [];
  const many = pluralAnimalOf(nouns);
  const noun = many ?? withoutArticle(phrase.text);
  const value = named === null ? phrase.value : `${noun} named ${named}`;
  const text = named === null ? phrase.text : `${article(value)} ${value}`;
  return [
    stated({
      entity: owner,
      property: "pet",
      value: named ?? value,
      phrase: text,
      polarity: clause.ended ? "ended" : "holds",
    }),
  ];
}

/** "has a job at Lidl" adds an employer and replaces none: it may be a second job. */
export function jobs({ clause, subject, complement, sentence }: Fact): SemanticDraft[] {
  const isHaving = /^(?:have|get|hold)$/.test(clause.verb) && !clause.negated && !clause.ended;
  const hasJob =
    isHaving && (clause.verb === "get" || clause.tense === "present") && clause.tense !== "future";
  if (!hasJob || subject.kind === "thing" || !/^(?:job|gig)$/.test(complement.object.at(-1)?.lower ?? ""))
    return [];
  const place = complement.phrases.find(({ prep }) => prep === "at" || prep === "with");
  const phrase = place === undefined ? null : phraseOf(place.words, sentence.text);
  return phrase !== null && isValue(phrase, "organisation")
    ? [stated({ entity: subject.name, property: "employer", value: phrase.value, cardinality: "many" })]
    : [];
}

/** "has a peanut allergy", "has an allergy to cats". */
export function allergies({ clause, subject, complement, sentence }: Fact): SemanticDraft[] {
  const has = clause.verb === "have" && clause.tense === "present";
  const hasGot = clause.verb === "get" && clause.perfect;
  if (!(has || hasGot) || clause.negated || !/^allerg(?:y|ies)$/.test(complement.object.at(-1)?.lower ?? ""))
    return [];
  const to = complement.phrases.find(({ prep }) => prep === "to");
  const words = to === undefined ? complement.object.slice(0, -1) : to.words;
  return listMembers(
    words.filter(({ lower }) => !/^(?:an?|severe|bad|serious|mild|really|some)$/.test(lower)),
  )
    .map((member) => phraseOf(member, sentence.text))
    .filter((phrase) => phrase !== null && isValue(phrase, "thing"))
    .map((phrase) => stated({ entity: subject.name, property: "allergy", value: phrase!.value }));
}
