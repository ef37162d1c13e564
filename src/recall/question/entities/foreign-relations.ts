/**
 * Relations in other languages: the relative that a question asks about ("mi madre", "Uwes Frau",
 * "la sœur d'Ana"), as the English word that facts use. Pure. The words for close relatives are a
 * closed list in every language.
 */
import { withoutEnding } from "../../../text/inflections.js";
import { fold } from "../../../text/words.js";
import type { ForeignLanguage } from "../language-words.js";

/** Each language: English relation, then its words for it. */
const words: Readonly<Record<ForeignLanguage, string>> = {
  de: "mother mutter mama mami mutti,father vater papa papi vati,sister schwester,brother bruder,wife frau ehefrau partnerin,husband mann ehemann partner,daughter tochter,son sohn,children kinder,girlfriend freundin,boyfriend freund,grandmother oma omi großmutter,grandfather opa opi großvater,aunt tante,uncle onkel,cousin cousin cousine,boss chef chefin,colleague kollege kollegin,flatmate mitbewohner mitbewohnerin,neighbour nachbar nachbarin",
  es: "mother madre mamá mami,father padre papá papi,sister hermana,brother hermano,wife esposa mujer pareja,husband esposo marido pareja,daughter hija,son hijo,children hijos,girlfriend novia,boyfriend novio,grandmother abuela abuelita yaya,grandfather abuelo abuelito yayo,aunt tía,uncle tío,cousin primo prima,boss jefe jefa,colleague compañero compañera colega,friend amigo amiga,neighbour vecino vecina",
  fr: "mother mère maman,father père papa,sister sœur soeur frangine,brother frère frangin,wife femme épouse compagne,husband mari époux compagnon,daughter fille,son fils,children enfants,girlfriend copine,boyfriend copain,grandmother grand-mère mamie mémé,grandfather grand-père papi papy pépé,aunt tante tata,uncle oncle tonton,cousin cousin cousine,boss patron patronne chef,colleague collègue,friend ami amie,flatmate colocataire,neighbour voisin voisine",
  pt: "mother mãe mamã mamãe,father pai papá papai,sister irmã,brother irmão,wife esposa mulher,husband esposo marido,daughter filha,son filho,children filhos,girlfriend namorada,boyfriend namorado,grandmother avó vovó,grandfather avô vovô,aunt tia,uncle tio,cousin primo prima,boss chefe,colleague colega,friend amigo amiga,neighbour vizinho vizinha",
  ru: "mother мать мама,father отец папа,sister сестра,brother брат,wife жена,husband муж,daughter дочь дочка,son сын,grandmother бабушка,grandfather дедушка,aunt тётя,uncle дядя,boss начальник начальница,friend друг подруга",
  hi: "mother माँ मां माता मम्मी,father पिता पापा पिताजी,sister बहन,brother भाई,wife पत्नी बीवी,husband पति,daughter बेटी,son बेटा,grandmother दादी नानी,grandfather दादा नाना",
  zh: "mother 妈妈 母亲 老妈,father 爸爸 父亲 老爸,sister 姐姐 妹妹,brother 哥哥 弟弟,wife 妻子 老婆 太太,husband 丈夫 老公,daughter 女儿,son 儿子,grandmother 奶奶 外婆,grandfather 爷爷 外公,boss 老板",
  ja: "mother 母親 お母さん,father 父親 お父さん,sister 姉 妹,brother 兄 弟,wife 妻 奥さん,husband 夫 旦那,daughter 娘,son 息子,grandmother 祖母 おばあちゃん,grandfather 祖父 おじいちゃん,boss 上司",
};

/** Words before a relative of the asker. */
const possessives =
  /^(?:mein|unser)(?:e[nmrs]?)?$|^(?:mis?|nuestr[oa]s?|mon|ma|mes|notre|nos|meus?|minhas?|noss[oa]s?)$|^(?:мо(?:й|я|ё|е|и|его|ей|их|им|ему|ю)|наш(?:а|е|и|его|ей)?)$|^(?:मेर[ाीे]|हमार[ाीे])$/u;
/** Words between a relative and the person whose relative it is: "la madre de Ana". */
const ofSomebody = /^(?:von|de|del|du|da|do|d)$/u;

const spaced = /[\p{L}\p{M}\p{N}-]+/gu;
const unspaced: ReadonlySet<ForeignLanguage> = new Set(["zh", "ja"]);

const tables = new Map<ForeignLanguage, ReadonlyMap<string, string>>();

function tableOf(language: ForeignLanguage): ReadonlyMap<string, string> {
  const known = tables.get(language);
  if (known !== undefined) return known;
  const groups = words[language].split(",").map((group) => group.split(" "));
  const table = new Map(
    groups.flatMap(([english = "", ...own]) => own.map((word) => [formOf(word), english] as const)),
  );
  tables.set(language, table);
  return table;
}

/** A word without marks and, in Cyrillic, without its ending. */
function formOf(word: string): string {
  return withoutEnding(fold(word));
}

/**
 * Returns the relative that a question asks about, in English; `undefined` if it asks about no
 * relative.
 */
export function foreignRelationIn(query: string, language: ForeignLanguage): string | undefined {
  const table = tableOf(language);
  if (unspaced.has(language)) return [...table].find(([word]) => query.includes(word))?.[1];
  const said = query.match(spaced) ?? [];
  const at = said.findIndex((word, place) => table.has(formOf(word)) && isOwned(said, place));
  return at < 0 ? undefined : table.get(formOf(said[at]!));
}

function isOwned(said: readonly string[], at: number): boolean {
  const [before = "", after = ""] = [said[at - 1], said[at + 1]];
  return (
    possessives.test(before.toLowerCase()) ||
    ofSomebody.test(after.toLowerCase()) ||
    /^\p{Lu}.*s$/u.test(before)
  );
}

/**
 * Whether a text in another language mentions a relative, given as the English words that mean the
 * same.
 */
export function mentionsRelative(text: string, relation: ReadonlySet<string>): boolean {
  const folded = fold(text);
  // A form is the beginning of a word, so most texts are not split into words.
  const found = [...relation].flatMap(foreignWordsFor).filter(({ word }) => folded.includes(word));
  if (found.length === 0) return false;
  const forms = new Set((text.match(spaced) ?? []).map(formOf));
  return found.some(({ word, isSpaced }) => !isSpaced || forms.has(word));
}

const languages = Object.keys(words) as readonly ForeignLanguage[];

interface ForeignWord {
  /** Without marks and, in Cyrillic, without its ending. */
  readonly word: string;
  /** It is of a language that writes spaces between words. */
  readonly isSpaced: boolean;
}

let byRelation: ReadonlyMap<string, readonly ForeignWord[]> | undefined;

/** The words of all languages for an English relation. */
function foreignWordsFor(relation: string): readonly ForeignWord[] {
  byRelation ??= foreignWords();
  return byRelation.get(relation) ?? [];
}

function foreignWords(): ReadonlyMap<string, readonly ForeignWord[]> {
  const found = new Map<string, ForeignWord[]>();
  for (const language of languages)
    for (const [word, english] of tableOf(language))
      found.set(english, [...(found.get(english) ?? []), { word, isSpaced: !unspaced.has(language) }]);
  return found;
}
