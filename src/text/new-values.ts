/**
 * Finds what a text says something is now, instead of what it was: "our vet is Dr. Kern now", "we
 * decided on 135 euros as the annual fee", "the book's called Low Tide now", "Mesa Verde does the
 * catering now". It knows forms and words of change, no things. English only. Pure.
 */
import { sentences } from "./sentences.js";

/** What something is now. */
export interface NewValue {
  /** What it is the value of, without an article: "annual fee". */
  readonly noun: string;
  /** Whether it is "my" or "our" noun, and not "the" noun. */
  readonly isOwn: boolean;
  /** As it is written: a name, a number with its unit, a date or a time. */
  readonly value: string;
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
  "(?:now|from now on|from here on|these days|nowadays|instead|as of (?:now|today|this \\p{Ll}{3,8}))(?!\\p{L})";
const nowFirst =
  "(?:[Ff]rom now on|[Ff]rom here on|[Aa]s of (?:now|today|this \\p{Ll}{3,8})|[Nn]ow|[Nn]owadays)";
const chosen = "(?:chosen|elected|appointed|voted|hired)";
const doing =
  "(?:does|handles|gives|leads|chairs|hosts|teaches|coaches|runs|covers|manages|organi[sz]es|plays|looks after|takes care of|(?:is|will be) (?:doing|handling|giving|leading|chairing|hosting|teaching|coaching|running|covering|managing|playing)|will (?:do|handle|give|lead|chair|host|teach|coach|run|cover|manage|play))";

/** Each form has the groups `noun` and `value`, most have `whose`. */
const forms: readonly RegExp[] = [
  `${start}${whose} ${noun}${is}(?<called>${named})?(?: at)? ${value} ${now}`,
  `${start}${whose} ${noun}${is} (?:now|currently)(?<called>${named})?(?: at)? ${last}`,
  `(?:^|[,;:–—]\\s|\\b(?:so|and|but) )${nowFirst},? ${whose} ${noun}${is}(?<called>${named})?(?: at)? ${last}`,
  `(?:^|[;:]\\s+)${whose} new ${noun}${is}(?<called>${named})? ${last}`,
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
  `\\b(?:switched|changed) from ${formerName} to ${nameOf}(?=\\s*(?:[,;:!?.]|$))`,
  `${start}${nameOf} (?:has taken|took|takes) over (?:as )?(?<whose2>[Tt]he|[Mm]y|[Oo]ur) ${noun}(?=\\s*(?:[,;:!?.]|$))`,
].map((form) => new RegExp(form, "gu"));

/** A word of each form. It is searched for first, because few texts have one. */
const mayRenew =
  /\b(?:now|nowadays|new|instead|these days|from here on|as of|(?:decided|settled|agreed|landed) on|picked|elected|appointed|hired|chose|took|chosen|voted|taken over|takes over|until|till|(?:switched|changed) from)\b/iu;
/** What is only possible, wished, denied, asked or reported is not so now. */
const unsure =
  /[?？]|\b(?:if|unless|whether|would|could|should|might|(?<!\d )may(?! \d)|maybe|perhaps|apparently|allegedly|heard|rumou?rs?|joking|joke|not|never|nearly|almost|says?|said|claims?|thinks?|thought|wants?(?! [$€£]?\d)|wish|hope|hopes|plan to|going to|pretend|imagine|suppose|used to)\b|n['’]t\b/iu;
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
  for (const sentence of sentences(text)) {
    if (found.length >= mostValues) break;
    const isRead = sentence.length <= mostChars && mayRenew.test(sentence);
    if (isRead && !unsure.test(sentence) && !elsewhere.test(sentence)) found.push(...inSentence(sentence));
  }
  return found.slice(0, mostValues);
}

function inSentence(sentence: string): NewValue[] {
  const found = forms
    .flatMap((form) => [...sentence.matchAll(form)])
    .flatMap(({ groups }) => newValueOf(groups!));
  return [...new Map(found.map((one) => [`${one.noun}\n${one.value}`, one])).values()];
}

function newValueOf(groups: Record<string, string | undefined>): NewValue[] {
  const { due, whose, whose2, called, instead } = groups;
  const value = groups.value!.trim().replace(/^["'“‘]|["'”’]$/gu, "");
  const isDue = groups.noun === undefined && instead === undefined;
  const noun = groups.noun ?? due ?? (isDue ? "deadline" : "");
  const isOneOfSeveral = called === undefined && severalAtOnce.test(noun);
  if (kindOfValue(value) === null || isOneOfSeveral) return [];
  const isOwn = /^(?:my|our)$/iu.test(whose ?? whose2 ?? "") || noun === "deadline";
  const as = called !== undefined ? "name" : due !== undefined ? "deadline" : "value";
  const isIt = whose2 === undefined && instead === undefined;
  return [{ noun, isOwn, value, isIt, as, instead: instead ?? null }];
}

/**
 * Nouns of which people have several at once, so that a new one replaces nothing, and relatives,
 * whom nobody replaces.
 */
const severalAtOnce =
  /\b(?:friend|colleague|neighbou?r|member|child|son|daughter|sister|brother|mother|father|mum|mom|dad|parent|aunt|uncle|cousin|niece|nephew|grand\p{L}+|pet|cat|dog|puppy|kitten|client|customer|student|pupil|employee|intern|volunteer|guest|hobby|idea|question|problem|book|game|song|recipe|rule|favou?rite)s?$/iu;

const dated =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b.*\d|\d.*\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\b\d{4}-\d{2}-\d{2}\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/iu;
const timed = /\b\d{1,2}(?:[:.]\d{2})\b|\b\d{1,2} ?[ap]\.?m\b|\bo['’]clock\b/iu;

/** The kinds of values that replace each other. */
export type KindOfValue = "date" | "time" | "number" | "name";

/** The kind of a value, or `null` for an opinion, a possession ("Jonas's") or a description. */
export function kindOfValue(value: string): KindOfValue | null {
  if (/['’]s$/u.test(value)) return null;
  if (dated.test(value)) return "date";
  if (timed.test(value)) return "time";
  if (/^(?:about |around |only |just )?[$€£#+-]?\s?[-–−]?\d/u.test(value)) return "number";
  return /^\p{Lu}/u.test(value) && !/^(?:I|We|He|She|They|It|This|That|There)\b/u.test(value) ? "name" : null;
}
