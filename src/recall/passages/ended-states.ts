/**
 * Ended names: finds what a text says is over, by the head word of its name: "Let's drop Riverpod",
 * "The trip was called off", "Leif left". Pure, and English.
 */
import { matchesIn } from "../../text/patterns/matches.js";
import { stopWords } from "../../text/stop-words.js";
import { fold, indexWords } from "../../text/words.js";

const objectWords = String.raw`\s+(?:(?:the|my|our|your|his|her|their|its|that|this|all|plain|old|an?)\s+)*(?<object>[\p{L}\p{N}][^,.;:!?()"“”]{0,60})`;
/** "drop X", "stopped using X", "moved away from X", "X instead of Y" gives up Y. */
const giveUp = new RegExp(
  String.raw`\b(?:fired|sacked|dismissed|drop(?:ped|ping|s)?|ditch(?:ed|ing|es)?|scrap(?:ped|ping|s)?|abandon(?:ed|ing|s)?|g[eo]t(?:ting)? rid of|(?:stopped|stop|quit) \p{Ll}+ing|no longer \p{Ll}+(?: with| on| at| in| to)?|(?:moved?|moving|switch(?:ed|ing)?|migrat(?:ed?|ing)) (?:away )?(?:from|off)|replac(?:ed?|ing)|instead of|rather than|done with|g[ia]v(?:e|en|ing) up(?: on)?|gone off|cancel(?:l?ed|l?ing|s)?|trad(?:ed?|ing)(?: in)?|(?:broke|broken|breaking|split|splitting) up with|sold|swap(?:ped|ping)|exchang(?:ed|ing)|finish(?:ed|ing)(?! (?:at|in|by|up|work|off)\b)|return(?:ed|ing)(?! (?:to|from|home|at|in|on|with)\b)|dumped|lost (?:my|our|his|her|their) \p{L}+ (?:at|with)|(?:let|lets|letting)(?= .{1,40}\b(?:expire|lapse|run out)\b)|notice (?:at|for|to)|(?:would |['’]d )?rather [^.,;!?]{1,40}? than)${objectWords}`,
  "giu",
);
/** "I don't have salads any more", "Arlo isn't at Hillside any longer": the object of a denial. */
const isDenied =
  /\b(?:(?:do|does|is|are|am)(?:n['’]t| not)|(?:['’]m|['’]re|['’]s) not)\s+(?:\p{Ll}+\s+){0,3}?(?:the |a |an |my |our )?(?<object>[\p{L}\p{N}][^,.;:!?()"“”]{0,60}?)\s+(?:any ?more|any longer|these days|nowadays)\b/giu;
/** "X is gone", "X was cancelled", "X fell through". */
const isGone =
  /\s(?:is gone|(?:is|was|got|has been|have been|were|are) (?:dropped|scrapped|cancell?ed|replaced|abandoned|discontinued|called off)|(?:did not|didn['’]t) work out|(?:is|are) no more|(?:is|are) off(?=\s*(?:[,.;:!–-]|$))|fell through|has (?:retired|left|closed|moved away|expired|ended)|retired|closed (?:down|for good|(?:his|her|their|its) \p{L}+)|passed away|went (?:bankrupt|under|out of business)|(?:is|are|was|were) (?:stolen|demolished|torn down|written off)|broke down for good|(?:burned|burnt) down|expired|lapsed|ran out|died)\b/giu;
/** "Leif left, Sunniva is the manager now": a person left, without an object. */
const isAway =
  /(?:^|[.!?;:,]\s+|\band\s+)(\p{Lu}[\p{L}\p{M}-]+(?: \p{Lu}[\p{L}\p{M}-]+)?)(?:['’]s| has| is)? (?:left|leaving|leaves|quit|resigned|retires|retiring|moved on|(?:gone|went|moved) back to \p{Lu}\p{L}+|gone)(?: us| the company| the team)?(?=\s*(?:[,.;!]|$)|\s+(?:and|so|last|this|in|on|at the end)\b)/gu;
/** "Ylva and I broke up". */
const brokeUp =
  /(\p{Lu}[\p{L}\p{M}-]+) and (?:I|me) (?:have |just |finally )*(?:broke|broken|split|separated|divorced)\b/gu;
/** The text before the verb, up to a punctuation mark. The subject is at its end. */
const subject = /[\p{L}\p{N}][\p{L}\p{N}'’ -]{0,40}$/u;
/** A text without any of these ends nothing. Most passages need no further test. */
const mayGiveUp =
  /fired|sacked|dismiss|drop|ditch|scrap|abandon|rid of|stop|quit|no longer|mov|switch|migrat|replac|instead|rather|done|giv|gave|cancel|sold|gone|called|work out|no more|fell|retired|left|closed|passed|discontinued|trad|resign|retir|leaving|leaves|back to|swapp|exchang|finish|return|dump|lost|expire|lapse|ran out|notice|bankrupt|under|business|broke down|burn|died|stolen|demolish|torn|written off|more|longer|these days|nowadays|br[oe]ak|broke|split|separated|divorced|(?:is|are) off/i;
/** Questions, suppositions, wishes and denials end nothing. */
const unreal =
  /(?:n['’]t|\bnot|\bnever|\bif|\bmaybe|\bperhaps|\bmight|\bmay|\bcould|\bshould|\bwould|\bthinking (?:of|about)|\bconsider(?:ing)?|\bwant(?:s|ed)? to|\bplan(?:s|ning)? to|\bhop(?:e|ing) to|\bcan we|\bcan i)\s+(?:\p{L}+\s+){0,2}$/iu;
/** "Stop wasting my time" asks the reader for something, and ends nothing of the speaker. */
const demand = /^stop\b/iu;
const opens = /(?:^|[.!?:\n*]\s*|,\s*|\b(?:and|please|so|just)\s+)$/iu;
/** "The trip was cancelled because of rain": what follows such a verb is not its object. */
const isPassive = /\b(?:am|is|are|was|were|be|been|being|got|gets?)\s+$/iu;
/**
 * "If the trip is cancelled", "once the oven is replaced": the subject says that it has not
 * happened.
 */
const supposed = /\b(?:if|unless|once|until|when|maybe|perhaps|whether|might|may|could|should|would)\b/iu;
/** The object ends before the first of these. */
const endOfObject =
  /\s(?:and|but|for|with|because|since|as|at|in|on|to|from|by|so|when|after|before|until|it|we|i|they|he|she|is|was|are|were|last|this|next|yesterday|today|now|expire|lapse|run|entirely|completely|anymore|any more|again|altogether|instead)\b.*$/iu;

/** Returns the head words of the names that a text says are over, as index words: "riverpod". */
export function endedNames(text: string): readonly string[] {
  if (!mayGiveUp.test(text) || /\?\s*$/.test(text)) return [];
  const active = [...matchesIn(text, giveUp)].flatMap(({ 0: found, index, groups }) => {
    const before = text.slice(Math.max(0, index - unrealChars), index);
    const isDemand = demand.test(found) && opens.test(before);
    return isDemand || unreal.test(before) || isPassive.test(before) ? [] : [groups!.object!];
  });
  const passive = [...matchesIn(text, isGone)].flatMap(
    ({ index }) => subject.exec(text.slice(0, index)) ?? [],
  );
  const real = passive.filter((phrase) => !supposed.test(phrase));
  const denied = [...matchesIn(text, isDenied)].map(({ groups }) => deniedPart(groups!.object!));
  const away = [...matchesIn(text, isAway), ...matchesIn(text, brokeUp)].map(([, name = ""]) => name);
  return [...new Set([...active, ...real, ...denied, ...away].flatMap(headOf))];
}

/** Number of characters before a verb that are searched for a negation or a supposition. */
const unrealChars = 60;

/** "work at Ferrum" ends with what is denied; "have salads for lunch" only begins with it. */
function deniedPart(phrase: string): string {
  return /\p{Lu}[\p{L}\p{M}-]*(?: \p{Lu}[\p{L}\p{M}-]*)*$/u.exec(phrase)?.[0] ?? phrase;
}

/** The index words of a phrase's last content word, or of its name if it has one. */
function headOf(phrase: string): string[] {
  const words = phrase.replace(endOfObject, "").split(/\s+/u);
  const content = words.filter((word) => !stopWords.has(fold(word)) && indexWords(word).length > 0);
  const head = content.findLast((word) => /^\p{Lu}/u.test(word)) ?? content.at(-1);
  return head === undefined ? [] : indexWords(head).slice(0, 1);
}

const number = String.raw`(?:\d+(?:[.,:]\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no)`;
const unit = String.raw`\p{L}[\p{L}-]+`;
const changed: readonly RegExp[] = [
  new RegExp(
    String.raw`(?:^|[.!?;,]\s*|\b(?:i['’]m|we['’]re|am|are|is|now|went|cut|gone|got|back)\s+)(?:cut )?(?:down|up|back) to (?:only |just )?(${number})\s+(${unit})`,
    "giu",
  ),
  new RegExp(String.raw`\b(${number})\s+(${unit})\s+(?:now|these days)\b`, "giu"),
  new RegExp(String.raw`\b(?:now|only) (?:only |just )?(${number})\s+(${unit})\s+(?:now|left)\b`, "giu"),
];
const measure = new RegExp(String.raw`\b(${number})\s+(${unit})`, "giu");

interface Measure {
  readonly number: string;
  /** An index word. */
  readonly unit: string;
}

/**
 * A pattern that every form contains. It is tested first, because all texts of a pool are read and
 * few match it.
 */
const mayChange = /(?:down|up|back) to |now|these days/iu;

/** Returns the measures that a text says have changed. */
export function newMeasures(text: string): readonly Measure[] {
  if (!mayChange.test(text)) return [];
  return changed.flatMap((form) => measuresOf(text, form));
}

/** Whether a later text has another number for a unit of an earlier text. */
export function hasNewMeasure(later: string, one: string): boolean {
  const found = newMeasures(later);
  if (found.length === 0) return false;
  const before = measuresOf(one, measure);
  return found.some((now) => before.some((was) => was.unit === now.unit && was.number !== now.number));
}

function measuresOf(text: string, form: RegExp): Measure[] {
  return [...matchesIn(text, form)].flatMap(([, count = "", noun = ""]) => {
    const [unit] = indexWords(noun);
    return unit === undefined ? [] : [{ number: fold(count), unit }];
  });
}
