/**
 * What something is now: "we decided on 135 euros as the annual fee", "the book's called Low Tide
 * now". "My" noun is a property of the speaker, "the" noun is an entity itself.
 */
import { type NewValue, newValuesIn } from "../../../../text/new-values.js";
import type { Passage } from "../../../../text/passage.js";
import type { SemanticDraft } from "../../../extractor.js";
import { possessive } from "../../conversation/coreference.js";
import { nameOfSpeaker } from "../../conversation/speakers.js";
import { statedFreely } from "../statement.js";
import { thingSlot } from "../thing-facts.js";
import { relationOf } from "../vocabulary/relations.js";

/** The facts that the new values in a passage state. */
export function newValueFacts(passage: Passage): SemanticDraft[] {
  return newValuesIn(passage.text)
    .filter(({ noun, isOwn, isIt }) => isIt && (isOwn || relationOf(noun.split(" ")) === null))
    .map((found) => draftOf(found, nameOfSpeaker(passage)));
}

const leads = { value: "", name: "called ", deadline: "due on " } as const;

function draftOf({ noun, isOwn, as, value }: NewValue, speaker: string): SemanticDraft {
  const owned = `${possessive(speaker)} ${noun}`;
  const spoken = isOwn ? owned : `the ${noun}`;
  const relation = relationOf(noun.split(" "));
  const slot = isOwn ? { entity: speaker, property: relation ?? noun } : slotOfThing(noun);
  const ofNoun = { entity: isOwn ? owned : noun, property: as };
  const text = `${spoken} is ${leads[as]}${value}.`;
  // "Leif Olsen is our manager now" may be the Leif who was: reconciling compares the names.
  const cardinality = relation === null ? "one" : "many";
  return statedFreely({ ...(as === "value" ? slot : ofNoun), value, text, cardinality });
}

/** "President of the club" is a property of the club. */
function slotOfThing(noun: string): { entity: string; property: string } {
  const [, property = "", entity = ""] = /^(\S+) of (?:the |my |our )?(.+)$/u.exec(noun) ?? [];
  return entity === "" ? { entity: noun, property: thingSlot(noun) } : { entity, property };
}
