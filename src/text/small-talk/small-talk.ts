/**
 * Small talk: sentences that carry no information. A sentence is small talk when it consists only
 * of stock phrases, filler words and the name of the person addressed; with one more word it is
 * not. The tables are data and are compared by words, regardless of case, punctuation and emoji.
 */

import { looseWords, phrases, type SmallTalk } from "./stock-phrases.js";

export type { SmallTalk } from "./stock-phrases.js";

/**
 * Adjectives of praise or sympathy, for sentences such as "That's so cool!" and "Sounds like a
 * great time".
 */
const applause =
  "awesome|great|cool|nice|amazing|wonderful|fantastic|lovely|incredible|beautiful|gorgeous|impressive|inspiring|interesting|exciting|sweet|neat|fun|funny|hilarious|cute|adorable|brilliant|excellent|perfect|good|rough|tough|hard|sad|awful|terrible|horrible|crazy|wild|unreal|insane|epic|sick|rad|dope|delicious|yummy|tasty|stunning|spectacular|breathtaking|heartwarming|touching|powerful|special|true|fine|right|okay|delightful|magical|terrific|superb|fab|fabulous|outstanding|phenomenal|remarkable|admirable|commendable|thoughtful|kind|fascinating|intense|scary|frustrating|annoying|unfortunate|disappointing|understandable|relaxing|refreshing|peaceful|cozy|fantastic|important|meaningful|encouraging|reassuring|helpful|useful";
const degree =
  "(?:(?:so|really|very|pretty|quite|super|absolutely|totally|truly|just|such|a|an|the|pure|such a|definitely|also|kinda|kind of|pretty much|seriously|always|even|too|way) )*";
const applauseOnly = new RegExp(
  `^(?:(?:wow|oh|aw|yeah|yes|man|well|and|but) )*(?:(?:(?:that|this|it|these|those|they|what|all that|that all|everything|sounds|looks|seems|how)(?: (?:is|are|was|were|s|re|sounds|looks|seems|sound|look|must be|must have been|would be|will be|has to be|had to be|feels|must feel))?(?: like)? )?(?:is |was |sounds |looks |must be |must have been )?(?:like )?)${degree}(?:${applause})(?:(?: and|,)? ${degree}(?:${applause}))*(?: (?:one|news|idea|stuff|thing|time|work|job|way|plan|point|choice|view|experience|feeling|shot|pic|pics|picture|photo|photos|combo|moment|memory|memories|story|day|to hear|to see|to me|for you|of you|to hear that|to see that|indeed|too|though|mate|man|dude))*$`,
);

