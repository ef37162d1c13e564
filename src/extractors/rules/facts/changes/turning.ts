/**
 * Changes, beginnings and habits: "turned 30", "started learning Spanish", "runs every morning".
 */
import type { SemanticDraft } from "../../../extractor.js";
import { complementOf, isProper, isValue, type Phrase, phraseOf } from "../../grammar/phrases.js";
import type { Clause } from "../../grammar/verb-group.js";
import { lemmaOfGerund } from "../../grammar/words.js";
import { ages, beforeComma, type Fact, tidyClause, validity } from "../fact.js";
import { stated } from "../statement.js";

/**
 * Facts that a finished action begins: "turned 30", "got a new job at Acme", "got promoted to team
 * lead".
 */
export function turning(fact: Fact): SemanticDraft[] {
  const { clause, subject, complement, sentence } = fact;
  if (clause.tense !== "past" || clause.negated || subject.kind === "thing") return [];
  const object = complement.object.map(({ lower }) => lower).join(" ");
  const start = validity(fact, { aspect: "start" }, "holds");
  if (clause.verb === "turn" && ages.test(object))
    return [stated({ entity: subject.name, property: "age", value: object })];
  const phraseAfter = (preps: RegExp) => {
    const found = complement.phrases.find(({ prep }) => preps.test(prep));
    return found === undefined ? null : phraseOf(beforeComma(found.words), sentence.text);
  };
  const occupation = (role: Phrase | null) =>
    role !== null && isValue(role, "thing")
      ? [
          stated({
            entity: subject.name,
            property: "occupation",
            value: role.value,
            phrase: role.text,
            ...start,
          }),
        ]
      : [];
  if (
    /^(?:get|start|take|accept|land|find|begin)$/.test(clause.verb) &&
    /\b(?:job|position|role|internship)$/.test(object)
  ) {
    const place = phraseAfter(/^(?:at|with)$/);
    return [
      ...(place !== null && isValue(place, "organisation")
        ? [stated({ entity: subject.name, property: "employer", value: place.value, ...start })]
        : []),
      ...occupation(phraseAfter(/^as$/)),
    ];
  }
  const home = newDwelling(fact);
  if (home !== null) return [stated({ entity: subject.name, property: "home", value: home.value, ...start })];
  const promoted = clause.verb === "promote" || (clause.verb === "get" && object.startsWith("promoted"));
  return promoted ? occupation(phraseAfter(/^to$/)) : [];
}

/** No compound: "the meeting room" and "the concert house" are no homes. */
const dwelling = /^(?:(?:my|our) (?:own |new )*|an? new )(?:house|home|flat|apartment|studio|place)$/;

/** "Moved into our new flat in Ghent", "I've got my own place in Riga now": the place. */
function newDwelling({ clause, complement, sentence }: Fact): Phrase | null {
  const into = complement.phrases.findIndex(({ prep }) => /^(?:into|to)$/.test(prep));
  const words = clause.verb === "move" ? complement.phrases[into]?.words : complement.object;
  const noun = words?.map(({ lower }) => lower).join(" ") ?? "";
  const isHome =
    clause.verb === "move"
      ? into >= 0 && complement.object.length === 0
      : /^(?:have|get)$/.test(clause.verb) && /^(?:my|our) own\s/.test(noun);
  const place = complement.phrases.slice(into + 1).find(({ prep }) => /^(?:in|at|near)$/.test(prep));
  if (!isHome || !dwelling.test(noun) || place === undefined) return null;
  const phrase = phraseOf(beforeComma(place.words), sentence.text);
  return phrase !== null && isProper(phrase) && isValue(phrase, "place") ? phrase : null;
}

/** "started learning Spanish" is analysed as "is learning Spanish". */
export function begunActivity(fact: Fact): Fact | null {
  const { clause } = fact;
  const lemma =
    /^(?:start|begin)$/.test(clause.verb) && clause.tense === "past" && !clause.negated
      ? lemmaOfGerund(clause.rest[0]?.lower ?? "")
      : null;
  if (lemma === null) return null;
  const rest = clause.rest.slice(1);
  const begun: Clause = {
    ...clause,
    verb: lemma,
    form: "gerund",
    tense: "present",
    perfect: false,
    pluperfect: false,
    progressive: true,
    rest,
  };
  return { ...fact, clause: begun, complement: complementOf(rest, fact.dates) };
}

