/**
 * Finds what a text says something is now, instead of what it was: "our vet is Dr. Kern now", "we
 * decided on 135 euros as the annual fee", "the book's called Low Tide now", "Mesa Verde does the
 * catering now". It knows forms and words of change, no things. English only. Pure.
 */
import { matchesIn } from "./patterns/matches.js";
import { withoutQuotations } from "./quotations.js";
import { sentences } from "./sentences.js";

/** What something is now. */
export interface NewValue {
  /** What it is the value of, without an article: "annual fee". Empty for "I'm down to 85 kg". */
  readonly noun: string;
  /** Whether it is "my" or "our" noun, and not "the" noun. */
  readonly isOwn: boolean;
  /** As it is written: a name, a number with its unit, a date or a time. */
  readonly value: string;
  readonly kind: KindOfValue;
  /** Whether the noun is the value, as in "the vet is Dr. Kern now". Else the value does it. */
  readonly isIt: boolean;
  /** What the value is to the noun: what it is, what it is called, or until when it is due. */
  readonly as: "value" | "name" | "deadline";
  /**
   * Whose the former value was, or the former value itself, if the text names no noun: "Mrs Tangen
   * wants 650 from now on", "I've left Dr. Kern, I'm with Dr. Ruiz now". `null` else.
   */
  readonly instead: string | null;
}

/** Words that are no part of a noun. */
const noNoun =
  "(?!(?:is|are|was|were|be|been|has|have|had|will|that|which|who|when|where|what|how|why|not|no|one|ones|other|only|first|last|next|best|same|old|former|previous|and|or|but|so|because|if|by|to|from|as|at|in|on|of|for|with|than|about|now|new|it|we|they|he|she|you|i)(?!\\p{L}))";
const word = `${noNoun}\\p{Ll}[\\p{Ll}-]{1,24}`;
const ofIt = "(?:of|for|on) (?:(?:the|my|our) )?[\\p{L}][\\p{L}-]{1,24}";
const noun = `(?<noun>${word}(?: ${word}){0,3}?(?: ${ofIt})?)`;
const whose = "(?<whose>[Tt]he|[Mm]y|[Oo]ur)";
const start = "(?<![\\p{L}\\p{N}’'])";
const is = "(?:['’]s| is| are)";
const named = "(?: called| named)";
const amount =
  "(?<value>[$€£]?\\d[\\d.,]{0,12}(?: ?(?:€|\\$|%|k|euros?|pounds?|dollars?|francs?|kronor|kroner))?(?: (?:a|an|per) (?:hour|day|night|week|month|year))?)";
/** A value between two words of a form. */
const value = "(?<value>[^\\s,;:!?](?:[^,;:!?]|(?<=\\d)[,:](?=\\d)){0,48}?)";
/** A value at the end of a clause: "Dr. Sommer. She is nice". */
const last = `${value}(?=\\s*(?:[,;:!?)–—]|(?<=[\\p{L}\\p{N}]{3})\\.(?:\\s|$)|$)|\\s(?:and|but|so|because|since|who|which|as|for|instead|from|if)(?!\\p{L}))`;
const nameOf =
  "(?<value>(?:(?:Dr|Mr|Mrs|Ms|Prof)\\.? |Professor )?\\p{Lu}[\\p{L}\\p{N}&'’-]{0,30}(?: (?:(?:de|von|van|of|and|&|der|la) )?\\p{Lu}[\\p{L}\\p{N}&'’-]{0,30}){0,3})";
const formerName = nameOf.replace("<value>", "<instead>");
const months =
  "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\p{Ll}{0,6}";
const dayOf = `(?:the )?(?<value>\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${months}|${months} \\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\p{N}])`;
const now =
  "(?:now|from now on|from here on|these days|nowadays|instead|(?:as of|from) (?:now|today|tomorrow|this \\p{Ll}{3,8}|next \\p{Ll}{3,8}))(?!\\p{L})";
const nowFirst =
  "(?:[Ff]rom now on|[Ff]rom here on|[Aa]s of (?:now|today|this \\p{Ll}{3,8})|[Nn]ow|[Nn]owadays)";
