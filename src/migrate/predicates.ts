/**
 * What other systems call the properties that keepsake's own extractor knows, so that a fact that came from elsewhere is asked for, and replaced, like one that
 * was learnt here: who "lives in" Bruges there has their `home` in Bruges. Only names that mean one thing; any other keeps its own words.
 */
import { wordsOf } from "./shapes.js";

const predicates: Readonly<Record<string, readonly string[]>> = {
  home: ["lives in", "live in", "lives at", "resides in", "residence", "residing in", "has residence in"],
  employer: ["works at", "works for", "work at", "work for", "employed by", "employed at", "is employed by"],
  "former employer": ["worked at", "worked for", "formerly employed by"],
  occupation: ["works as", "has occupation", "profession", "has job title", "job title"],
  birthplace: ["born in", "was born in", "place of birth"],
  hometown: ["is from", "comes from", "from"],
  partner: ["married to", "is married to", "spouse", "spouse of", "partner of", "is partner of"],
  likes: ["like", "loves", "enjoys", "is fond of"],
  dislikes: ["dislike", "hates"],
  prefers: ["prefer", "has preference for"],
  owns: ["own", "is owner of", "owner of"],
  pet: ["has pet", "owns pet"],
  school: ["studies at", "enrolled at", "is enrolled at", "student at"],
  education: ["graduated from", "alumnus of"],
  "field of study": ["studies", "majors in"],
  language: ["speaks", "speaks language"],
  nationality: ["has nationality", "citizen of"],
  allergy: ["allergic to", "is allergic to", "has allergy", "has allergy to"],
  visited: ["has visited", "traveled to", "travelled to"],
  member: ["member of", "is member of", "belongs to group"],
  founded: ["founder of", "is founder of", "co founded", "cofounded"],
  manages: ["manager of", "is manager of"],
};

const properties = new Map(
  Object.entries(predicates).flatMap(([property, names]) => names.map((name) => [name, property] as const)),
);

/**
 * The property that a relation of another system states.
 *
 * @returns The property in keepsake's words, and as a label the name that it had, where that is another.
 */
export function propertyOf(relation: string): {
  readonly property: string;
  readonly labels: { readonly predicate?: string };
} {
  const words = wordsOf(relation);
  const property = properties.get(words.replaceAll("-", " ")) ?? words;
  return { property, labels: property === relation ? {} : { predicate: relation } };
}
