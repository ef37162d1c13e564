/**
 * Forms of standing rules about answers that name a manner, a measure or a role. Data for
 * `answer-manner.ts`; English.
 */
import { adjectives, answerParts, strongParts } from "./answer-words.js";

/** What is given in units or in a notation; part of a pattern. */
export const measures =
  "dates?|times?|prices?|amounts?|numbers|figures|sums|costs|rates|percentages|temperatures?|distances?|measurements?|sizes?|weights?|heights?|speeds?|volumes?|quantities|currencies|titles|quotes|quotations|sources|references|citations|headings|names|units";
const some = "(?:(?:all|every|any|only|the|your|my)\\s+)*";
const inWay =
  "(?:in|as|with|without|to|on|before|after|excluding|including|at the (?:end|start|top|bottom))\\b";
const often = "(?:every|each|any|all)";

/** Forms that are rules, no matter who is addressed. */
export const standingManners: readonly RegExp[] = [
  // "Be more concise", "Talk to me like I'm five", "Keep your answers short"
  new RegExp(
    `^be (?:(?:more|less|a bit more|as|very|really|completely|brutally)\\s+)+(?:${adjectives})\\b`,
    "u",
  ),
  new RegExp(
    `^be (?:${adjectives})(?: and (?:${adjectives}))? (?:with me|with us|in your .*|when you .*)$`,
    "u",
  ),
  /^be (?:blunt|brief|concise|direct|frank|terse|succinct)$/u,
  /^(?:don['’]t|do not|never|stop) (?:be|being) (?:so |too )?(?:polite|formal|nice|verbose|chatty|wordy|vague|cheerful|negative|preachy|sycophantic|long-winded)/u,
  /^(?:always )?(?:talk|speak|write|explain|describe)(?: things| everything| stuff| it)?(?: to (?:me|us))? (?:like|as if|as though|as you would|in (?:simple|plain|short|whole|complete|full|easy|layman|everyday|small|proper|normal))\b/u,
  /^(?:please )?(?:always )?(?:address|greet|refer to|call|treat) (?:me|us|my \p{L}+|our \p{L}+|(?:the |all )?(?:clients|customers|patients|pupils|students|people))(?: only)? (?:as|by|formally|informally|with|in|on|like)\b/u,
  new RegExp(
    `^(?:please )?(?:always |only )?use (?:my |the |only |more |fewer |less )?(?:[\\p{L}-]+\\s+){0,3}?(?:${strongParts}|words|sentences|english|language|initials|surname|(?:first|last) names?|pronouns|examples)\\b`,
    "u",
  ),
  new RegExp(
    `^keep (?:your|the|all|all your|my) ${answerParts}\\b.*\\b(?:short|shorter|brief|concise|simple|tight|under|below|to|within|clear|plain|formal|informal|light|small|down|minimal|neutral|friendly|professional)\\b`,
    "u",
  ),
  /^(?:answer|reply|respond)(?: to me| me)? (?:only |always )?(?:in|with|without|briefly|shortly|concisely|formally|informally|directly|honestly|like)\b/u,
  /^(?:please )?(?:always )?(?:put|start with|begin with|lead with|end with|finish with|open with|give me) (?:the |a |your )?(?:conclusion|answer|result|summary|bottom line|short version|main point|tl;?dr|recommendation)(?: (?:first|at the (?:top|start|beginning|end)|up front|last))$/u,
  /^i(?:'d| would)? (?:like|prefer|want|love) to be (?:called|addressed|referred to)\b/u,
  /^(?:please )?get (?:straight |right )?to the point$/u,
  // "Write dates as day, month, year", "Quote prices without VAT"
  new RegExp(
    `^(?:give|show|write|quote|state|express|print|list|spell|format|report|round|cite|put|mark|keep|display|convert|measure|add|include)\\s+(?:me |us )?${some}(?:${measures})\\s+${inWay}`,
    "u",
  ),
  // "Distances in miles, temperatures in Celsius"
  new RegExp(`^${some}(?:${measures})\\s+(?:in|as|with|without)\\s+\\S+(?:\\s\\S+){0,3}$`, "u"),
  // "Every answer needs a source", "Dates should be written as 2026-02-01"
  new RegExp(
    `^(?:${often} (?:\\p{L}+ )?(?:answer|reply|response|claim|statement|summary)s?\\s+(?:should|must|needs?|has to|have to|is to|ought to)|(?:(?:${often}|the|your) )?(?:${measures})\\s+(?:should|must|have to|has to|are to|need to)(?: always| only)?(?: not)? be (?:in|as|with|without|written|given|shown|rounded|formatted|quoted|stated|expressed|spel(?:led|t)|converted|cited))\\b`,
    "u",
  ),
  // "Any SQL that you write for me goes in lower case"
  /^(?:any|every|all|each|whatever|everything|anything)\b.{0,40}\byou (?:write|send|give|make|draft|create|suggest|recommend|book|plan|show|tell|translate|produce|generate)\b.{0,30}\b(?:goes|go|should|must|has to|have to|needs?|is to|are to|comes?|stays?)\b/u,
  // "I need all amounts in pounds", "I want sources for every claim"
  new RegExp(
    `^(?:i|we)(?:'d| would)?\\s+(?:need|want|expect|require|prefer|like)\\s+${some}(?:a (?:summary|source|reference|conclusion|recap) (?:at|for|with|in) .*\\b${often}\\b|(?:sources|references|citations)$|(?:${measures})\\s+(?:in|as|with|without|for ${often})\\b)`,
    "u",
  ),
  // "Max three bullet points per answer"
  /^(?:(?:max(?:imum)?|at most|no more than|never more than)\s+(?:\d+|\p{L}+)\s+(?:\p{L}+ )?(?:words?|sentences?|lines?|paragraphs?|bullets?|points?|items?|questions?|options?|characters?)|(?:\d+|\p{L}+)\s+(?:words|sentences|lines|paragraphs|bullets|points)\s+(?:max(?:imum)?|at most))\s+(?:per|in (?:your|every|each|any|all))\s+\p{L}+/u,
  // "I hate being called mate", "I want to be addressed as Doctor"
  /^i(?:'d| would)? (?:really |do |also )?(?:hate|dislike|don't like|can't stand|prefer|like|want|love|enjoy) (?:it when i(?:'m| am) |not |(?:not )?being |(?:not |never )?to (?:not |never )?be )(?:called|addressed|asked|told|given|shown|sent|offered|reminded|interrupted|corrected|lectured|referred to|talked down to)\b/u,
  /^(?:the )?(?:word|phrase|term|expression)s? .{2,40} (?:is|are) (?:banned|forbidden|off limits|taboo|out)$/u,
  /^(?:always )?(?:speak|talk|write|answer|reply|explain)(?: things)?(?: to me)? (?:more |very )?(?:slowly|clearly|simply|plainly|softly|formally|informally|loudly|honestly|openly|properly|politely|bluntly|casually)\b/u,
  /^(?:a (?:bit|little) |much )?(?:more|less) (?:humou?r|enthusiasm|drama|fluff|formality|politeness|warmth|emotion|sarcasm|irony|optimism|pathos|detail|depth|small talk)(?:,? (?:please|pls))?$/u,
];

/** Forms that are rules only when said to an assistant; among friends they mean something else. */
export const assistantManners: readonly RegExp[] = [
  /^(?:assume|suppose|presume)(?: that)? i(?:'m| am| use| know| have no| don't| do not| can't| already| understand| never| live| work)\b/u,
  /^treat (?:me|everything|all|anything|my \p{L}+s) (?:\p{L}+ ){0,5}?(?:as|like|with)\b/u,
  /^you(?:'re| are) (?:to (?!be (?:in|at|there)\b)\p{L}+|my (?:\p{L}+ ){0,2}(?:teacher|tutor|coach|editor|assistant|secretary|translator|reviewer|trainer|mentor|butler|critic))\b/u,
  /^(?:pretend|act|behave|play)(?: to be| as if| as| like) \S/u,
  /^be my \p{L}/u,
  // "Longer answers are fine", "replies in Dutch are welcome"
  /^(?!(?:your|the|these|those|my|his|her|their)\b)(?:\p{L}+ ){0,2}(?:answers|replies|responses|explanations)(?: (?:in|with|without) \S.{0,40}?)? (?:are|would be) (?:fine|ok|okay|welcome|better|best|enough|allowed|great|good enough|preferred)(?: for me| with me| from now on| now| by me)*$/u,
  /^(?:correct|point out|check|challenge|question|flag|mark|fix) (?:my|all my|any|every|all) (?:\p{L}+ )?(?:english|german|french|spanish|grammar|typos?|mistakes?|errors?|ideas|spelling|pronunciation|assumptions|sums|arithmetic|reasoning|translations?|facts)\b/u,
  /^use (?:they|she|he|ze|xe)\b/u,
  /^use (?:the )?(?:formal|informal|polite|familiar) (?:address|form|you|du|tu)\b/u,
  /^sign off (?:with|as)\b/u,
  /^(?:sign|end|start|begin|open|close|finish) (?:every|each|all|your|all your|all my|my) (?:\p{L}+ )?\p{L}+ (?:with|by|as)\b/u,
  /^let's (?:stick to|speak|talk in|switch to|use (?:first|last) names|do without|be on first)\b/u,
  /^ask (?:me )?(?:(?:at most|only|no more than) (?:one|two|\d)|one question at a time|before (?:you )?\p{L}+)/u,
  /^ask me (?:first|before) (?:before |when |if )?\p{L}+/u,
  /^(?:just|only) (?:the )?(?:facts|answer|code|numbers|essentials|basics|result|headlines)$/u,
  /^(?:skip|drop|omit|leave out|spare me|cut) (?:the|your|all|any) (?:intro(?:duction)?s?|preamble|small talk|pleasantries|theory|backstory|history|ending|summary|explanations?|niceties|waffle|chit-?chat)$/u,
  /^(?:do not|don't) (?:disturb|interrupt|contact|notify|ping) (?:me|us)\b/u,
  /^(?:do not|don't) (?:rely|depend|insist|comment|dwell|elaborate|speculate|moralise|moralize|preach|judge my|patronise|patronize|summarise|summarize|translate|shout|swear)\b/u,
  /^(?:henceforth|until further notice|as of (?:now|today)|from (?:now|today)(?: on)?|whatever i (?:ask|say)|no matter what)[,\s]+(?:please |always |never )*(?!(?:i|he|she|it|they|we|there|the|my|our|his|her|this|that|you(?:'re)?)\b)\p{L}+\s+\S/u,
];
