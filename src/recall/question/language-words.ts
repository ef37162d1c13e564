/**
 * Language words: the function words (articles, pronouns, prepositions, auxiliaries) and question
 * words of languages other than English, and the language of a question by these words. Pure. The
 * lists are closed: a language makes no new ones. Function words say nothing about the topic of a
 * question, and each would count as a word that memory lacks.
 */

/** Languages other than English whose questions are interpreted. */
export type ForeignLanguage = "de" | "es" | "fr" | "pt" | "ru" | "hi" | "zh" | "ja";

const spaced = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** The function words of each language as they are written, in lower case. */
const functionWords: Readonly<Record<"de" | "es" | "fr" | "pt" | "ru" | "hi", ReadonlySet<string>>> = {
  de: spaced(
    "der die das den dem des ein eine einen einem einer eines kein keine ich du er sie es wir ihr mich mir dich dir ihn ihm ihnen uns euch sich mein meine meinen meinem meiner dein deine sein seine seinen ihre ihren unser unsere und oder aber wenn dass ob als wie zu zum zur in im an am auf aus bei beim mit nach von vom vor für über unter um durch ohne gegen seit bis ist sind war waren bin bist hat haben habe hatte hatten hast wird werden wurde kann können soll sollte muss will möchte gibt es denn noch schon auch nur sehr mehr man was wer wo wann warum wieso welche welcher welches welchen welchem wem wen wessen womit wovor wofür woran wohin woher viele viel heißt heisst nicht nichts jetzt nun",
  ),
  es: spaced(
    "el la los las lo un una unos unas yo tú él ella nosotros ellos ellas me te se nos les le mi mis tu tus su sus nuestro nuestra y o pero si que de del al a en con por para sin sobre entre desde hasta hacia es son era eran fue fueron soy eres somos está están estoy estaba estar ser ha han he había hay tiene tengo tienen tenemos puede puedo va voy van ya no sí más muy también qué quién quiénes cuál cuáles dónde cuándo cómo cuánto cuánta cuántos cuántas este esta esto ese esa eso llama llaman hace hacer",
  ),
  fr: spaced(
    "le la les l un une des du de d je tu il elle nous vous ils elles on me m te t se s mon ma mes ton ta tes son sa ses notre nos leur leurs lui moi toi et ou mais si que qu qui quoi dont où à au aux en dans avec par pour sans sur sous entre depuis chez vers est sont était étaient suis es sommes êtes être a ai as ont avons avez avait avoir c ce cet cette ces ça y ne n pas plus très aussi déjà quel quelle quels quelles quand comment combien pourquoi fait faire va vais peut peux il-y-a appelle appellent",
  ),
  pt: spaced(
    "o a os as um uma uns umas eu tu você ele ela nós eles elas me te se nos lhe meu minha meus minhas teu tua seu sua seus suas nosso nossa e ou mas se que de do da dos das no na nos nas ao à em com por para sem sobre entre desde até é são era eram foi foram sou somos está estão estou ser estar tem têm tenho temos tinha há vai vou vão pode posso já não sim mais muito também qual quais quem onde quando como quanto quanta quantos quantas este esta isto esse essa isso aquele chama chamam faz fazer",
  ),
  ru: spaced(
    "я ты он она оно мы вы они меня мне мной тебя тебе его ему ей её ее их им нас нам вас вам себя мой моя моё мое мои моего моей моих моим моему твой твоя наш наша наше наши ваш ваша свой своя свои это этот эта эти тот та те и а но или если что чтобы как так же ли бы не ни да нет в во на к ко у о об обо от до из изо с со по за под над при про для без через между после перед был была было были быть есть будет уже ещё еще тоже очень только где куда откуда когда кто кого кому кем чем чего чему какой какая какое какие какую каком какого сколько почему зачем который которая зовут можно надо нужно",
  ),
  hi: spaced(
    "मैं मुझे मुझको मेरा मेरी मेरे हम हमें हमारा हमारी हमारे तुम आप वह वे यह ये उस उसका उसकी उसके उसे उन उनका उनकी उनके इस इसका का की के को से में पर ने तक और या लेकिन अगर तो कि भी ही है हैं था थी थे हूँ हूं हो होता होती होते गया गई गए रहा रही रहे कर क्या कौन कौन-सा किस किसका किसकी किसके किसने किसको किसे कहाँ कहां कब क्यों कैसे कितना कितने कितनी कोई कुछ बहुत नहीं न एक लिए साथ नाम",
  ),
};

const letters = /[\p{L}\p{M}]+/gu;

/** Caches the language of the last question, because several steps of one recall need it. */
let read: { readonly text: string; readonly language: ForeignLanguage | undefined } | undefined;

/** Returns the language of a question; `undefined` for English and any other. */
export function languageOf(text: string): ForeignLanguage | undefined {
  if (read?.text !== text) read = { text, language: readLanguage(text) };
  return read.language;
}

/** Whether a text has a function word of English, and is in no other language that is known. */
export function isEnglish(text: string): boolean {
  return languageOf(text) === undefined && wordsIn(text).some((word) => english.has(word));
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(letters) ?? [];
}

