/**
 * Forms of standing rules about answers that name a manner, a measure or a role. Data for
 * `answer-manner.ts`; English.
 */

/** What is given in units or in a notation; part of a pattern. */
export const measures =
  "dates?|times?|prices?|amounts?|numbers|figures|sums|costs|rates|percentages|temperatures?|distances?|measurements?|sizes?|weights?|heights?|speeds?|volumes?|quantities|currencies|titles|quotes|quotations|sources|references|citations|headings|names|units";
const some = "(?:(?:all|every|any|only|the|your|my)\\s+)*";
const inWay =
  "(?:in|as|with|without|to|on|before|after|excluding|including|at the (?:end|start|top|bottom))\\b";
const often = "(?:every|each|any|all)";

/** Forms that are rules, no matter who is addressed. */
export const standingManners: readonly RegExp[] = [
  // "Write dates as day, month, year", "Quote prices without VAT"
  new RegExp(
    `^(?:give|show|write|quote|state|express|print|list|spell|format|report|round|cite|put|mark|keep|display|convert|measure|add|include)\\s+(?:me |us )?${some}(?:${measures})\\s+${inWay}`,
    "iu",
  ),
  // "Distances in miles, temperatures in Celsius"
  new RegExp(`^${some}(?:${measures})\\s+(?:in|as|with|without)\\s+\\S+(?:\\s\\S+){0,3}$`, "iu"),
  // "Every answer needs a source", "Dates should be written as 2026-02-01"
  new RegExp(
    `^(?:${often} (?:\\p{L}+ )?(?:answer|reply|response|claim|statement|summary)s?\\s+(?:should|must|needs?|has to|have to|is to|ought to)|(?:(?:${often}|the|your) )?(?:${measures})\\s+(?:should|must|have to|has to|are to|need to)(?: always| only)?(?: not)? be (?:in|as|with|without|written|given|shown|rounded|formatted|quoted|stated|expressed|spel(?:led|t)|converted|cited))\\b`,
    "iu",
  ),
  // "Any SQL that you write for me goes in lower case"
  /^(?:any|every|all|each|whatever|everything|anything)\b.{0,40}\byou (?:write|send|give|make|draft|create|suggest|recommend|book|plan|show|tell|translate|produce|generate)\b.{0,30}\b(?:goes|go|should|must|has to|have to|needs?|is to|are to|comes?|stays?)\b/iu,
  // "I need all amounts in pounds", "I want sources for every claim"
  new RegExp(
    `^(?:i|we)(?:'d| would)?\\s+(?:need|want|expect|require|prefer|like)\\s+${some}(?:a (?:summary|source|reference|conclusion|recap) (?:at|for|with|in) .*\\b${often}\\b|(?:sources|references|citations)$|(?:${measures})\\s+(?:in|as|with|without|for ${often})\\b)`,
    "iu",
  ),
  // "Max three bullet points per answer"
  /^(?:(?:max(?:imum)?|at most|no more than|never more than)\s+(?:\d+|\p{L}+)\s+(?:\p{L}+ )?(?:words?|sentences?|lines?|paragraphs?|bullets?|points?|items?|questions?|options?|characters?)|(?:\d+|\p{L}+)\s+(?:words|sentences|lines|paragraphs|bullets|points)\s+(?:max(?:imum)?|at most))\s+(?:per|in (?:your|every|each|any|all))\s+\p{L}+/iu,
  // "I hate being called mate", "I want to be addressed as Doctor"
  /^i(?:'d| would)? (?:really |do |also )?(?:hate|dislike|don't like|can't stand|prefer|like|want|love|enjoy) (?:it when i(?:'m| am) |not |(?:not )?being |(?:not )?to (?:not )?be )(?:called|addressed|asked|told|reminded|interrupted|corrected|lectured|referred to|talked down to)\b/iu,
  /^(?:the )?(?:word|phrase|term|expression)s? .{2,40} (?:is|are) (?:banned|forbidden|off limits|taboo|out)$/iu,
  /^(?:always )?(?:speak|talk|write|answer|reply|explain)(?: things)?(?: to me)? (?:more |very )?(?:slowly|clearly|simply|plainly|softly|formally|informally|loudly|honestly|openly|properly|politely|bluntly|casually)\b/iu,
  /^(?:a (?:bit|little) |much )?(?:more|less) (?:humou?r|enthusiasm|drama|fluff|formality|politeness|warmth|emotion|sarcasm|irony|optimism|pathos|detail|depth|small talk)(?:,? (?:please|pls))?$/iu,
];

