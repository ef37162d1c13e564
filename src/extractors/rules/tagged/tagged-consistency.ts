/** Whether the entity, the property and the value of a tagged fact fit each other. */

import { isLeadingAbbreviation } from "../../../text/sentences.js";
import { isPersonalProperty } from "../facts/semantic.js";
import { animalOf, relationOf } from "../facts/vocabulary/relations.js";
import { hasNumber } from "./values/measured-value.js";

/** A fact of the tagger. */
interface Said {
  readonly entity: string;
  readonly property: string;
  readonly value: string;
}

/** Properties that only people have, in addition to those of the grammar's vocabulary. */
const personal = new Set(
  "parent,child,sibling,relative,friend,colleague,roommate,neighbour,feeling,opinion,health,skill,fear,interest,hobby,volunteering,relationship,relationship status,pet".split(
    ",",
  ),
);
/** Properties of people that things have, too: the name of a boat, the age of a house. */
const ofThings = new Set([
  "name",
  "age",
  "role",
  "school",
  "language",
  "member",
  "home",
  "visited",
  "employer",
]);

/**
 * Whether a fact makes sense: the three differ, and a thing has no property that only people have.
 * `of`: the thing that the property belongs to, if the entity is its owner.
 */
export function isConsistent({ entity, property, value }: Said, plain: string, of: string | null): boolean {
  if (sameText(entity, value) || sameText(property, value) || sameText(entity, property)) return false;
  if (isPartOf(property, entity) || repeats(entity, value)) return false;
  if (isTitledName(entity, value)) return false;
  if (isHeadOf(property, entity) && !hasNumber(value)) return false;
  if (ofOneThing.has(property) && of === null && !isThing(entity) && !/'s \p{Ll}/u.test(entity)) return false;
  return !isPersonal(plain) || (!isThing(entity) && (of === null || !isThing(of)));
}

/**
 * What belongs to a thing or an event: a person has an age and a salary, but no price and no date.
 */
const ofOneThing = new Set("price,cost,duration,quantity,length,distance,temperature,value,date".split(","));

/** A noun, or a form of "be", before a name that is written last. */
const namedNoun = /([\p{L}-]+),?\s+(?:called|named)\s+["“'‘*_]*$/u;
const formsOfBe = new Set("am is are was were be been being gets got".split(" "));

/**
 * Whether a name belongs to the noun before it, and not to the entity: "a kayak called Pimpernel".
 */
export function namesAnother(entity: string, before: string): boolean {
  const [, noun = ""] = namedNoun.exec(before) ?? [];
  return /^\p{Ll}/u.test(noun) && !formsOfBe.has(noun) && !entity.toLowerCase().endsWith(noun);
}

/** Whether two texts are the same, in upper or lower case. */
export function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Whether a property is part of the entity's name: "Balthasar" is not a property of Balthasar
 * Quennevoort, but "margin" may be one of the gross margin.
 */
function isPartOf(property: string, entity: string): boolean {
  return entity.split(/\s+/).some((word) => /^\p{Lu}/u.test(word) && sameText(word, property));
}

/**
 * Whether the property repeats the last word of the entity: "Kofi's shop" has no property "shop".
 * Only a measure may: the gross margin has a margin.
 */
function isHeadOf(property: string, entity: string): boolean {
  return entity.includes(" ") && sameText(entity.split(" ").at(-1)!, property);
}

/**
 * Whether the entity is a common noun that ends with the value: "tortoise" is not a value of the
 * entity "one tortoise".
 */
function repeats(entity: string, value: string): boolean {
  return /^\p{Ll}/u.test(entity) && ` ${entity} `.toLowerCase().endsWith(` ${value.toLowerCase()} `);
}

/** Whether the value is the entity's own name: "Amsel" or "Dr. Amsel" of "Dr Amsel". */
function isTitledName(entity: string, value: string): boolean {
  const [title = "", ...name] = entity.split(/[.\s]+/);
  const isTitled = isLeadingAbbreviation(title) && name.length > 0;
  return isTitled && [name.join(" "), `${title} ${name.join(" ")}`].includes(value.replaceAll(".", ""));
}

function isPersonal(property: string): boolean {
  return personal.has(property) || (isPersonalProperty(property) && !ofThings.has(property));
}

/** Whether a name is that of a thing: "toy drive" and "Room 12", but not "landlord". */
function isThing(name: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  const isCommon = /^\p{Ll}|\s#?\d+\p{L}?$/u.test(name) && !name.startsWith("the user");
  return isCommon && relationOf(words) === null && animalOf(words) === null;
}
