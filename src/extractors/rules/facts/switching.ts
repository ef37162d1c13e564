/** Tools that were changed: "switched from Vim to VS Code", "replaced Jenkins with Buildkite". */
import type { SemanticDraft } from "../../extractor.js";
import { isProper, isValue, type Phrase, phraseOf } from "../grammar/phrases.js";
import { beforeComma, type Fact, validity } from "./fact.js";
import { stated } from "./statement.js";

/**
 * The new tool is used, the old one no longer. Only names are tools: "switched from tea to coffee"
 * is a taste or a meal.
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
