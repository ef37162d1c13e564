/**
 * The names that other systems use for the properties of keepsake's own extractor, so that an
 * imported fact is found and replaced like an extracted one: "lives in" Bruges becomes `home`
 * Bruges. Only names with one meaning; other names stay as they are.
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
 * The property for a relation of another system.
 *
 * @returns the property in keepsake's words and, where they differ, the original name as a label
 */
export function propertyOf(relation: string): {
  readonly property: string;
  readonly labels: { readonly predicate?: string };
} {
  const words = wordsOf(relation);
  const property = properties.get(words.replaceAll("-", " ")) ?? words;
  return { property, labels: property === relation ? {} : { predicate: relation } };
}
