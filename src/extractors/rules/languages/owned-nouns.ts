/**
 * "Unser Hausarzt ist jetzt Dr. Aydin", "notre médecin est maintenant la docteure Benali", "mi
 * entrenadora es Luz": what somebody's noun is, in German, French, Spanish, Italian, Portuguese and
 * Dutch. The noun is the property, as it is written. A word for "now" replaces the former value.
 */
import type { SemanticDraft } from "../../extractor.js";
import { possessive } from "../conversation/coreference.js";
import { nameOfSpeaker } from "../conversation/speakers.js";
import { statedFreely } from "../facts/statement.js";
import type { Sentence } from "../sentence.js";

interface OwnedNoun {
  /** "Unser", "mi", "la nostra". */
  readonly own: string;
  readonly noun: string;
  readonly is: string;
  readonly now: string;
  /** Titles and articles before a name. */
  readonly title: string;
  /** Relatives and friends, of whom there may be several, or who are replaced by nobody. */
  readonly kin: RegExp;
  /** A clause with such a word states nothing. */
  readonly opaque: RegExp;
  /** The endings of nouns for women and for men. */
  readonly endings: readonly (readonly [RegExp, string])[];
  /** Whether every noun has a capital letter, so that one capitalised word may be no name. */
  readonly capitalises?: boolean;
}

const lowerNoun = "\\p{Ll}[\\p{Ll}'’-]{2,24}(?: d[eou] \\p{Ll}{3,20})?";