function readLanguage(text: string): ForeignLanguage | undefined {
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  if (/\p{Script=Devanagari}/u.test(text)) return "hi";
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "ja";
  if (/\p{Script=Han}/u.test(text)) return "zh";
  const words = wordsIn(text);
  const counts = (["de", "es", "fr", "pt"] as const).map((language) => ({
    language,
    count: words.reduce((sum, word) => sum + countOf(word, language), 0),
  }));
  const [best] = counts.sort((one, other) => other.count - one.count);
  const englishCount = words.filter((word) => english.has(word)).length;
  if (englishCount === 0 && german.test(text)) return "de";
  const least = Math.max(leastWords, englishCount + 1);
  return best !== undefined && best.count >= least ? best.language : undefined;
}

/**
 * A first word or a verb with a German letter, in a text without English function words: "Verträgt
 * Mia Laktose?"
 */
const german = /^\P{L}*\p{L}[\p{L}]*[äöüß]|(?<!\p{L})\p{Ll}+[äöüß]/u;

/** A question word that only one language has counts twice as much as a function word. */
function countOf(word: string, language: "de" | "es" | "fr" | "pt"): number {
  if (decisive[language].has(word)) return leastWords;
  return functionWords[language].has(word) ? 1 : 0;
}

/** Question words that are not a word of another language. */
const decisive = {
  de: spaced(
    "wo wer wann warum wieso welche welcher welches welchen welchem wem wen wessen womit wovor wofür woran wohin woher wieviel",
  ),
  es: spaced("qué quién quiénes cuál cuáles dónde cuándo cómo cuánto cuánta cuántos cuántas"),
  fr: spaced("où quel quelle quels quelles quand combien pourquoi"),
  pt: spaced("onde quem qual quais quando aonde"),
} as const;

/** Fewest function words of a question in another language. */
const leastWords = 2;
const english = spaced(
  "the a an i you he she it we they me my your his her our their and or but if that of to in on at for with from by is are was were am be been do does did has have had can could will would should what who whom whose where when why which how not any some there",
);

/** Whether a word is a function word of a language. */
export function isFunctionWord(word: string, language: ForeignLanguage): boolean {
  return language !== "zh" && language !== "ja" && functionWords[language].has(word.toLowerCase());
}

/** Removes the function words of a language from a text. */
export function withoutFunctionWords(text: string, language: ForeignLanguage | undefined): string {
  if (language === undefined) return text;
  return text.replace(letters, (word) => (isFunctionWord(word, language) ? " " : word));
}

/** The kind of answer that a question word asks for; `what` asks for no particular kind. */
type AskedFor = "person" | "place" | "time" | "count" | "reason" | "what";

/**
 * Words of languages with spaces, which are matched as whole words; and words of languages without
 * spaces, which are matched anywhere.
 */
const wordsOf: Readonly<Record<AskedFor, { readonly spaced: string; readonly unspaced: string }>> = {
  person: {
    spaced: "wer|wen|wem|wessen|quién|quiénes|qui|quem|кто|кого|кому|кем|कौन|किसने|किसको|किसे",
    unspaced: "谁|誰|だれ|누구|누가",
  },
  place: {
    spaced: "wo|wohin|woher|dónde|adónde|où|onde|aonde|где|куда|откуда|कहाँ|कहां",
    unspaced: "什么地方|在哪|哪里|哪儿|どこ|何処|어디서?",
  },
  time: {
    spaced: "wann|cuándo|quand|quando|когда|कब",
    unspaced: "什么时候|何时|几点|哪天|いつ|何時|何日|언제",
  },
  count: {
    spaced:
      "wie ?viele?|wie oft|wie lange|cuánto|cuánta|cuántos|cuántas|combien|quanto|quanta|quantos|quantas|сколько|कितना|कितने|कितनी",
    unspaced: "多少|几个|几次|多久|いくつ|いくら|何回|何人|몇|얼마나?",
  },
  reason: {
    spaced: "warum|wieso|weshalb|por qué|pourquoi|por que|почему|зачем|क्यों",
    unspaced: "为什么|为何|なぜ|どうして|왜",
  },
  what: {
    spaced:
      "was|welche|welcher|welches|welchen|welchem|qué|cuál|cuáles|quoi|quel|quelle|quels|quelles|qu['’]est-ce que|est-ce que|o que|qual|quais|что|чем|какой|какая|какое|какие|какую|क्या",
    unspaced:
      "什么|哪个|哪些|怎么|怎样|吗|呢|どんな|どの|どれ|ですか|ますか|ましたか|何を|何が|무엇|무슨|어떤",
  },
};

const patterns = Object.entries(wordsOf).map(([asked, { spaced, unspaced }]) => ({
  asked: asked as AskedFor,
  pattern: new RegExp(`(?<![\\p{L}\\p{M}])(?:${spaced})(?![\\p{L}\\p{M}])|${unspaced}`, "giu"),
}));

/** Returns the kinds of answers that the question words of a text ask for, without `what`. */
export function askedInAnyLanguage(text: string): Set<Exclude<AskedFor, "what">> {
  const asked = patterns.filter(({ pattern }) => text.search(pattern) >= 0).map((one) => one.asked);
  return new Set(asked.filter((one) => one !== "what"));
}

/** Removes the question words from a text. */
export function withoutQuestionWords(text: string): string {
  return patterns.reduce((left, { pattern }) => left.replace(pattern, " "), text);
}
