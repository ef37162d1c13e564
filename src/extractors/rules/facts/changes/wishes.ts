/**
 * Goals and plans, which do not state that the goal is reached; and endings: "quit my job", "broke
 * up", "stopped smoking".
 */
import type { SemanticDraft } from "../../../extractor.js";
import { possessive } from "../../conversation/coreference.js";
import { isProper, isValue, phraseOf } from "../../grammar/phrases.js";
import { beforeComma, type Fact, validity, withOwner } from "../fact.js";
import { stated, statedFreely } from "../statement.js";
import type { PropertyName } from "../vocabulary/properties.js";

/** "wants to work at Google" is a goal, never an employer. */
export function wishes(fact: Fact): SemanticDraft[] {
  const { clause, subject, sentence } = fact;
  const property = /^(?:want|hope|aim)$/.test(clause.verb)
    ? "goal"
    : /^(?:plan|intend)$/.test(clause.verb)
      ? "plan"
      : null;
  if (
    property === null ||
    clause.negated ||
    clause.ended ||
    // "I've always wanted to" is still so, "I wanted to" is not.
    (clause.tense === "past" && !clause.perfect) ||
    subject.kind === "thing"
  )
    return [];
  const { rest } = clause;
  if (
    rest[0]?.lower !== "to" ||
    rest[1] === undefined ||
    /^(?:know|see|hear|say|ask|thank|tell|make|share|be|get|do|go|check|try|ensure|help|add|use|keep)$/.test(
      rest[1].lower,
    )
  )
    return [];
  const phrase = phraseOf(rest.slice(1), sentence.text);
  if (
    phrase === null ||
    phrase.words.length < 2 ||
    phrase.words.length > 14 ||
    /\b(?:you|it|this|that|them)\b/i.test(phrase.text)
  )
    return [];
  const value = withOwner(phrase.text, fact);
  return [stated({ entity: subject.name, property, value })];
}

/** Verbs of working towards something, with the preposition before it. */
const towards: readonly (readonly [RegExp, string])[] = [
  [/^(?:train|study|prepare|save|practi[cs]e)$/, "for"],
  [/^look$/, "into"],
];

/**
 * "I'm training for the Boston marathon", "we're saving up for a boat", "I've been looking into
 * mental health work": a goal. What somebody only thinks about or considers is an idea, and no
 * fact.
 */
export function workingTowards({ clause, subject, complement, sentence }: Fact): SemanticDraft[] {
  const isNow = clause.progressive && !clause.negated && !clause.ended && !clause.pluperfect;
  const isPresent = clause.tense === "present" || clause.perfect;
  if (!isNow || !isPresent || subject.kind === "thing") return [];
  // Who asks an assistant looks into what the request is about.
  if (clause.verb === "look" && sentence.passage.speaker === null) return [];
  const preposition = towards.find(
    ([verb, prep]) => verb.test(clause.verb) && complement.phrases[0]?.prep === prep,
  )?.[1];
  if (preposition === undefined) return [];
  const phrase = phraseOf(afterPreposition(clause.rest, preposition), sentence.text);
  if (phrase === null || !isValue(phrase, "thing") || noGoal.test(phrase.text)) return [];
  return [
    statedFreely({
      entity: subject.name,
      property: "goal",
      value: phrase.value,
      text: `${possessive(subject.name)} goal: ${phrase.text}.`,
      cardinality: "many",
    }),
  ];
}

/** "I've been practising for four hours", "I'm looking into it". */
const noGoal =
  /^(?:an?\s|about\s)?\S+\s(?:minutes?|hours?|days?|weeks?|months?|years?|ages)\b|\b(?:it|this|that|them|myself|you)\b/i;

function afterPreposition(rest: Fact["clause"]["rest"], preposition: string): Fact["clause"]["rest"] {
  return beforeComma(rest.slice(rest.findIndex(({ lower }) => lower === preposition) + 1));
}

/** "I quit my job at Acme", "I stopped eating meat", "we broke up". */
export function endings(fact: Fact): SemanticDraft[] {
  const { clause, subject, complement, sentence } = fact;
  if (clause.negated || clause.tense !== "past" || subject.kind === "thing") return [];
  const ended = (property: PropertyName, value: string) => [
    stated({
      entity: subject.name,
      property,
      value,
      polarity: "ended",
      ...validity(fact, { aspect: "end" }, "ended"),
    }),
  ];
  const object = complement.object.map(({ lower }) => lower).join(" ");
  if (/^(?:quit|leave|lose)$/.test(clause.verb) && /\b(?:job|position|role)$/.test(object)) {
    const place = complement.phrases.find(({ prep }) => prep === "at" || prep === "with");
    const phrase = place === undefined ? null : phraseOf(place.words, sentence.text);
    // With a place, only the job there ended: "at the call center". Without one, it was the only
    // job.
    return ended("employer", phrase?.value ?? "");
  }
  if (clause.verb === "break" && /^up\b/.test(object)) {
    const who = complement.phrases.find(({ prep }) => prep === "with");
    const phrase = who === undefined ? null : phraseOf(who.words, sentence.text);
    return ended("partner", phrase !== null && isProper(phrase) ? phrase.value : "");
  }
  if (clause.verb === "divorce" || (clause.verb === "get" && clause.rest[0]?.lower === "divorced"))
    return divorced(fact);
  return [...stopped(fact, ended)];
}

/** The marriage ended, under each word for a spouse that may have been recorded. */
function divorced(fact: Fact): SemanticDraft[] {
  const { name: entity, plural } = fact.subject;
  const { validTo } = { validTo: null, ...validity(fact, { aspect: "end" }, "ended") };
  const ending = { entity, value: "", text: `${entity} ${plural ? "are" : "is"} divorced.` };
  return [
    stated({ entity, plural, property: "relationship status", value: "divorced" }),
    ...["partner", "spouse", "wife", "husband"].map(
      (property): SemanticDraft => ({
        ...statedFreely({ ...ending, property, cardinality: "one" }),
        polarity: "ended",
        validTo,
        reason: `says that a fact ended: ${property}`,
      }),
    ),
  ];
}

function stopped(
  { clause, sentence }: Fact,
  ended: (property: PropertyName, value: string) => SemanticDraft[],
): SemanticDraft[] {
  const { rest } = clause;
  const isStop = /^(?:stop|quit)$/.test(clause.verb) || (clause.verb === "give" && rest[0]?.lower === "up");
  if (!isStop) return [];
  const words = clause.verb === "give" ? rest.slice(1) : rest;
  const activity = words[0]?.lower ?? "";
  const property: PropertyName | null =
    ({
      eating: "eats",
      drinking: "drinks",
      smoking: "smokes",
      using: "tool",
      playing: "plays",
      learning: "learning",
    }[activity] as PropertyName | undefined) ?? null;
  if (property === null) return [];
  const phrase = phraseOf(words.slice(1), sentence.text);
  return property === "smokes"
    ? ended(property, "cigarettes")
    : phrase === null
      ? []
      : ended(property, phrase.value);
}
