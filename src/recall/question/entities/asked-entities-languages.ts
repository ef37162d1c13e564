/**
 * Asked entities in languages other than English: whom a question asks about. Pure.
 *
 *   Quel est le métier de Barthélemy ?   Barthélemy        ¿Dónde vivo?   the asker
 *   Où est-ce qu'Ana travaille ?         Ana               健太の猫は?   健太, if the store has it
 *
 * A name is a subject unless it follows a preposition of place or company ("nach Lissabon"). German
 * capitalises all nouns and some scripts have no capitals: there, a possible name counts if the
 * store knows it (`AskedEntities.maybe`).
 */
import { fold } from "../../../text/words.js";
import { type ForeignLanguage, isFunctionWord } from "../language-words.js";
import type { AskedEntities } from "./asked-entities.js";
import { foreignRelationIn } from "./foreign-relations.js";

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words after which a name is a place, a means or company, and not the subject. */
const leadsAway: Readonly<Partial<Record<ForeignLanguage, ReadonlySet<string>>>> = {
  de: list(
    "in im ins nach aus mit zu zum zur für auf an am über um vor gegen durch ohne zwischen bis seit der die das den dem des ein eine einen einem einer eines kein keine keinen welche welcher welches welchen welchem mein meine meinen meinem meiner dein deine sein seine ihr ihre unser unsere viel viele wie und oder",
  ),
  es: list("en al con para por hacia hasta desde sobre entre el la los las un una"),
  fr: list("au aux en dans chez avec pour par vers sur depuis le la les un une"),
  pt: list("em no na nos nas para com por sobre entre desde até um uma"),
  ru: list("в во на к ко с со по через из для про под над перед"),
};

/** Words after which a name may be either: "¿A Ana le gusta?", "a Clara", "un train à Lyon". */
const mayLeadAway: ReadonlySet<string> = list("a o ao à");

/** The first person in questions of each language. */
const firstPerson: Readonly<Record<ForeignLanguage, RegExp>> = {
  de: /(?<!\p{L})(?:ich|mein(?:e[nmrs]?)?|mir|mich|wir|unser(?:e[nmrs]?)?|uns)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:yo|mis?|mí|me|nuestr[oa]s?|nos)(?!\p{L})|(?:dónde|qué|cuándo|cómo|cuánto|quién|de qué)\s+(?:me\s+)?\p{L}+(?:o|oy|amos|emos|imos)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:je|j|moi|mon|ma|mes|me|m|notre|nos|nous)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:eu|meus?|minhas?|me|mim|nossos?|nossas?|nós)(?!\p{L})|(?:onde|o que|quando|como|quanto|quem)\s+(?:me\s+)?(?!como)\p{L}+(?:o|ou|amos|emos|imos)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:я|мой|моя|моё|мое|мои|моего|моей|моих|моим|моему|мне|меня|мной|мы|наш|наша|наше|наши|нас|нам)(?!\p{L})/iu,
  hi: /(?<![\p{L}\p{M}])(?:मैं|मैंने|मुझे|मुझको|मेरा|मेरी|मेरे|हम|हमें|हमारा|हमारी|हमारे)(?![\p{L}\p{M}])/u,
  zh: /我/u,
  ja: /(?:私|僕|俺|わたし|ぼく)/u,
};

/**
 * Languages in which only the store can distinguish names from other words: they have no capitals,
 * or capitalise all nouns.
 */
const byStore: ReadonlySet<ForeignLanguage> = new Set(["de", "hi", "zh", "ja"]);

/** Returns whom a question in another language asks about; `undefined` if it names nobody. */
export function askedEntitiesIn(
  query: string,
  names: readonly string[],
  language: ForeignLanguage,
): AskedEntities | undefined {
  const found = byStore.has(language) ? [] : namesIn(query, names, language);
  const isOfAsker = firstPerson[language].test(query);
  const german = language === "de" && !isOfAsker ? germanSubjects(query) : [];
  const subjects = [...german, ...found.filter(({ isSure }) => isSure).map(({ words }) => words)];
  const unsure = found.filter(({ isSure }) => !isSure).map(({ words }) => words.join(" "));
  const maybe = byStore.has(language) ? maybeNames(query, language) : unsure;
  const asker = subjects.length === 0 && isOfAsker;
  if (subjects.length === 0 && maybe.length === 0 && !asker) return undefined;
  const relation = foreignRelationIn(query, language);
  const askedAbout = { names: subjects, asker, relation, isAbroad: true, topics: [], itself: true };
  return maybe.length === 0 ? askedAbout : { ...askedAbout, maybe };
}