const chosen = "(?:chosen|elected|appointed|voted in|voted|hired)";
/** Where a statement may begin: "the code changed, subs are now 40". */
const opening = "(?:^|[.;:!?–—]\\s+|, |\\b(?:so|and|but) )";
/** A noun without "the" or "my", at the beginning of a statement. */
const bare = `(?<noun>(?:\\p{Lu}\\p{Ll}{2,24}|${word})(?: ${word}){0,2}?)`;
const been = "(?: has been| have been|['’]s been|['’]ve been| was| were| got)";
const altered =
  "(?:changed|updated|reset|revised|extended|pushed(?: back| out)?|put back|moved|brought forward|postponed|raised|lowered|increased|reduced|cut)";
const altering =
  "(?:[Rr]aising|[Ll]owering|[Cc]utting|[Ii]ncreasing|[Rr]educing|[Bb]umping|[Ee]xtending|[Ss]hortening|[Uu]pping|[Cc]hanging|[Ss]etting|[Mm]oving)";
const agent = "(?:I|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|\\p{Lu}\\p{L}{1,20}|(?:[Tt]he|[Mm]y|[Oo]ur) \\p{Ll}{2,20})";
const figure = `(?<value>[$€£]?[^\\s,;:!?](?:[^,;:!?.]|(?<=\\d)[,:.](?=\\d)){0,32}?)(?=\\s*(?:[,;:!?)–—]|\\.(?:\\s|$)|$)|\\s(?:and|but|so|because|since|which|as|for|instead|from|if|now|last|this|after|by|per)(?!\\p{L}))`;
/** A number or a date that follows "to". */
const toFigure = `(?: up| down)? to (?:about |around |just |only )?(?=[$€£]?\\d|(?:the )?\\d|${months} \\d)${figure}`;
const doing =
  "(?:does|handles|gives|leads|chairs|hosts|teaches|coaches|runs|covers|manages|organi[sz]es|plays|looks after|takes care of|(?:is|will be) (?:doing|handling|giving|leading|chairing|hosting|teaching|coaching|running|covering|managing|playing)|will (?:do|handle|give|lead|chair|host|teach|coach|run|cover|manage|play))";

