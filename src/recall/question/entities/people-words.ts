/**
 * Words for people: relations, by which a question names somebody through somebody else ("Ana's
 * sister", "my boss"), and synonyms. Pure.
 */
import { indexWords } from "../../../text/words.js";

const setsOf = (groups: readonly string[]) => groups.map((group) => new Set(group.split(" ")));

/** Groups of words that may be used for the same person: relatives and partners. */
const familyGroups = setsOf([
  "mother mom mum mama mommy mummy parent parents",
  "father dad papa daddy parent parents",
  "sister sisters sibling siblings twin",
  "brother brothers sibling siblings twin",
  "son sons kid kids child children boy boys",
  "daughter daughters kid kids child children girl girls",
  "wife husband spouse partner fiance fiancee",
  "boyfriend girlfriend partner",
  "grandmother grandma granny gran nana nan grandparent grandparents",
  "grandfather grandpa grandad gramps grandparent grandparents",
  "aunt auntie uncle",
  "cousin cousins",
  "nephew nephews niece nieces",
]);

const relationGroups: readonly ReadonlySet<string>[] = [
  ...familyGroups,
  ...setsOf([
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
  ]),
];

const relationsByWord = new Map<string, ReadonlySet<string>>();
for (const group of relationGroups)
  for (const word of group)
    relationsByWord.set(word, new Set([...(relationsByWord.get(word) ?? []), ...group]));

/**
 * Returns the words that may mean the same person as a word, including itself; `undefined` if it is
 * not a word for a person.
 */
export function relationOf(word: string): ReadonlySet<string> | undefined {
  return relationsByWord.get(word);
}

/**
 * Whether a word is for a relative or a partner. Others are often spoken of by title and name only,
 * as "Dr Lee" for "my doctor".
 */
export function isFamily(word: string): boolean {
  return familyGroups.some((group) => group.has(word));
}

const indexed = new Set([...relationsByWord.keys()].flatMap(indexWords));

/** Whether an index word is a word for a relation between people. */
export function isRelation(indexWord: string): boolean {
  return indexed.has(indexWord);
}

const synonymGroups: readonly string[] = [
  // English
  "mother mom mum mama mommy mummy ma",
  "father dad papa daddy pa",
  "grandmother grandma granny gran nana nan",
  "grandfather grandpa grandad granddad gramps",
  "children kids",
  "brother bro",
  "sister sis",
  "husband hubby",
  "aunt auntie aunty",
  "boyfriend bf",
  "girlfriend gf",
  "colleague coworker workmate teammate",
  "flatmate roommate housemate",
  "boss manager supervisor",
  "friend mate buddy pal",
  "doctor physician gp",
  "lawyer attorney solicitor",
  "landlord landlady",
  // German
  "mutter mama mami mutti",
  "vater papa papi vati",
  "großmutter oma omi",
  "großvater opa opi",
  "kinder kids",
  "chef chefin vorgesetzter vorgesetzte",
  "kollege kollegin arbeitskollege arbeitskollegin",
  "mitbewohner mitbewohnerin wg-mitbewohner",
  "arzt ärztin doktor",
  // French
  "mère maman",
  "père papa",
  "grand-mère mamie mémé",
  "grand-père papi papy pépé",
  "enfants gosses gamins",
  "frère frangin",
  "sœur soeur frangine",
  "tante tata",
  "oncle tonton",
  "ami copain pote",
  "amie copine",
  "médecin docteur toubib",
  "patron patronne chef",
  // Spanish
  "madre mamá mami",
  "padre papá papi",
  "abuela abuelita yaya",
  "abuelo abuelito yayo",
  "hijos niños",
  "esposa mujer",
  "esposo marido",
  "jefe jefa",
  "compañero compañera colega",
  "médico médica doctor doctora",
  // Portuguese
  "mãe mamã mamãe",
  "pai papá papai",
  "avó vovó",
  "avô vovô",
  "filhos crianças miúdos",
  "esposa mulher",
  "esposo marido",
  "chefe patrão patroa",
  "médico médica doutor doutora",
  // Russian
  "мать мама мамочка",
  "отец папа папочка",
  "бабушка бабуля",
  "дедушка дед дедуля",
  "начальник начальница босс шеф",
  "врач доктор",
  // Hindi
  "माँ मां माता मम्मी अम्मा",
  "पिता पापा बाप पिताजी",
  "दादी नानी",
  "दादा नाना",
  "पत्नी बीवी",
  // Chinese
  "妈妈 母亲 老妈",
  "爸爸 父亲 老爸",
  "奶奶 祖母 外婆 姥姥",
  "爷爷 祖父 外公 姥爷",
  "妻子 老婆 太太",
  "丈夫 老公 先生",
  "孩子 小孩",
  "老板 上司 经理",
  // Japanese
  "母親 お母さん ママ おふくろ",
  "父親 お父さん パパ おやじ",
  "祖母 おばあちゃん おばあさん",
  "祖父 おじいちゃん おじいさん",
  "上司 ボス",
];

const synonymsOf = new Map<string, Set<string>>();
for (const group of synonymGroups) {
  const words = group.split(" ").flatMap((word) => indexWords(word).slice(0, 1));
  for (const word of words)
    synonymsOf.set(
      word,
      new Set([...(synonymsOf.get(word) ?? []), ...words.filter((other) => other !== word)]),
    );
}

const writtenSynonyms = new Map(
  synonymGroups.flatMap((group) => {
    const words = group.split(" ");
    return words.map((word) => [word, words] as const);
  }),
);

/** Returns the words that mean the same person as a word, itself included: "mum" for "mother". */
export function sameRelationAs(word: string): readonly string[] {
  return writtenSynonyms.get(word) ?? [word];
}

const none: readonly string[] = [];

/** Returns the synonyms of an index word for a person, as index words; empty if it has none. */
export function kinOf(indexWord: string): readonly string[] {
  const words = synonymsOf.get(indexWord);
  return words === undefined ? none : [...words];
}
