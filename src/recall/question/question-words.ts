/**
 * Question words of languages beside English: German, Spanish, French, Portuguese, Russian, Hindi, Chinese, Japanese and Korean. Pure. They say what is asked for, and are not
 * searched for: no text that answers holds them, so each would count as a word that memory lacks.
 */

/** What a question word asks for; `what` and the like ask for nothing in particular. */
type AskedFor = "person" | "place" | "time" | "count" | "reason" | "what";

/** Words of languages with spaces, whole and folded only in case; and of those without, wherever they stand. */
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

/** What the question words of a text ask for, `what` left out. */
export function askedInAnyLanguage(text: string): Set<Exclude<AskedFor, "what">> {
  const asked = patterns.filter(({ pattern }) => text.search(pattern) >= 0).map((one) => one.asked);
  return new Set(asked.filter((one) => one !== "what"));
}

/** A text without its question words. */
export function withoutQuestionWords(text: string): string {
  return patterns.reduce((left, { pattern }) => left.replace(pattern, " "), text);
}
