/** Relations: the words for people whom a question names by somebody else, "Ana's sister", "my boss". Pure. */
import { indexWords } from "../../text/words.js";

/** Words for the same people: a passage that uses one may speak of whom the question calls another. */
const groups: readonly ReadonlySet<string>[] = [
  "mother mom mum mama mommy mummy parent parents",
  "father dad papa daddy parent parents",
  "sister sisters sibling siblings twin",
  "brother brothers sibling siblings twin",
  "son sons kid kids child children boy boys",
  "daughter daughters kid kids child children girl girls",
  "wife husband spouse partner fiance fiancee",
  "boyfriend girlfriend partner",
  "grandmother grandma granny nana grandparent grandparents",
  "grandfather grandpa grandad grandparent grandparents",
  "aunt auntie uncle",
  "cousin cousins",
  "nephew nephews niece nieces",
  "boss manager supervisor",
  "colleague colleagues coworker coworkers teammate teammates",
  "friend friends buddy",
  "roommate roommates flatmate flatmates housemate",
  "neighbour neighbours neighbor neighbors",
  "doctor dentist therapist",
  "teacher tutor professor coach mentor",
  "landlord landlady",
  "assistant secretary",
  "client clients customer customers",
  "lawyer attorney accountant",
].map((group) => new Set(group.split(" ")));

const known = new Map<string, ReadonlySet<string>>();
for (const group of groups)
  for (const word of group) known.set(word, new Set([...(known.get(word) ?? []), ...group]));

/** Words for the same people as a word, itself among them; `undefined` where it is no word for people. */
export function relationOf(word: string): ReadonlySet<string> | undefined {
  return known.get(word);
}

const indexed = new Set([...known.keys()].flatMap(indexWords));

/** Whether an index word is a word for people who belong to somebody. */
export function isRelation(indexWord: string): boolean {
  return indexed.has(indexWord);
}
