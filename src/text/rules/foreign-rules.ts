/**
 * Standing rules in other languages than English: whether a sentence directs an assistant,
 * always or under a condition. Pure. German, Spanish, French, Portuguese, Russian, Hindi,
 * Chinese and Japanese, in their plain forms.
 *
 * Grammar separates a rule from a statement: "Contesta siempre" is a command, "Siempre contesta" is
 * a statement about somebody; "nunca uses" is a command, "nunca usa" a statement. A command is a
 * rule if it has a word such as "siempre" or "ab jetzt", or a condition ("Wenn …, antworte …").
 */

interface Language {
  /** Words that make a command a standing rule: "always", "from now on". */
  readonly always: RegExp;
  /** The beginning of a command. */
  readonly command: RegExp;
  /** A general prohibition, which is a rule even without one of those words. */
  readonly forbids: RegExp;
  /** A manner of answering, which is a rule by itself: "duze mich", "keine Emojis bitte". */
  readonly manner: RegExp;
  /** A condition, and the rest of the sentence. */
  readonly condition: RegExp;
  /** A subject, with which the sentence is a statement and not a command. */
  readonly subject: RegExp;
}

/** Matches whole words in any script; JavaScript's `\b` only knows ASCII letters. */
const word = (alternatives: string, flags = "iu") =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${alternatives})(?![\\p{L}\\p{M}])`, flags);
const opens = (alternatives: string) => new RegExp(`^(?:${alternatives})(?![\\p{L}\\p{M}])`, "iu");

const german: Language = {
  always: word(
    "immer|stets|nie|niemals|ab jetzt|ab sofort|ab heute|von nun an|künftig|zukünftig|in zukunft|grundsätzlich|dein(?:e|er|en|em)? antwort(?:en)?|ihre? antwort(?:en)?",
  ),
  command: opens(
    "antworte[nt]?|schreibe?n?|sprich|sprechen|rede[nt]?|nenne?n?|verwende[nt]?|benutze?n?|nutze?n?|gib|geben|halte[nt]?|erkläre?n?|vermeide[nt]?|duze?n?|sieze?n?|übersetze?n?|fasse?n?|beginne?n?|beende[nt]?|zeige?n?|erwähne?n?|sage?n?|rechne?n?|runde?n?|füge?n?|lass(?:en)?|empfiehl|empfehlen|schlage?n?|frage?n?|mach(?:e|en)?|buche?n?|bestelle?n?|schicke?n?|sende?n?|alle\\s.+(?:en)",
  ),
  forbids: word(
    "(?:bitte )?(?:verwende|benutze|nutze|schreibe?|sage?|mache?|erwähne|nenne?)(?:n sie)?\\s(?:bitte\\s)?(?:mir\\s)?(?:keine?|nie|niemals)",
  ),
  manner: opens(
    "(?:duze|sieze)(?:n sie)? mich|(?:(?:ich hätte|ich möchte|ich will) )?(?:bitte )?(?:keine?n?|weniger|nicht so viele) (?:\\p{L}+e[nrs]? )?(?:emojis?|smileys?|aufzählungen|listen|tabellen|ausrufezeichen|fachbegriffe|fremdwörter|abkürzungen|anglizismen|floskeln|entschuldigungen|warnhinweise|romane)|(?:nur )?(?:kurze|knappe|kürzere|ausführliche|einfache) (?:antworten|sätze|erklärungen)|(?:antworte|schreib|sprich|rede)e?(?: mir| mit mir)? (?:bitte )?(?:nur )?(?:auf \\p{L}+|kurz|knapp|kürzer|einfach|ausführlich|förmlich|locker)|(?:fass|halte?) dich (?:bitte )?kurz|deine antworten (?:sollen|sollten|müssen|dürfen|sind zu)|mir wäre (?:es )?lieber,? (?:wenn )?du|nenn(?:e)? mich|sprich mich",
  ),
  condition: /^(?:immer wenn|wenn|falls|sobald|jedes mal,? wenn)\s+([^,]{3,120}),\s*(?:dann\s+)?(.+)$/iu,
  subject: word("ich|wir|er|es|man"),
};

const spanish: Language = {
  always: word(
    "siempre|nunca|jamás|a partir de ahora|desde ahora|de ahora en adelante|en adelante|por defecto|cada vez",
  ),
  command: opens(
    "resp[oó]nd[ea](?:me)?|contest[ae](?:me)?|escrib[ea](?:me)?|habl[ae](?:me)?|[uú]s[ae]|utili[cz][ea]|ll[aá]m[ae](?:me)?|d[ae]me|d[aá]|expl[ií](?:ca|que)(?:me)?|ev[ií]t[ae]|pon|ponga|incluy[ea]|haz|haga|di|d[ií](?:me|game)|tr[aá]t[ae]me|tut[eé][ae]me|mant[eé]n(?:ga)?|empl[eé][ae]|añad[ea]|cit[ae]|resum[ea]|traduc[ea]|recomiend[ae](?:me)?|sugier[ea](?:me)?|pregunt[ae](?:me)?|reserv[ae](?:me)?|env[ií][ae](?:me)?|(?:no|nunca|jamás)\\s+(?:me\\s+)?\\p{L}+(?:es|as)(?:\\s+nunca)?",
  ),
  forbids: opens("(?:nunca|jamás)\\s+(?:me\\s+)?\\p{L}+(?:es|as)|no\\s+(?:me\\s+)?\\p{L}+(?:es|as)\\s+nunca"),
  manner: opens(
    "tut[eé]ame|tr[aá]tame de (?:t[uú]|usted)|h[aá]blame (?:de (?:t[uú]|usted)|en \\p{L}+|claro)|(?:sin|nada de|no m[aá]s|menos) (?:emojis?|emoticonos|listas|tablas|exclamaciones|signos de exclamación|tecnicismos|jerga|abreviaturas|disculpas|rodeos|anglicismos)|(?:quiero |prefiero )?(?:respuestas|frases|explicaciones) (?:m[aá]s )?(?:cortas|breves|largas|sencillas|simples)|(?:resp[oó]nd[ea](?:me)?|contest[ae](?:me)?|escr[ií]b[ea](?:me)?) (?:solo |siempre )?(?:en \\p{L}+|con frases|brevemente)|tus respuestas (?:deben|tienen que|son demasiado)|s[eé] (?:breve|conciso|directo)|prefiero que (?:me \\p{L}+|no \\p{L}+|uses|respondas|contestes|escribas)",
  ),
  condition: /^(?:siempre que|cada vez que|cuando|si)\s+([^,]{3,120}),\s*(.+)$/iu,
  subject: opens("yo|él|ella|nosotros|ellos|ellas|(?!no|pon)\\p{L}+[oó]|vivo|soy"),
};

const french: Language = {
  always: word(
    "toujours|jamais|à partir de maintenant|dès maintenant|désormais|dorénavant|à l['’]avenir|par défaut|à chaque fois",
  ),
  command: opens(
    "r[ée]pond(?:s|ez)|[ée]cri(?:s|vez)|parlez?|utilisez?|emploi(?:e|es)|employez|donnez?|appelez?|appelle|tutoie|vouvoie|tutoyez|vouvoyez|[ée]vitez?|expliquez?|mets|mettez|fais|faites|sois|soyez|gardez?|citez?|ajoutez?|commencez?|terminez?|indiquez?|pr[ée]cisez?|propose[sz]?|proposez|recommandez?|sugg[èe]re[sz]?|demandez?|r[ée]servez?|envoi(?:e|es)|envoyez|r[ée]sumez?|traduis(?:ez)?|n['’e]\\s?\\p{L}+\\s+(?:jamais|pas|plus)",
  ),
  forbids: opens("n(?:e\\s|['’])\\p{L}+(?:-\\p{L}+)?\\s+jamais"),
  manner: opens(
    "tutoie(?:-moi)?|tutoyez-moi|vouvoie-moi|vouvoyez-moi|on se tutoie|(?:pas|plus|moins|sans) (?:d['’]|de )?(?:émojis?|emojis?|listes?|tableaux|puces|points d['’]exclamation|jargon|abréviations|anglicismes|excuses|blabla)|(?:(?:je veux|je préfère) )?(?:des )?(?:réponses|phrases|explications) (?:plus )?(?:courtes|brèves|longues|simples)|(?:r[ée]pond(?:s|ez)|[ée]cri(?:s|vez)|parlez?)(?:-moi)? (?:toujours |seulement )?(?:en \\p{L}+|brièvement|simplement|avec des phrases)|tes réponses (?:doivent|sont trop)|vos réponses (?:doivent|sont trop)|sois (?:bref|brève|concis|concise|direct|directe)|j['’]aimerais que (?:tu|vous) (?:me \\p{L}+|n['’e]|répond|écri|utilis)|je préfère que (?:tu|vous)|appelle-moi|appelez-moi",
  ),
  condition: /^(?:chaque fois que|quand|lorsque|si|dès que)\s+([^,]{3,120}),\s*(.+)$/iu,
  subject: word("je|il|elle|on|nous|ils|elles|j['’]\\p{L}+"),
};

const portuguese: Language = {
  always: word(
    "sempre|nunca|jamais|a partir de agora|de agora em diante|daqui em diante|doravante|por padrão|de hoje em diante",
  ),
  command: opens(
    "respond[ae](?:-me)?|escrev[ae](?:-me)?|fal[ae](?:-me)?|us[ae]|utiliz[ae]|(?:me )?cham[ae](?:-me)?|(?:me )?trat[ae](?:-me)?|d[êá](?:-me)?|evit[ae]|expli(?:ca|que)(?:-me)?|mant(?:enha|ém)|inclu[ai]|coloque|coloca|põe|faça|faz|diga|diz|cit[ae]|resum[ae]|traduz[ae]?|recomend[ae]|sugir[ae]|pergunt[ae](?:-me)?|reserv[ae]|envi[ae]|não\\s+(?:me\\s+)?\\p{L}+[ae]s?\\b.*\\bnunca|nunca\\s+(?:me\\s+)?(?:us|escrev|mencion|fal|respond|coloqu|inclu|dig|faç|d[êe]|compartilh|partilh|envi)\\p{L}*",
  ),
  forbids: opens(
    "nunca\\s+(?:me\\s+)?(?:use|uses|escrev[ae]s?|mencione|fale|responda|coloque|inclua|diga|faça|compartilhe|partilhe|envie)s?",
  ),
  manner: opens(
    "(?:me )?trat[ae](?:-me)? por (?:tu|você|senhora?)|(?:sem|nada de|chega de|menos) (?:emojis?|listas|tabelas|exclamações|jargão|abreviaturas|desculpas|rodeios)|(?:quero |prefiro )?(?:respostas|frases|explicações) (?:mais )?(?:curtas|breves|longas|simples)|(?:respond[ae](?:-me)?|escrev[ae](?:-me)?|fal[ae](?:-me| comigo)?) (?:só |sempre )?(?:em \\p{L}+|com frases|brevemente)|(?:as )?(?:tuas|suas) respostas (?:devem|têm que|são demasiado|são muito)|sej[ae] (?:breve|conciso|direto)|prefiro que (?:você |tu )?(?:me \\p{L}+|não \\p{L}+|use|responda|escreva)|me cham[ae]|cham[ae]-me",
  ),
  condition: /^(?:sempre que|toda vez que|quando|se)\s+([^,]{3,120}),\s*(.+)$/iu,
  subject: word("eu|ele|ela|nós|eles|elas|moro|sou"),
};

const russian: Language = {
  always: word(
    "всегда|никогда|с этого момента|с этих пор|отныне|впредь|в дальнейшем|теперь|каждый раз|по умолчанию",
  ),
  command: word(
    "\\p{L}{3,}(?:ай|яй|уй|юй|ей|ой)(?:те)?(?:ся|сь)?|пиши(?:те)?|говори(?:те)?|зови(?:те)?|приводи(?:те)?|пришли(?:те)?|ищи(?:те)?|переводи(?:те)?|держи(?:те)?|ставь(?:те)?|отвечать|покажи(?:те)?|спроси(?:те)?|предложи(?:те)?|закажи(?:те)?",
  ),
  forbids: word("никогда не \\p{L}{3,}(?:ай|яй|уй|юй|ей|и)(?:те)?"),
  manner: opens(
    "(?:обращайся|обращайтесь|говори) (?:ко мне |со мной )?на (?:ты|вы)|(?:без|не надо|хватит|меньше) (?:эмодзи|смайликов|списков|таблиц|восклицательных знаков|жаргона|сокращений|извинений)|(?:только )?(?:короткие|краткие|простые|подробные) (?:ответы|предложения|объяснения)|(?:отвечай|отвечайте|пиши|пишите|говори|говорите)(?: мне| со мной)? (?:только )?(?:по-\\p{L}+|на \\p{L}+|коротко|кратко|просто|без)|твои ответы (?:должны|слишком)|ваши ответы (?:должны|слишком)|зови меня|зовите меня|называй меня",
  ),
  condition: /^(?:каждый раз,? когда|когда|если|как только)\s+([^,]{3,120}),\s*(?:то\s+)?(.+)$/iu,
  subject: word("я|мы|он|она|они|оно|(?:мо[йяёи]|наш[аеи]?)\\s\\p{L}+"),
};

const hindi: Language = {
  always: word("हमेशा|कभी|सदा|अब से|आगे से|आज से|हर बार"),
  command:
    /(?:दो|दें|दीजिए|दीजिये|करो|करें|कीजिए|कीजिये|करना|लिखो|लिखें|लिखना|लिखिए|कहो|कहें|कहना|कहिए|बोलो|बोलें|बोलना|बताओ|बताएँ|बताएं|बताना|रखो|रखें|रखना|बुलाओ|बुलाएँ|बुलाना|पूछो|पूछना|भेजो|भेजना)[\s।.!]*$/u,
  forbids: word("(?:कभी )?\\p{L}[\\p{L}\\p{M}]*\\s+(?:का इस्तेमाल )?मत"),
  manner:
    /(?:हिन्दी|हिंदी|अंग्रेज़ी|अंग्रेजी) में (?:ही )?(?:जवाब|उत्तर|लिख|बोल|बात)|(?:छोटे|संक्षिप्त|लंबे|सरल) (?:जवाब|उत्तर|वाक्य)|इमोजी (?:का इस्तेमाल )?(?:मत|नहीं|न )|मुझे (?:आप|तुम) (?:कह|बुला)/u,
  condition: /^(?:जब भी|जब|अगर|यदि)\s+([^,]{3,120}),\s*(?:तो|तब)?\s*(.+)$/u,
  subject: word("मैं|वह|वे|हम|मेरी \\p{L}[\\p{L}\\p{M}]*|मेरा \\p{L}[\\p{L}\\p{M}]*"),
};

const chinese: Language = {
  always: /总是|一直|始终|永远|以后|从现在起|从今以后|从今天起|今后|务必|每次|一律/u,
  command:
    /(?:回答|回复|答复|使用|用|叫我|称呼我|说|写|提|翻译|解释|给我|推荐|避免|保持|加上|列出|告诉我|问我)/u,
  forbids: /^(?:请|麻烦)?(?:千万)?(?:永远)?(?:不要|别|不准)(?:再)?(?:使用|用|叫|说|写|提|给我)/u,
  manner:
    /^(?:请|麻烦)?(?:只|都)?(?:用|以)(?:中文|英文|英语|日语|简体|繁体|简短|简单)[^,，。]{0,8}(?:回答|回复|说|写|解释|交流)|^(?:请|麻烦)?(?:回答|回复|说话|解释)(?:得|请|要|尽量)?(?:简短|简洁|简单|短一?点|详细)|(?:回答|回复)(?:要|不要|别)(?:太|简短|简洁|超过)|^(?:请)?(?:不要|别)(?:再)?(?:发|加|用)?(?:表情|列表|感叹号|术语)|^(?:请)?(?:叫|称呼)我/u,
  condition: /^(?:如果|当|每当|要是|假如)(.{2,60}?)(?:的时候|时|的话)?[,，](?:请|就|那就|那么)?(.+)$/u,
  subject:
    /^(?:我(?!们?的?回答)|他|她|我们|他们|我的?(?:姐姐|哥哥|妹妹|弟弟|妈妈|爸爸|朋友)|从现在起我|以后我)/u,
};

const japanese: Language = {
  always: /いつも|常に|必ず|絶対|今後|これから|以後|毎回|決して|ずっと/u,
  command: /(?:ください|下さい|てね|でね|お願いします|お願い|こと|ように)[。！!\s]*$/u,
  forbids: /(?:しない|使わない|書かない|言わない|呼ばない)でください[。！!\s]*$/u,
  manner:
    /(?:日本語|英語|敬語|タメ口|短く|簡潔に|手短に|簡単に|丁寧に|です・ます)(?:で|に)?(?:だけ)?(?:答え|返事|話し|書い|説明|お願い)|(?:答え|返事|回答)は(?:短く|簡潔に|手短に|日本語で|英語で)|(?:絵文字|顔文字|箇条書き|専門用語|感嘆符)は?(?:なし|使わない|いらない|やめて)|と呼んで/u,
  condition: /^(.{2,60}?)(?:とき|時|場合|たら|なら|れば)(?:は|には)?[、,](.+)$/u,
  subject: /^(?:私|僕|俺|彼|彼女|姉|兄|妹|弟|母|父)(?:は|が)/u,
};

/** The languages in Latin letters. The forms of the others match nothing that is written in ASCII. */
const latin: readonly Language[] = [german, spanish, french, portuguese];
const languages: readonly Language[] = [...latin, russian, hindi, chinese, japanese];

/** What may come before a command: polite words, and the words for "from now on". */
const lead =
  /^(?:[\s,¡¿"“«„(*-]+|(?:bitte|also|und|por favor|porfa|oye|y|s['’]il (?:te|vous) pla[iî]t|stp|svp|et|se faz favor|пожалуйста|и|कृपया|और|请|麻烦|どうか)(?![\p{L}\p{M}])[\s,:]*|(?:ab jetzt|ab sofort|ab heute|von nun an|künftig|in zukunft|a partir de ahora|desde ahora|de ahora en adelante|en adelante|à partir de maintenant|dès maintenant|désormais|dorénavant|à l['’]avenir|a partir de agora|de agora em diante|daqui em diante|doravante)(?![\p{L}\p{M}])[\s,:]*)+/iu;

/** Said of one thing, or of one occasion. */
const onceForeign =
  /(?<!\p{L})(?:dies(?:e[mnrs]?)?|heute|morgen|jetzt mal|diesmal|es[ot]|est[ae]|hoy|ahora mismo|ce(?:tte|t|s|ci|la)?|aujourd['’]hui|maintenant|hoje|ess[ae]|это|этот|эту|сегодня|сейчас|यह|इस|आज)(?!\p{L})|这|今天|今日|この|これ/iu;

/** Polite phrases inside a sentence, which in French have a subject of their own. */
const politeness = /,?\s*(?:s['’]il (?:te|vous) pla[iî]t|por favor|bitte|пожалуйста)(?![\p{L}\p{M}])/giu;

/** The patterns that take longest to compile. */
export const largeForeignRules: readonly RegExp[] = [
  ...languages.flatMap(({ manner, subject, always, command, forbids }) => [
    manner,
    subject,
    always,
    command,
    forbids,
  ]),
  lead,
  onceForeign,
];

/** Whether a sentence states a rule without a condition. */
export function isForeignRule(sentence: string): boolean {
  if (/[?？]\s*$/u.test(sentence) || isPlainEnglish(sentence)) return false;
  const rest = sentence.replace(politeness, " ").replace(lead, "");
  return languagesOf(sentence).some(({ always, command, forbids, manner, subject }) => {
    if (manner.test(rest) && !onceForeign.test(rest)) return true;
    const isCommand = (always.test(sentence) && command.test(rest)) || forbids.test(rest);
    return isCommand && !subject.test(rest);
  });
}

/** Returns the condition of the rule that a sentence states; `null` if it states none. */
export function foreignCondition(sentence: string): string | null {
  if (/[?？]\s*$/u.test(sentence) || isPlainEnglish(sentence)) return null;
  const text = sentence.replace(/^[\s¡¿"“«„(*-]+/u, "").trim();
  for (const { condition, command, forbids, subject } of languagesOf(sentence)) {
    const [, trigger = "", body = ""] = condition.exec(text) ?? [];
    const rest = body.replace(lead, "");
    // "Sag mir, dass ich …": the subject of a later clause does not make the first a statement.
    const [clause = ""] = rest.split(/[,，、]/u);
    if (trigger !== "" && !subject.test(clause) && (command.test(rest) || forbids.test(rest)))
      return trigger.trim();
  }
  return null;
}

/** Words that none of the eight languages has. */
const english = /\b(?:the|and|you|your|with|my|this|that|have|from|of|it|i|we|they|please|always|when)\b/i;
/** Letters and marks that English has, and nothing else. */
const letters = /^[\s!-~’‘“”–—…]*$/;

/** The languages that a sentence may be in: most are in the letters of English. */
function languagesOf(sentence: string): readonly Language[] {
  return letters.test(sentence) ? latin : languages;
}

/** True for a sentence with an English word and no letter that English does not have. */
function isPlainEnglish(sentence: string): boolean {
  return letters.test(sentence) && english.test(sentence);
}