/** Each form has the groups `noun` and `value`, most have `whose`. */
const forms: readonly RegExp[] = [
  `${start}${whose} ${noun}${is}(?<called>${named})?(?<at> at)? ${value} ${now}`,
  `${start}${whose} ${noun}${is} (?:now|currently)(?<called>${named})?(?<at> at)? ${last}`,
  `(?:^|[,;:–—]\\s|\\b(?:so|and|but) )${nowFirst},? ${whose} ${noun}${is}(?<called>${named})?(?<at> at)? ${last}`,
  `(?:^|[;:]\\s+|, (?:so |and )?(?=my|our)|\\b(?:so|and) (?=my|our))${whose} new ${noun}${is}(?<called>${named})? ${last}`,
  `(?:^|\\n)(?:[*•–-]\\s+)?[Nn]ew ${noun}:\\s+${last}`,
  `${start}${nameOf} is ${whose} ${noun} ${now}`,
  `${start}${nameOf} is ${whose} new ${noun}(?=\\s*(?:[,;:!?.]|$))`,
  `\\b(?:decided|settled|agreed|landed) on ${value} (?:as|for) ${whose} (?:new )?${noun}(?=\\s*(?:[,;:!?.]|$))`,
  `\\b(?:picked|elected|appointed|hired|chose|took on) ${nameOf} (?:as|for) ${whose} (?:new )?${noun}(?=\\s*(?:[,;:!?.]|$))`,
  `${start}${nameOf} (?:was|has been|got) ${chosen}(?: as)? (?:${whose} )?(?:new )?${noun}(?=\\s*(?:[,;:!?.]|$))`,
  `${start}${nameOf} ${doing} (?<whose2>[Tt]he|[Mm]y|[Oo]ur) ${noun} ${now}`,
  `\\b(?:gave|given|granted|allowed) (?:me|us) (?:until|till) ${dayOf}(?: for ${whose} (?<due>${word}))?`,
  `\\b(?:have|has|got|['’]ve got) (?:until|till) ${dayOf}(?: for ${whose} (?<due>${word}))? ${now}`,
  `${start}${formerName} (?:wants|charges|asks|asks for|takes|gets) ${amount} ${now}`,
  `\\b(?:left|fired|sacked|dropped|parted ways with) ${formerName},? (?:and )?(?:(?:I['’]m|I am|we['’]re|we are) )?(?:now )?with ${nameOf}(?: (?:at|from|of) [^,.;:!?]{1,40}?)? ${now}`,
  `\\b(?:switched|changed|upgraded|downgraded|migrated|transferred|went|gone|moved over) from ${formerName} to ${nameOf}(?: (?:yesterday|today|last \\p{Ll}+|this \\p{Ll}+|in \\p{L}+|on \\p{L}+))?(?=\\s*(?:[,;:!?.]|$))`,
  `${start}${agent}(?:['’]ve| have| has)? (?:just |finally |now )?(?:changed|updated|reset|revised) ${whose} ${noun}(?: to|,|:| –|;)(?: it['’]s| now)? ${last}`,
  `${start}${whose} ${noun}${been} ${altered}${toFigure}`,
  `${opening}${bare}${been} ${altered}${toFigure}`,
  `${opening}${bare}(?: is| are| has| have|['’]s|['’]re)? (?:going|gone)${toFigure}`,
  `${opening}${bare}(?:['’]s| is| are) (?:now|currently)(?: at| up to| down to)? (?=[$€£]?\\d)${figure}`,
  `${opening}(?:(?:I['’]m|[Ww]e['’]re|[Tt]hey['’]re) )?${altering} ${whose} ${noun}${toFigure}`,
  `\\b(?:I['’]m|I am|[Ww]e['’]re|[Ww]e are)(?: now)? (?:down|up) to (?=\\d)(?<measured>)${figure}`,
  `\\b(?:renamed|rechristened) ${whose} ${noun} (?:to |as )?(?<called>)${last}`,
  `${start}${whose} ${noun} (?:used to be|was) [^,;.!?]{2,40}[,;] (?:but )?(?:these days|nowadays|now) (?:it['’]s|it is) ${last}`,
  `${start}${whose} ${noun}${is} no longer [^,;.!?]{2,40}[,;:–] ?(?:[^,;.!?]{2,30}, )?(?:but |it['’]s |it is |we['’]re on )(?:now )?${last}`,
  `${start}${nameOf} (?:has taken|took|takes) over (?:as )?(?<whose2>[Tt]he|[Mm]y|[Oo]ur) ${noun}(?=\\s*(?:[,;:!?.]|$))`,
].map((form) => new RegExp(form, "gu"));

/** A word of each form. It is searched for first, because few texts have one. */
const mayRenew =
  /\b(?:now|nowadays|new|instead|these days|from here on|as of|(?:decided|settled|agreed|landed) on|picked|elected|appointed|hired|chose|took|chosen|voted|taken over|takes over|until|till|from (?:today|tomorrow|this|next)|changed|updated|reset|revised|extended|pushed|put back|moved|brought forward|postponed|raised|lowered|increased|reduced|cut|(?:rais|lower|cutt|increas|reduc|bump|extend|shorten|upp|chang|sett|mov)ing|going (?:up|down)|gone (?:up|down)|(?:up|down) to|renamed|rechristened|(?:switched|upgraded|downgraded|migrated|transferred|went|gone|moved over) from|no longer)\b/iu;