/** Forms that are rules only when said to an assistant; among friends they mean something else. */
export const assistantManners: readonly RegExp[] = [
  /^(?:assume|suppose|presume)(?: that)? i(?:'m| am| use| know| have no| don't| do not| can't| already| understand| never| live| work)\b/iu,
  /^treat (?:me|everything|all|anything|my \p{L}+s) (?:\p{L}+ ){0,5}?(?:as|like|with)\b/iu,
  /^you(?:'re| are) (?:to (?!be (?:in|at|there)\b)\p{L}+|my (?:\p{L}+ ){0,2}(?:teacher|tutor|coach|editor|assistant|secretary|translator|reviewer|trainer|mentor|butler|critic))\b/iu,
  /^(?:pretend|act|behave|play)(?: to be| as if| as| like) \S/iu,
  /^be my \p{L}/iu,
  /^(?:[Yy]ou|[Ff]eel free to)(?: can| may| could| should)? (?:just |also |always )?call me \p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?$/u,
  // "Longer answers are fine", "replies in Dutch are welcome"
  /^(?!(?:your|the|these|those|my|his|her|their)\b)(?:\p{L}+ ){0,2}(?:answers|replies|responses|explanations)(?: (?:in|with|without) \S.{0,40}?)? (?:are|would be) (?:fine|ok|okay|welcome|better|best|enough|allowed|great|good enough|preferred)(?: for me| with me| from now on| now| by me)*$/iu,
  /^(?:correct|point out|check|challenge|question|flag|mark|fix) (?:my|all my|any|every|all) (?:\p{L}+ )?(?:english|german|french|spanish|grammar|typos?|mistakes?|errors?|ideas|spelling|pronunciation|assumptions|sums|arithmetic|reasoning|translations?|facts)\b/iu,
  /^use (?:they|she|he|ze|xe)\b/iu,
  /^use (?:the )?(?:formal|informal|polite|familiar) (?:address|form|you|du|tu)\b/iu,
  /^sign off (?:with|as)\b/iu,
  /^(?:sign|end|start|begin|open|close|finish) (?:every|each|all|your|all your|all my|my) (?:\p{L}+ )?\p{L}+ (?:with|by|as)\b/iu,
  /^let's (?:stick to|speak|talk in|switch to|use (?:first|last) names|do without|be on first)\b/iu,
  /^ask (?:me )?(?:(?:at most|only|no more than) (?:one|two|\d)|one question at a time|before (?:you )?\p{L}+)/iu,
  /^ask me (?:first|before) (?:before |when |if )?\p{L}+/iu,
  /^(?:just|only) (?:the )?(?:facts|answer|code|numbers|essentials|basics|result|headlines)$/iu,
  /^(?:skip|drop|omit|leave out|spare me|cut) (?:the|your|all|any) (?:intro(?:duction)?s?|preamble|small talk|pleasantries|theory|backstory|history|ending|summary|explanations?|niceties|waffle|chit-?chat)$/iu,
  /^(?:do not|don't) (?:disturb|interrupt|contact|notify|ping) (?:me|us)\b/iu,
  /^(?:do not|don't) (?:rely|depend|insist|comment|dwell|elaborate|speculate|moralise|moralize|preach|judge my|patronise|patronize|summarise|summarize|translate|shout|swear)\b/iu,
  /^(?:henceforth|until further notice|as of (?:now|today)|from (?:now|today)(?: on)?|whatever i (?:ask|say)|no matter what)[,\s]+(?:please |always |never )*(?!(?:i|he|she|it|they|we|there|the|my|our|his|her|this|that|you(?:'re)?)\b)\p{L}+\s+\S/iu,
];