const languages: readonly OwnedNoun[] = [
  {
    own: "(?:[Mm]eine?|[Uu]nsere?)",
    noun: "\\p{Lu}[\\p{L}-]{2,30}",
    is: "ist",
    now: "(?:jetzt|nun|ab jetzt|ab sofort|inzwischen|mittlerweile|künftig|von nun an)",
    title: "(?:(?:der|die) )?(?:Dr\\.|Frau|Herr|Prof\\.)(?: Dr\\.)? ",
    kin: /^(?:schwester|bruder|mutter|vater|mama|papa|tochter|sohn|oma|opa|tante|onkel|cousine?|nichte|neffe|freund(?:in)?|kolleg(?:e|in)|nachbar(?:in)?|kind|hund|katze|kater)$/iu,
    opaque:
      /(?<!\p{L})(?:nicht|nie|wenn|falls|ob|wäre|würde|könnte|vielleicht|fast|früher|damals|glaube|sagte|angeblich|soll)(?!\p{L})/iu,
    endings: [[/(?<=er|[aeo]t|ar)in$/u, ""]],
    capitalises: true,
  },
  {
    own: "(?:[Mm]on|[Mm]a|[Nn]otre)",
    noun: lowerNoun,
    is: "est",
    now: "(?:maintenant|désormais|dorénavant|à présent)",
    title: "(?:(?:le |la |l['’])?(?:docteure?|professeure?|Dr|Mme|M\\.|Madame|Monsieur)\\.? )",
    kin: /^(?:sœur|soeur|frère|mère|père|maman|papa|fille|fils|tante|oncle|cousine?|nièce|neveu|amie?|copine?|collègue|voisine?|chien|chat(?:te)?|enfant)$/iu,
    opaque: /(?<!\p{L})(?:pas|jamais|si|serait|peut-être|presque|avant|crois|dit|paraît)(?!\p{L})|\bn['’]/iu,
    endings: [
      [/(?:euse|rice)$/u, "eur"],
      [/ière$/u, "ier"],
      [/(?<=docteur|professeur|avocat|gérant)e$/u, ""],
    ],
  },
  {
    own: "(?:[Mm]i|[Nn]uestr[oa])",
    noun: lowerNoun,
    is: "es",
    now: "(?:ahora|ya|desde ahora|a partir de ahora)",
    title: "(?:(?:el |la )?(?:doctora?|Dra?\\.|profesora?|señora?|Sra?\\.) )",
    kin: /^(?:herman[oa]|madre|padre|mamá|papá|hij[oa]|tía|tío|prim[oa]|sobrin[oa]|amig[oa]|compañer[oa]|vecin[oa]|perr[oa]|gat[oa]|abuel[oa])$/iu,
    opaque: /(?<!\p{L})(?:no|nunca|si|sería|quizás?|casi|antes|creo|dice|dicen|parece)(?!\p{L})/iu,
    endings: [[/(?<=[dst]or)a$/u, ""]],
  },
  {
    own: "(?:(?:[Ii]l|[Ll]a|[Ll]['’]) ?(?:mi[oa]|nostr[oa]))",
    noun: lowerNoun,
    is: "è",
    now: "(?:ora|adesso|ormai|da ora)",
    title: "(?:(?:il |la |l['’])?(?:dottor|dottoressa|dott\\.|professor(?:e|essa)?|signor(?:a|e)?) )",
    kin: /^(?:sorella|fratello|madre|padre|mamma|papà|figli[oa]|zi[oa]|cugin[oa]|nipote|amic[oa]|collega|vicin[oa]|cane|gatt[oa]|nonn[oa])$/iu,
    opaque: /(?<!\p{L})(?:non|mai|se|sarebbe|forse|quasi|prima|credo|dice|pare)(?!\p{L})/iu,
    endings: [[/trice$/u, "tore"]],
  },
  {
    own: "(?:(?:[OoAa] )?(?:[Mm]eu|[Mm]inha|[Nn]oss[oa]))",
    noun: lowerNoun,
    is: "é",
    now: "(?:agora|já|a partir de agora)",
    title: "(?:(?:o |a )?(?:doutora?|Dra?\\.|professora?|senhora?) )",
    kin: /^(?:irmã|irmão|mãe|pai|filh[oa]|tia|tio|prim[oa]|sobrinh[oa]|amig[oa]|colega|vizinh[oa]|cão|cachorr[oa]|gat[oa]|av[óô])$/iu,
    opaque: /(?<!\p{L})(?:não|nunca|se|seria|talvez|quase|antes|acho|diz|parece)(?!\p{L})/iu,
    endings: [[/(?<=[dst]or)a$/u, ""]],
  },
  {
    own: "(?:[Mm]ijn|[Oo]ns|[Oo]nze)",
    noun: lowerNoun,
    is: "is",
    now: "(?:nu|voortaan|tegenwoordig|inmiddels)",
    title: "(?:(?:dokter|Dr\\.|meneer|mevrouw) )",
    kin: /^(?:zus(?:je)?|broer|moeder|vader|mama|papa|dochter|zoon|tante|oom|nicht|neef|vriend(?:in)?|collega|buur(?:man|vrouw)|hond|kat|opa|oma)$/iu,
    opaque: /(?<!\p{L})(?:niet|nooit|als|zou|misschien|bijna|vroeger|denk|zegt)(?!\p{L})/iu,
    endings: [],
  },
];

const name = "\\p{Lu}[\\p{L}'’-]{1,30}";
const number = "\\+?\\d(?:[\\d .,:/-]{0,20}\\d)?(?:\\s(?:€|%|\\p{L}{1,12}))?";

const forms = languages.map((language) => {
  const { own, noun, is, now, title, capitalises } = language;
  const names = `${title}${name}(?: ${name}){0,2}|${name}(?: ${name}){${capitalises ? 1 : 0},2}|${number}`;
  const end = "(?=\\s*(?:[,;:!)]|(?<=[\\p{L}\\d]{2})\\.|$)|\\s(?:und|et|y|e|en)\\s)";
  const said = `(?:(?<now0>${now}),? )?${own} (?<noun>${noun}) (?:(?<now1>${now}) )?${is}(?: (?<now2>${now}))? (?<value>${names})${end}`;
  const turned = `(?<now3>${now}),? ${is} ${own} (?<noun>${noun}) (?<value>${names})${end}`;
  return { language, forms: [said, turned].map((form) => new RegExp(`(?<!\\p{L})${form}`, "iu")) };
});

/** A word of each form. It is searched for first, because most text is English. */
const gate =
  /(?<!\p{L})(?:meine?|unsere?|mon|ma|notre|mi|nuestr[oa]|(?:il|la|l['’]) ?(?:mi[oa]|nostr[oa])|meu|minha|noss[oa]|mijn|ons|onze)\s/iu;

/** Longer sentences are pasted text. */
const mostChars = 320;

/** The facts about the nouns of the speaker in a sentence. */
export function ownedNouns({ text, passage }: Sentence): SemanticDraft[] {
  if (text.length > mostChars || /[?？]\s*$/u.test(text) || !gate.test(text)) return [];
  for (const { language, forms: patterns } of forms)
    for (const form of patterns) {
      const found = form.exec(text);
      if (found === null) continue;
      const clause = /[^,;:!?]*$/u.exec(text.slice(0, found.index))![0] + found[0];
      const draft = language.opaque.test(clause)
        ? null
        : draftOf(found.groups!, language, nameOfSpeaker(passage));
      if (draft !== null) return [draft];
    }
  return [];
}

function draftOf(
  { noun = "", value = "", now0, now1, now2, now3 }: Record<string, string | undefined>,
  { kin, endings, capitalises, title }: OwnedNoun,
  speaker: string,
): SemanticDraft | null {
  const isNamed = /^\p{Lu}|\d/u.test(value) || new RegExp(`^${title}`, "iu").test(value);
  const isNoun = capitalises !== true || /^\p{Lu}/u.test(noun);
  if (kin.test(noun) || !isNamed || !isNoun) return null;
  const [ending, plain] = endings.find(([woman]) => woman.test(noun)) ?? [/$/u, ""];
  const isNew = (now0 ?? now1 ?? now2 ?? now3) !== undefined;
  return statedFreely({
    entity: speaker,
    property: noun.replace(ending, plain).toLowerCase(),
    value: value.trim(),
    text: `${possessive(speaker)} ${noun} is ${value.trim()}.`,
    cardinality: isNew ? "one" : "many",
  });
}