/** What is only possible, wished, denied, asked or reported is not so now. */
const unsure =
  /[?？]|\b(?:if|unless|whether|would|could|should|might|(?<!\d )may(?! \d)|maybe|perhaps|apparently|allegedly|heard|rumou?rs?|joking|joke|not|never|nearly|almost|says?|said|claims?|thinks?|thought|wants?(?! [$€£]?\d)|wish|hope|hopes|plan to|going to|pretend|imagine|suppose|(?:for|just|only) (?:today|tonight|this \p{Ll}+|the (?:day|week|weekend|month|moment|time being))|this (?:week|weekend)|temporar(?:y|ily)|in the meantime|filling in|standing in|until \S+(?: \S+)? (?:is|are|gets?|comes?) back|while \S+(?: \S+)? (?:is|are) (?:away|off|out|ill|sick|on (?:holiday|leave)))\b|n['’]t\b/iu;
/** "At the office, the new printer is …": a thing of another place. */
const elsewhere = /^(?:at|in|for|on) [^,]{1,60}, .{0,40}\bnew\b/iu;
/** Longer sentences are pasted text. */
const mostChars = 320;
/** Only so many of a text are used. */
const mostValues = 8;

/** What a text says that things are now. */
export function newValuesIn(text: string): readonly NewValue[] {
  if (!mayRenew.test(text)) return [];
  const found: NewValue[] = [];
  for (const sentence of sentences(withoutQuotations(text))) {
    if (found.length >= mostValues) break;
    const isRead = sentence.length <= mostChars && mayRenew.test(sentence);
    if (isRead && !unsure.test(sentence) && !elsewhere.test(sentence)) found.push(...inSentence(sentence));
  }
  return found.slice(0, mostValues);
}

function inSentence(sentence: string): NewValue[] {
  const found = forms
    .flatMap((form) => [...matchesIn(sentence, form)])
    .flatMap(({ groups }) => newValueOf(groups!));
  return [...new Map(found.map((one) => [`${one.noun}\n${one.value}`, one])).values()];
}

function newValueOf(groups: Record<string, string | undefined>): NewValue[] {
  const { due, whose, whose2, called, instead, measured } = groups;
  const value = groups
    .value!.trim()
    .replace(/^["'“‘]|["'”’]$/gu, "")
    .replace(/^an? (?=(?:Dr|Mr|Mrs|Ms|Prof)\b)/u, "")
    .replace(/(?<=\d)\.$|\s(?:now|these days|nowadays|from now on|instead)$/u, "");
  const isMeasured = measured !== undefined;
  const isDue = groups.noun === undefined && instead === undefined && !isMeasured;
  const noun = inLowerCase(groups.noun ?? due ?? (isDue ? "deadline" : ""));
  const isOneOfSeveral = called === undefined && severalAtOnce.test(noun);
  const written = kindOfValue(value);
  // "The meeting is at 10 now."
  const kind = groups.at !== undefined && /^\d{1,2}$/u.test(value) ? "time" : written;
  if (kind === null || isOneOfSeveral) return [];
  const isOwn = /^(?:my|our)$/iu.test(whose ?? whose2 ?? "") || noun === "deadline";
  const as = called !== undefined ? "name" : due !== undefined ? "deadline" : "value";
  const isIt = whose2 === undefined && instead === undefined && !isMeasured;
  return [{ noun, isOwn, value, kind, isIt, as, instead: instead ?? null }];
}

/** "Subs are 40 now": the first letter of a statement. */
function inLowerCase(noun: string): string {
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
}

/**
 * Nouns of which people have several at once, so that a new one replaces nothing, and relatives,
 * whom nobody replaces.
 */
const severalAtOnce =
  /\b(?:friend|colleague|neighbou?r|member|child|son|daughter|sister|brother|mother|father|mum|mom|dad|parent|aunt|uncle|cousin|niece|nephew|grand\p{L}+|pet|cat|dog|puppy|kitten|client|customer|student|pupil|employee|intern|volunteer|guest|hobby|idea|question|problem|book|game|song|recipe|rule|favou?rite)s?$/iu;

const dated =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b.*\d|\d.*\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/iu;
const timed = /\b\d{1,2}(?:[:.]\d{2})\b|\b\d{1,2} ?[ap]\.?m\b|\bo['’]clock\b/iu;

/** The kinds of values that replace each other. */
export type KindOfValue = "date" | "time" | "number" | "code" | "name";

/** The kind of a value, or `null` for an opinion, a possession ("Jonas's") or a description. */
export function kindOfValue(value: string): KindOfValue | null {
  if (/['’]s$/u.test(value)) return null;
  if (dated.test(value)) return "date";
  if (timed.test(value)) return "time";
  if (/^(?=\S*\d)\p{L}[\p{L}\p{N}._-]+$/u.test(value)) return "code";
  if (/^(?:about |around |only |just )?[$€£#+-]?\s?[-–−]?\d/u.test(value)) return "number";
  return /^\p{Lu}/u.test(value) && !/^(?:I|We|He|She|They|It|This|That|There)\b/u.test(value) ? "name" : null;
}
