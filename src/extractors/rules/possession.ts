/** What "have" says: family, animals, allergies. */
import type { SemanticDraft } from "../extractor.js";
import { possessive } from "./coreference.js";
import { article, type Fact } from "./fact.js";
import { isValue, listMembers, type Phrase, phraseOf, withoutArticle } from "./phrases.js";
import { animalOf, pluralRelationOf, relationCardinality, relationOf } from "./relations.js";
import { stated, statedFreely } from "./statement.js";
import type { Clause } from "./verb-group.js";

export function ofPossession(fact: Fact): SemanticDraft[] {
  const { clause, subject, complement, sentence } = fact;
  if (clause.negated && !clause.ended) return [];
  if (clause.tense === "past" && clause.verb === "have" && !clause.perfect) return [];
  const named = nameAfter(fact);
  return listMembers(complement.object).flatMap((member) => {
    const phrase = phraseOf(
      member.filter(({ lower }) => !/^(?:named|called)$/.test(lower)),
      sentence.text,
    );
    const nouns = nounsBefore(member, named);
    if (phrase === null || nouns.length === 0) return [];
    return [
      ...ofKin(subject.name, nouns, named, phrase, clause),
      ...ofAnimal(subject.name, nouns, named, phrase, clause),
    ];
  });
}

/** "a daughter named Mia", "a dog, Rex". */
function nameAfter({ complement }: Fact): string | null {
  const at = complement.object.findIndex(({ lower }) => /^(?:named|called)$/.test(lower));
  const words = at < 0 ? [] : complement.object.slice(at + 1).filter(({ text }) => /^\p{Lu}/u.test(text));
  return words.length > 0 && words.length < 4 ? words.map(({ text }) => text).join(" ") : null;
}

function nounsBefore(member: Fact["clause"]["rest"], named: string | null): string[] {
  const end =
    named === null ? member.length : member.findIndex(({ lower }) => /^(?:named|called)$/.test(lower));
  return member.slice(0, end < 0 ? member.length : end).map(({ lower }) => lower);
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
  const plural = pluralRelationOf(nouns);
  if (plural === null || !/^(?:\d+|two|three|four|five|six|seven|eight|twin|no)$/.test(nouns[0] ?? ""))
    return [];
  const isSibling = /^(?:sister|brother|sibling)$/.test(plural);
  const isChild = /^(?:child|kid|son|daughter|baby|girl|boy|twin)$/.test(plural);
  return isChild || isSibling
    ? [
        stated({
          entity: owner,
          property: isChild ? "children" : "siblings",
          value: phrase.value,
          phrase: phrase.text,
        }),
      ]
    : [];
}

function ofAnimal(
  owner: string,
  nouns: readonly string[],
  named: string | null,
  phrase: Phrase,
  clause: Clause,
): SemanticDraft[] {
  if (animalOf(nouns) === null || (clause.tense === "past" && clause.verb === "have")) return [];
  const value = named === null ? phrase.value : `${withoutArticle(nouns.join(" "))} named ${named}`;
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

/** "has a peanut allergy", "has an allergy to cats". */
export function allergies({ clause, subject, complement, sentence }: Fact): SemanticDraft[] {
  if (
    clause.verb !== "have" ||
    clause.negated ||
    clause.tense !== "present" ||
    !/^allerg(?:y|ies)$/.test(complement.object.at(-1)?.lower ?? "")
  )
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
