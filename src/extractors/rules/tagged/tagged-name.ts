/** Whether a property can have a proper name as its value: nobody works as "Balthasar Quennevoort", and nobody lives in him. */
import type { TaggedFact } from "../../learnt/tagger.js";
import { namelessProperties } from "./nameless-properties.js";

/** Where somebody or something is. */
const places = new Set("home,location,origin,hometown,address,venue,lived in,workplace".split(","));
/** What leads to a place: "in the old Brno quarter", "moved to", "Home: ". */
const leadsToPlace =
  /\b(?:in|at|from|to|near|on|of|around|through|via|outside|into|towards|by|is|are|was|visit(?:ed|ing)?|left|leave|and|or)\s+(?:[\p{L}'’-]+\s+){0,2}$|[:,(/–-]\s*$/iu;
/** Words between a noun and the name that it stands for: "my landlord, a kind man, is Okafor" is about the longest. */
const furthest = 5;

/** Whether a fact that the tagger read can be so, where its value is surely a name. Of other values nothing is said. */
export function suitsName(fact: TaggedFact, property: string, text: string): boolean {
  if (!fact.isName) return true;
  if (namelessProperties.has(property)) return false;
  if (places.has(property)) return leadsToPlace.test(text.slice(Math.max(0, fact.start - 60), fact.start));
  const { noun } = fact;
  if (text.slice(noun.start, noun.end).toLowerCase() !== property) return true;
  const between =
    noun.end <= fact.start ? text.slice(noun.end, fact.start) : text.slice(fact.end, noun.start);
  return (between.match(/\p{L}+/gu) ?? []).length <= furthest && !/[.;!?]\s/.test(between);
}