function maybeNames(query: string, language: ForeignLanguage): string[] {
  if (language === "zh" || language === "ja") return beginnings(query);
  const words = wordsOf(query);
  return words
    .filter((raw, at) => (language === "hi" ? !isFunctionWord(raw, language) : isNamePlace(words, at)))
    .map(fold);
}

/**
 * The subject of a German question, if it directly follows the verb without an article: "Was
 * verträgt Horst nicht?", "Verträgt Mia Laktose?". What follows "wer" is an object.
 */
function germanSubjects(query: string): string[][] {
  const words = wordsOf(query);
  if (/^we[rnm]$/iu.test(words[0] ?? "") || !query.trimEnd().endsWith("?")) return [];
  const at = words.findIndex((word, at) => at > 0 && isVerbOrAsks(words, at - 1) && isCapital(word));
  const subject = words[at];
  // "Was frisst Horsts Hund?" asks about the dog.
  const isOwner = subject?.endsWith("s") === true && isCapital(words[at + 1] ?? "");
  return subject === undefined || isOwner ? [] : [[fold(subject)]];
}

const isCapital = (word: string) => /^\p{Lu}\p{Ll}/u.test(word);

/** A verb in the first or the second place: nothing but a question word or "welches Amt" precedes it. */
function isVerbOrAsks(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (at === 0) return !isFunctionWord(word, "de");
  if (at > mostBeforeVerb || leadsAway.de!.has(word.toLowerCase())) return false;
  return /^\p{Ll}/u.test(word) && isFunctionWord(words[0]!, "de");
}

/** "Welches Instrument spielt Lukas?": words before the verb. */
const mostBeforeVerb = 2;

/** Unlike other nouns, a German name follows neither an article nor most prepositions. */
function isNamePlace(words: readonly string[], at: number): boolean {
  const isOpening = at === 0 && isFunctionWord(words[at]!, "de");
  return /^\p{Lu}/u.test(words[at]!) && !isOpening && !leadsAway.de!.has((words[at - 1] ?? "").toLowerCase());
}

/**
 * Maximum number of characters of a text without spaces that may begin a name: a question names its
 * subject early.
 */
const mostCharacters = 40;

/** The rest of the text after each character, because a name may begin anywhere. */
function beginnings(query: string): string[] {
  const runs =
    fold(query)
      .slice(0, mostCharacters)
      .match(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー]{2,}/gu) ?? [];
  return runs.flatMap((run) => [...run].slice(0, -1).map((_, at) => [...run].slice(at).join("")));
}

function wordsOf(query: string): string[] {
  return query.match(/[\p{L}\p{M}\p{N}-]+/gu) ?? [];
}

interface Named {
  readonly words: string[];
  /** No preposition of place precedes it. */
  readonly isSure: boolean;
}

function namesIn(query: string, names: readonly string[], language: ForeignLanguage): Named[] {
  const away = leadsAway[language] ?? new Set<string>();
  const words = wordsOf(query);
  const found: Named[] = [];
  for (const [at, raw] of words.entries()) {
    const word = fold(raw);
    // The first word of a question is a question word, a verb or a preposition, not a name.
    if (at === 0 || !/^\p{Lu}/u.test(raw) || !names.includes(word)) continue;
    const before = words[at - 1]!;
    if (found.at(-1)?.words.at(-1) === fold(before)) found.at(-1)!.words.push(word);
    else if (!away.has(before.toLowerCase()))
      found.push({ words: [word], isSure: !mayLeadAway.has(before.toLowerCase()) });
  }
  return found;
}