const regularly =
  /\b(?:every (?:single )?(?:day|morning|evening|night|week|weekend|month|year|other day|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer|winter)|on (?:mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekdays)|(?:once|twice|three times|four times) a (?:day|week|month|year)|daily)\b/i;

/** A regular activity: "I run every morning". */
export function habit({ clause, subject, sentence }: Fact): SemanticDraft[] {
  if (
    clause.tense !== "present" ||
    clause.negated ||
    clause.ended ||
    clause.progressive ||
    clause.perfect ||
    subject.kind === "thing"
  )
    return [];
  const said = tidyClause(sentence.text.slice(clause.rest[0]?.start ?? clause.end, clause.end));
  if (
    !regularly.test(said) ||
    /\b(?:them|it|him|her|this|that|i|i'm|we)\b/i.test(said) ||
    /^(?:want|need|hope|try|plan|wish|think|know|say|tell|ask|claim)$/.test(clause.verb) ||
    said.split(" ").length > 14 ||
    clause.form === "gerund"
  )
    return [];
  const text = `${subject.kind === "speaker" || clause.form === "base" ? thirdPerson(clause.verb) : clause.verb === "have" ? "has" : thirdPerson(clause.verb)} ${said}`;
  return /\b(?:my|our|me|us|you|your)\b/i.test(said)
    ? []
    : [stated({ entity: subject.name, property: "habit", value: text })];
}

function thirdPerson(verb: string): string {
  if (verb === "have") return "has";
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/**
 * "I go by Sam", "introduced herself as Lena". "Call me Sam" is an imperative and is handled as a
 * rule.
 */
export function isNameGiving({ verb, rest, tense }: Clause): boolean {
  if (verb === "go") return rest[0]?.lower === "by" && rest.length === 2 && tense === "present";
  return (
    /^introduced?$/.test(verb) &&
    /^(?:my|him|her|them)self$/.test(rest[0]?.lower ?? "") &&
    rest[1]?.lower === "as"
  );
}

/** The name in "I go by Sam". */
export function nameGiven({ subject, clause, sentence }: Fact): SemanticDraft[] {
  const phrase = phraseOf(clause.rest.slice(clause.verb === "go" ? 1 : 2), sentence.text);
  return phrase !== null && isProper(phrase) && subject.kind !== "thing"
    ? [stated({ entity: subject.name, property: "name", value: phrase.value })]
    : [];
}

/**
 * "Switched from Vim to Emacs": the new tool is used, and the old one is not any more. A tool must
 * be a name: "switched from tea to coffee" is a taste or a meal.
 */
export function switching(fact: Fact): SemanticDraft[] {
  const { clause, subject, complement } = fact;
  if (clause.tense !== "past" || clause.negated || clause.ended || subject.kind === "thing") return [];
  const after = (preps: RegExp) => {
    const found = complement.phrases.find(({ prep }) => preps.test(prep));
    return found === undefined ? null : toolOf(fact, found.words);
  };
  const isSwitch = /^(?:switch|migrate)$/.test(clause.verb) && complement.object.length === 0;
  const isReplacement = clause.verb === "replace";
  if (!isSwitch && !isReplacement) return [];
  const from = isSwitch ? after(/^from$/) : toolOf(fact, complement.object);
  const to = isSwitch ? after(/^to$/) : after(/^(?:with|by)$/);
  const isFromNamed = isReplacement || complement.phrases.some(({ prep }) => prep === "from");
  if (to === null || (isFromNamed && from === null)) return [];
  const begun = { property: "tool", entity: subject.name, plural: subject.plural } as const;
  return [
    stated({ ...begun, value: to.value, ...validity(fact, { aspect: "start" }, "holds") }),
    ...(from === null
      ? []
      : [
          stated({
            ...begun,
            value: from.value,
            polarity: "ended",
            ...validity(fact, { aspect: "end" }, "ended"),
          }),
        ]),
  ];
}

function toolOf({ sentence }: Fact, words: Fact["clause"]["rest"]): Phrase | null {
  const phrase = phraseOf(beforeComma(words), sentence.text);
  if (phrase === null || !isProper(phrase) || !isValue(phrase, "thing")) return null;
  const isOther = phrase.words.some(({ tags }) =>
    ["Person", "FirstName", "Place", "City", "Country", "Demonym", "Date", "Month", "WeekDay"].some((tag) =>
      tags.has(tag),
    ),
  );
  return isOther ? null : phrase;
}
