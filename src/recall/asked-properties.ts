/**
 * Asked properties: how a question words the property that it asks for, so that "Where does Ana live?" meets the record of her home though it says
 * "moved to Lisbon". The keys are the extractor's names of properties; one that is not here is met by its words alone.
 */
const questions: readonly (readonly [properties: string, wording: RegExp])[] = [
  [
    "home|lived in|hometown",
    /\bwhere\b.{0,40}\b(?:live|lives|living|lived|reside|resides|based|move|moved|home)\b|\b(?:home|address|hometown)\b|\b(?:what|which) (?:city|town|country|place)\b.{0,40}\b(?:live|from|move)/i,
  ],
  [
    "hometown|birthplace|nationality",
    /\bwhere\b.{0,40}\b(?:from|born|grow up|grew up)\b|\bnationality\b|\bbirthplace\b/i,
  ],
  [
    "employer|former employer|workplace|occupation|role|field of work|runs|founded|teaches",
    /\b(?:work|works|working|worked|job|jobs|employer|company|profession|occupation|career|do for a living)\b/i,
  ],
  [
    "school|education|field of study|degree|learning",
    /\b(?:study|studies|studying|studied|school|university|college|degree|graduate|graduated|major|learn|learning)\b/i,
  ],
  [
    "partner|relationship status",
    /\b(?:partner|husband|wife|spouse|married|marry|engaged|dating|boyfriend|girlfriend|relationship|single)\b/i,
  ],
  [
    "children|siblings",
    /\b(?:children|kids|child|son|sons|daughter|daughters|siblings?|brothers?|sisters?|family)\b/i,
  ],
  ["pet", /\b(?:pets?|dogs?|cats?|puppy|kitten)\b/i],
  [
    "likes|prefers|practises|plays|collects|habit|eats|drinks|favourite|favorite",
    /\b(?:likes?|love|loves|enjoys?|favou?rite|prefers?|preference|hobby|hobbies|free time|relax)\b/i,
  ],
  [
    "dislikes|fears|allergy|intolerance|does not eat|does not drink|diet",
    /\b(?:dislikes?|hates?|afraid|fear|fears|allergic|allergy|allergies|avoid|diet|vegan|vegetarian|cannot eat|can't eat)\b/i,
  ],
  ["birthday|age", /\b(?:birthday|born|how old|age)\b/i],
  ["language", /\b(?:languages?|speaks?)\b/i],
  ["name", /\b(?:name|called)\b/i],
  ["owns|drives|bought|uses", /\b(?:owns?|have|has|drives?|car|bought|buy|uses?)\b/i],
  [
    "visited|plan|goal",
    /\b(?:visit|visited|travel|travelled|traveled|been to|trip|plans?|planning|goals?|wants?)\b/i,
  ],
  ["health|medication|allergy", /\b(?:health|illness|condition|medication|medicine|takes?)\b/i],
];

/** Properties that a question asks for; empty where it asks for none that is known. */
export function askedProperties(question: string): ReadonlySet<string> {
  const asked = questions.filter(([, wording]) => wording.test(question));
  return new Set(asked.flatMap(([properties]) => properties.split("|")));
}

/** Whether a record's property is asked for: "favourite food" counts as what is liked. */
export function asksFor(asked: ReadonlySet<string>, property: string): boolean {
  return asked.has(property) || asked.has(property.split(" ")[0]!);
}
