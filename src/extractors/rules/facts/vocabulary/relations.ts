/** Nouns for relatives, acquaintances and animals: "my sister", "Ana's boss", "our dog". */

/** The pronoun for a person; `null` if it is unknown. */
export type Gender = "she" | "he" | null;

const words = (list: string): readonly string[] => list.trim().split(/\s*,\s*/);

const female = words(
  "sister, mother, mom, mum, mommy, daughter, wife, girlfriend, aunt, niece, grandmother, grandma, granny, nana, granddaughter, fiancée, stepmother, stepsister, stepdaughter, mother-in-law, sister-in-law, daughter-in-law, landlady, ex-wife, ex-girlfriend, goddaughter, godmother, bridesmaid",
);
const male = words(
  "brother, father, dad, daddy, son, husband, boyfriend, uncle, nephew, grandfather, grandpa, granddad, grandson, fiancé, stepfather, stepdad, stepbrother, stepson, father-in-law, brother-in-law, son-in-law, landlord, ex-husband, ex-boyfriend, godson, godfather",
);
const neutral = words(
  "partner, spouse, child, kid, baby, toddler, teenager, twin, sibling, parent, cousin, grandchild, grandparent, friend, best friend, boss, manager, supervisor, colleague, coworker, co-worker, teammate, team lead, assistant, mentor, mentee, coach, trainer, teacher, tutor, professor, advisor, adviser, doctor, dentist, therapist, physio, physiotherapist, vet, lawyer, accountant, neighbour, neighbor, roommate, flatmate, housemate, client, customer, co-founder, cofounder, business partner, babysitter, nanny, ex, buddy, girl, boy, fiance, fiancee, godchild, guardian, hairdresser, gardener",
);
const animals = words(
  "dog, puppy, cat, kitten, rabbit, bunny, hamster, guinea pig, parrot, budgie, bird, horse, pony, turtle, tortoise, snake, lizard, gecko, goldfish, fish, ferret, chicken, pet, rat, mouse, labrador, poodle, terrier, beagle, retriever, golden retriever, corgi",
);

/**
 * Relations with one value at a time: a new value replaces the old one. All other relations may
 * have several.
 */
const singleRelations = new Set(
  words(
    "wife, husband, spouse, fiancé, fiancée, fiance, fiancee, girlfriend, boyfriend, partner, boss, manager, supervisor, landlord, landlady, mother, father, mom, mum, dad",
  ),
);

const genders = new Map<string, Gender>([
  ...female.map((noun) => [noun, "she"] as const),
  ...male.map((noun) => [noun, "he"] as const),
  ...neutral.map((noun) => [noun, null] as const),
]);
const plurals = new Map<string, string>([
  ...[...genders.keys(), ...animals].map((noun) => [`${noun}s`, noun] as const),
  ["children", "child"],
  ["wives", "wife"],
  ["babies", "baby"],
  ["puppies", "puppy"],
  ["bunnies", "bunny"],
  ["mice", "mouse"],
  ["grandchildren", "grandchild"],
  ["fish", "fish"],
]);

/**
 * The relation at the end of a phrase, the longest that matches: "older sister" → "sister", "best
 * friend" → "best friend".
 */
export function relationOf(lowerWords: readonly string[]): string | null {
  // "mother in law" is written with hyphens or without.
  const inLaw = lowerWords.slice(-3).join("-");
  if (lowerWords.length >= 3 && genders.has(inLaw)) return inLaw;
  for (const length of [2, 1]) {
    const noun = lowerWords.slice(-length).join(" ");
    if (lowerWords.length >= length && genders.has(noun)) return noun;
  }
  return null;
}

/** The kind of animal at the end of a phrase, in the singular. */
export function animalOf(lowerWords: readonly string[]): string | null {
  const noun = [lowerWords.slice(-2).join(" "), lowerWords.at(-1) ?? ""].find(
    (name) => animals.includes(name) || (animals.includes(plurals.get(name) ?? "") && plurals.has(name)),
  );
  return noun === undefined ? null : (plurals.get(noun) ?? noun);
}

/** "two cats" → "cat"; `null` for one animal. */
export function pluralAnimalOf(lowerWords: readonly string[]): string | null {
  const noun = plurals.get(lowerWords.at(-1) ?? "");
  return noun !== undefined && animals.includes(noun) && lowerWords.length > 1 ? noun : null;
}

/** "two sisters" → "sister"; `null` for one person. */
export function pluralRelationOf(lowerWords: readonly string[]): string | null {
  const noun = plurals.get(lowerWords.at(-1) ?? "");
  return noun !== undefined && genders.has(noun) ? noun : null;
}

/** The gender that a relation implies. */
export function genderOf(relation: string): Gender {
  return genders.get(relation) ?? null;
}

/** Whether a relation has one value at a time or several. */
export function relationCardinality(relation: string): "one" | "many" {
  return singleRelations.has(relation) ? "one" : "many";
}