const gratitudeOnly =
  /^(?:(?:oh|wow|aw|aww|hey|and|yes|yeah|ok|okay) )*(?:many |big )?(?:thanks|thank you|thx|cheers)(?: (?:so|very) much| a (?:lot|bunch|ton|million))?(?: again)?(?: for (?:all )?(?:your|the|that|this|being|always|asking|sharing|listening|understanding|believing|saying|checking|letting)(?: (?!(?:my|our|in|at|on|from|last|yesterday|with|about)\b)[\p{L}']+){0,4})?$/u;

const after =
  "(?: (?:so|very|too|much|really|always|again|a lot|all|today|everyone|guys|buddy|friend|my friend|man|though|anyway|for sure|soon|later|then|now))*";
const support =
  "(?:support|help|friendship|encouragement|kindness|kind words?|words|offer|advice|feedback|input|thoughts|concern|love|positivity|enthusiasm|understanding|suggestions?|recommendations?|tips?|info|information|update|reminder|compliments?|motivation|patience|time|company)";

/**
 * Sentences of support, thanks and farewell that the stock phrases do not cover. Each pattern
 * matches a whole sentence.
 */
const pleasantries: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    "thanks",
    new RegExp(
      `^(?:your|the|all your|having your|all the) ${support}(?: and (?:your )?${support})* (?:really |truly |always |definitely )?(?:means?|meant|is|has been) (?:so much|a lot|the world|everything|a ton|greatly appreciated|much appreciated|appreciated)(?: to (?:me|us))?${after}$`,
      "u",
    ),
  ],
  [
    "thanks",
    new RegExp(
      `^(?:i |we )?(?:(?:really|so|truly|definitely|totally) )*appreciate (?:your|the|all your|all the|it|that|you)(?: (?:${support}(?: and (?:your )?${support})*|being there|being here|saying that|asking))?${after}$`,
      "u",
    ),
  ],
  [
    "thanks",
    new RegExp(
      `^(?:many |so many )?(?:thanks|thank you|thx)(?: so much| a lot| again)? for (?:all )?(?:your |the |this |that )?(?:${support}(?: and (?:your )?${support})*|recipe|invite|invitation|laugh|chat|talk|compliment|reply|having my back|being (?:there|here)(?: for (?:me|us))?|being (?:so |such )?an? \\p{L}+ (?:friend|person|listener)|being so \\p{L}+|believing in (?:me|us)|always being there(?: for (?:me|us))?|cheering me on|checking in(?: on me)?|hearing me out|thinking of (?:me|us)|letting me know|the (?:great )?(?:advice|chat))${after}$`,
      "u",
    ),
  ],
  [
    "thanks",
    new RegExp(
      `^(?:it|that|this) (?:really |truly |just )?(?:means|meant) (?:so much|a lot|the world|everything|a ton)(?: to (?:me|us|hear that|know that|have your support))?${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    new RegExp(
      `^(?:i am|i'm|we're|im) (?:always |right |all )*(?:here for you|rooting for you|cheering for you|cheering you on|on your side|proud of you|here to help|here if you need (?:me|anything|to talk))(?: always| all the way| every step of the way| no matter what| too| 100%)?${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    new RegExp(
      `^(?:just |and |so )*(?:keep|keep on) (?:going|pushing|it up|trying|shining|rocking|fighting|smiling|at it|believing|growing|dancing|crushing it|killing it|up the \\p{L}+(?: \\p{L}+)?|pushing forward|moving forward|going strong|doing what (?:you do|you're doing))(?: and (?:never give up|believe in yourself|stay \\p{L}+|keep \\p{L}+ing))*${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    new RegExp(
      `^(?:and |just |so )*(?:never|don't|do not) (?:ever )?give up(?: on (?:your dreams?|it|yourself))?${after}$|^(?:just )?believe in yourself${after}$|^you(?:'ve| have)? (?:totally |really |so )?(?:got|can do|deserve|rock|nailed|earned) (?:this|it|that)${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    /^(?:i'm |i am |we're )?(?:(?:so|really|very|super) )*(?:glad|happy) (?:you|to hear|i could|it|that you|to be of|to see)(?: (?:it|all|that|really|so|had|a|great|good|fun|time|like|liked|love|loved|enjoy|enjoyed|enjoying|think|agree|feel|help|helped|helps|worked|out|you|you're|are|doing|well|okay|better|could|make|be|of|service|was|the|there))*$/u,
  ],
  [
    "farewell",
    /^(?:have|enjoy) (?:a|an|your|the rest of your) (?:(?:safe|great|good|nice|wonderful|lovely|fantastic|awesome|amazing|fun|blessed|relaxing|rest of your) )*(?:trip|day|evening|night|weekend|week|time|one|hike|flight|vacation|holiday|afternoon|morning|journey|party|meal|drive)(?: (?:too|all|everyone|ahead|there))*$/u,
  ],
  [
    "farewell",
    new RegExp(
      `^it (?:was|has been|'s been|is) (?:(?:so|really|always|such) )*(?:great|nice|good|fun|lovely|wonderful|a pleasure) (?:chatting|talking|catching up|speaking|to chat|to talk|to catch up|seeing you|hearing from you)(?: (?:with|to) you)?${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    new RegExp(
      `^(?:i )?(?:really )?(?:hope|wish) you (?:enjoy|like|love|have) (?:it|them|fun|a (?:great|good|nice|wonderful|lovely|blast|fun) ?(?:time|day|one|trip)?)${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    new RegExp(
      `^(?:i |we )?(?:can't|cannot|can not) wait(?: (?:to|for) (?:see|hear|it|try|check|that|more|you|them|your|about|all|out|how|goes|turns|is|what|happens|next|with|and|the|pics|photos|news|this|show))*${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    /^(?:just |please |and )*(?:let me know|lemme know|tell me|keep me posted|keep me updated)(?: (?:how|if|what|when|your|you|it|they|need|want|like|liked|enjoy|think|of|on|about|them|that|goes|go|turns|turn|turned|out|works|anything|any|help|thoughts|more|all|ever|else|questions|have|can|i|do|to|talk|with|or|some|a|hand|there's|is|there|happens|went|things|thing))*$/u,
  ],
  [
    "acknowledgement",
    new RegExp(
      `^(?:i'll|i will|ill|i'm gonna|i'm going to|will|gonna) (?:(?:definitely|totally|be sure to|make sure to|surely|for sure|certainly|absolutely|keep|have to) )*(?:let you know(?: (?:how it goes|if i do|once i'm done|what i think|for sure))?|(?:you |ya )(?:posted|updated)|check (?:it|them|that|this|these) out|do (?:that|it|so|my best)|try (?:it|that|them)(?: out)?|give it a (?:try|shot|go)|look into it|remember that|take a look|be (?:there|sure)|see you (?:there|then|soon|around)|talk to you (?:soon|later))${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    new RegExp(
      `^(?:and )?you(?:'re| are) (?:(?:so|really|super|very|truly|such|always|just|an?|doing|a truly|definitely|totally|incredibly) )*(?:inspiring|inspiration|talented|amazing|strong|awesome|kind|sweet|great|wonderful|incredible|brave|generous|thoughtful|funny|the best|too kind|supportive|motivating|a star|a rockstar|rockstar|great job|amazing job|creative|hilarious|good friend|great friend|sweetheart|lifesaver|right|welcome|correct|on point|impressive)(?: (?:and|too|as always|friend|person|to me|about that|at (?:it|this|that)|inspiring|motivating|talented|kind|supportive|creative|strong))*${after}$`,
      "u",
    ),
  ],
  [
    "acknowledgement",
    new RegExp(
      `^(?:i |we )?(?:(?:totally|completely|fully|definitely|so|really|couldn't|could not) )*(?:agree|feel you|hear you|get you|relate|understand)(?: (?:with|more|you|that|completely|totally|on that|to that|how you feel|what you mean|all of that))*${after}$`,
      "u",
    ),
  ],
  [
    "filler",
    new RegExp(
      `^(?:i )?(?:know|believe) you(?:'ll| will| can| got| have)? (?:do|be|got|get) ?(?:it|this|great|fine|amazing|awesome|well|there|through this|so well)${after}$|^(?:we|you)(?:'ve| have)? got this(?: together)?${after}$|^(?:we|you) can do (?:it|this)(?: together)?${after}$`,
      "u",
    ),
  ],
  [
    "greeting",
    /^(?:it's |its |it has |been )*(?:been )?(?:a while|ages|so long|too long|forever|a long time)(?: since (?:we|our) (?:last )?(?:talked|chatted|spoke|chat|talk|caught up))?(?: too)?$/u,
  ],
];

interface Stock {
  readonly reason: SmallTalk;
  readonly words: readonly string[];
}

/** Phrases by their first word, longest first. */
const stock: ReadonlyMap<string, readonly Stock[]> = byFirstWord();

/**
 * The words of a sentence in the form of the tables: without punctuation and emoji, with straight
 * apostrophes.
 */
function plainWords(sentence: string): string[] {
  return sentence.replaceAll("’", "'").match(/[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu) ?? [];
}

/** A longer sentence is never small talk. The limit also bounds the loops on unusual input. */
const maxChars = 200;

/**
 * The kind of small talk that a sentence is, or `null` if it may carry information. A sentence
 * without words (emoji, dashes) is filler.
 *
 * @example smallTalk("Hey Ana, good to see you!") // "greeting"
 */
export function smallTalk(sentence: string): SmallTalk | null {
  if (sentence.length > maxChars) return null;
  const written = plainWords(withoutVocative(sentence));
  if (written.length === 0) return /[\p{N}]/u.test(sentence) ? null : "filler";
  const words = written.map((word) => word.toLowerCase());
  const joined = words.join(" ").replace(/'s\b/g, " s").replace(/'re\b/g, " re");
  return usedUp(words, written) ?? praise(joined, words.join(" "));
}

/** A capitalised word after these may be the answer itself: "No, Lisbon." */
const answersWithName = /^(?:yes|yeah|yep|yup|no|nope|nah|not|ja|nein|sí|si|oui|non)\b/i;
const dayOrMonth =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|noon|midnight)$/i;

const nameAfterComma = /,\s+(\p{Lu}\p{L}+)(?=[,!]\s|[\s!.?]*$)/gu;
const nameFirst = /^\s*(\p{Lu}\p{L}+),\s+(?=\p{L})/u;

/**
 * The name of the person addressed, between commas, adds no information: "Tom, that's great",
 * "That's great, Tom!", "Wow, Tom, that's great!"
 */
function withoutVocative(sentence: string): string {
  if (!sentence.includes(",") || answersWithName.test(sentence)) return sentence;
  return sentence
    .replace(nameAfterComma, (whole, name: string) => (dayOrMonth.test(name) ? whole : ""))
    .replace(nameFirst, (whole, name: string) =>
      stock.has(name.toLowerCase()) || looseWords.has(name.toLowerCase()) ? whole : "",
    );
}

function praise(joined: string, plain: string): SmallTalk | null {
  if (gratitudeOnly.test(plain)) return "thanks";
  const unopened = plain.replace(
    /^(?:(?:yeah|yes|yep|no|oh|wow|aw|and|so|well|hey|thanks|cool|great|nice|sure|absolutely|definitely|totally|haha|man|awesome) )+/,
    "",
  );
  const pleasantry = pleasantries.find(
    ([, pattern]) => pattern.test(plain) || (unopened !== plain && pattern.test(unopened)),
  );
  if (pleasantry !== undefined) return pleasantry[0];
  return applauseOnly.test(joined) ? "filler" : null;
}

/**
 * Removes stock phrases, loose words and at most two names of persons addressed. Returns the kind
 * of the first phrase, or `null` if words are left.
 */
function usedUp(words: readonly string[], written: readonly string[]): SmallTalk | null {
  let reason: SmallTalk | null = null;
  let names = 0;
  for (let at = 0; at < words.length; ) {
    const found = stock
      .get(words[at]!)
      ?.find(({ words: phrase }) => phrase.every((word, index) => words[at + index] === word));
    if (found !== undefined) {
      reason = reason === null || reason === "filler" ? found.reason : reason;
      at += found.words.length;
    } else if (looseWords.has(words[at]!)) at++;
    else if (reason !== null && isVocative(written, at) && names < 2) {
      names++;
      at++;
    } else return null;
  }
  return reason;
}

function isVocative(written: readonly string[], at: number): boolean {
  return (
    /^\p{Lu}/u.test(written[at]!) &&
    written[at] !== "I" &&
    !dayOrMonth.test(written[at]!) &&
    !answersWithName.test(written[0]!)
  );
}

function byFirstWord(): Map<string, Stock[]> {
  const table = new Map<string, Stock[]>();
  for (const [reason, list] of Object.entries(phrases) as [SmallTalk, string][])
    for (const phrase of list
      .split("|")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")) {
      const words = phrase.split(/\s+/);
      table.set(words[0]!, [...(table.get(words[0]!) ?? []), { reason, words }]);
    }
  for (const entries of table.values()) entries.sort((left, right) => right.words.length - left.words.length);
  return table;
}
