/**
 * Finds in a text the things that have ended according to its speaker, and their owners: "I stopped
 * running", "Lena sold the Golf", "I've handed the treasurer's job to Mr Olsen", "the Canon is
 * sold". English only. It knows verbs of ending and of handing over, and no things: which fact
 * ended is decided by the words of the facts. Pure.
 */

import { matchesIn } from "../../../text/patterns/matches.js";
import { sentences } from "../../../text/sentences.js";
import { indexWords } from "../../../text/words.js";

/** What a text says has ended. */
export interface Ending {
  /**
   * Whose it was: `null` for the speaker, else a name, a pronoun or "my brother", as it is written.
   */
  readonly subject: string | null;
  /** The words for what ended. */
  readonly words: string;
  /**
   * Whether it was only handed to somebody: a task passes to them, but a phone may come back.
   */
  readonly isTask: boolean;
  /** Whether somebody of the family or a friend was given it, who keeps it. */
  readonly isGift: boolean;
  /**
   * The words for the place of "doesn't meet in the church hall", which may have been stated with
   * another verb; else `null`.
   */
  readonly place: string | null;
  /** The only property that may end so; `null` if any may. */
  readonly only: "tool" | "pet" | "goal" | null;
}

/** Where a clause may begin. */
const clauseStart = "(?:^|[,;:]\\s+|\\b(?:and|but|so|because|that)\\s+)";
const adverbs = "(?:\\s+(?:just|finally|also|now|recently|already|officially|actually))*";
/** The beginning of a statement without a subject: "Nope, gave up the car". */
const opens =
  "^(?:(?:[Nn]ope|[Nn]o|[Ww]ell|[Ss]o|[Yy]es|[Yy]eah|[Bb]tw|[Uu]pdate|[Oo]k|[Oo]kay|[Oo]h|[Aa]nd|[Aa]lso)[,:.]?\\s+)*(?:(?:[Jj]ust|[Ff]inally|[Aa]lso)\\s+)?";
/** "I", "we" and their forms. Messages are also written as "ive" and "im". */
const speaker = `${clauseStart}(?:[Ii]|[Ww]e)(?:['’]?(?:ve|m|re)| have| am| are)?${adverbs}`;
/** A name, a pronoun or a relative: "Lena has", "She's", "My brother". */
const somebody = `(?:^|[,;:]\\s+|\\b(?:and|but|so)\\s+)(?<who>(?!(?:I|We|It|This|That|There|What|Who)\\b)(?:[Hh]e|[Ss]he|[Tt]hey|[Tt]he \\p{L}[\\p{Ll}-]+|(?:[Mm]y|[Oo]ur) \\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?|\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?))(?:['’]s| has| have| is(?= no longer)| are(?= no longer))?${adverbs}`;
/** "Quit Jenkins and restart it", "Let the dog go": without a subject they may be commands. */
const command = "(?:[Ll]et\\b|[Qq]uit (?!\\p{Ll}+ing\\b))";
const subject = `(?:${speaker}\\s+|${somebody}\\s+|${opens}(?!${command}))`;

/** Verbs of ending; what ended follows them. */
const ended =
  "(?:[Ss]topped(?! (?:the|my|our|his|her|their|an?|this|that)\\b)|[Qq]uit|(?:[Gg]ave|[Gg]iven|[Gg]iving) up|[Cc]losed(?: down)?|[Ss]old|[Ss]crapped|[Gg]ot rid of|[Pp]arted with|[Mm]oved out of|[Ee]nded|[Cc]ancell?ed|[Rr]esigned (?:from|as)|[Rr]etired (?:from|as)|[Ss]tepped down (?:from|as)|(?:[Gg]ave|[Gg]iven) away|[Tt]raded in|[Hh]anded (?:over|on|in)|[Pp]assed on|[Mm]oved on from|[Dd]one with|[Dd]ropped out of|[Pp]aid off|[Ss]helved|[Rr]ipped out|[Oo]utgr(?:ew|own)|[Ss]tepped back from|no longer|used to)";
const past = new RegExp(
  `${subject}${ended}\\s+(?!(?:by|at|in|for|off|on)\\b|to\\b(?! be))(?<what>.{3,80})`,
  "gu",
);

const noPerson = "(?!\\b(?:me|you|him|her|us|them|it)\\b)";
const object = (most: number) => `(?:${noPerson}[^,.;:!?]){3,${most}}?`;
/**
 * What somebody hands over; the particle follows it: "gave the cello away", "traded the van in".
 */
const split = new RegExp(
  `${subject}(?:(?:[Gg]ave|[Gg]iven?) (?<given>${object(40)}) (?:away|up|back)|(?:[Hh]anded|[Hh]anding|[Pp]assed|[Pp]assing|[Ss]igned|[Ss]igning) (?<passed>${object(40)}) (?:over|back|on(?=\\s+to\\b|\\s*(?:[,.;!]|$)))|[Tt]raded (?<traded>${object(40)}) in|(?:[Tt]hrew|[Tt]hrown) (?<thrown>${object(40)}) (?:out|away)|[Ll]et (?<freed>${object(40)}) go(?=\\s*(?:[,.;!]|$)))(?![\\p{L}])`,
  "gu",
);
/**
 * "Handed billing to Amal", "gave the class to my niece": somebody receives it. The thing must be
 * definite ("the class"), since "gave a talk to the class" hands over nothing.
 */
const receiver = "(?:[Mm]y|our|his|her|their|the|an?|\\p{Lu}\\p{L}*)";
const determined = "(?:the|my|our|his|her|their) ";
const handed = "(?:[Hh]anded|[Hh]anding|[Pp]assed|[Pp]assing|[Tt]ransferred|[Ll]eft)";
/** Without a place: "passed the juniors on the way to the pitch" hands over nothing. */
const handedOver = "(?:(?!\\b(?:me|you|him|her|us|them|it|on|in|at|by|from)\\b)[^,.;:!?]){3,50}?";
const transfer = new RegExp(
  `${subject}(?:[Dd]onated (?<donated>${handedOver})|${handed} (?!(?:over|on|in|back|away|up)\\b)(?:(?<task>${determined}${handedOver})|(?<moved>${handedOver}))|(?:(?:had|have|has) to give|[Gg]ave|[Gg]iven) (?<task2>(?:${determined}|\\p{Lu})${handedOver})) to ${receiver}(?![\\p{L}])`,
  "gu",
);
const kin =
  "(?:sister|brother|niece|nephew|son|daughter|cousin|aunt|uncle|mother|father|mum|mom|dad|grand\\p{Ll}{2,10}|god\\p{Ll}{3,8}|friend|neighbou?r|ex)(?: \\p{Lu}\\p{L}{1,20})?";
/** "We gave the piano to my niece", but not "to my brother to mend". */
const gift = new RegExp(
  `${subject}(?:[Gg]ave|[Gg]iven) (?<gift>${determined}${handedOver}) to (?:my|our|his|her|their|an?) ${kin}(?=\\s*(?:[,.;!]|$)|\\s(?:and|because|since|last|this|when)\\b)`,
  "gu",
);
const negated = new RegExp(
  `(?:${clauseStart}(?:[Ii]|[Ww]e)(?:['’](?:ve|m|re)| have| am| are)?\\s*(?:don['’]t|do not|can['’]t|won['’]t|not)|${opens}[Nn]ot)\\s+(?<denied>.{3,60}?)\\s+(?:any ?more|any longer)`,
  "gu",
);
/** "Gus doesn't teach at Hillcrest any more". */
const negatedOf = new RegExp(
  `${somebody}\\s*(?:doesn['’]t|does not|don['’]t|do not|can['’]t|won['’]t|isn['’]t|is not|aren['’]t|not)\\s+(?<denied>.{3,60}?)\\s+(?:any ?more|any longer)`,
  "gu",
);
const placeOf = /^\p{Ll}+ (?:in (?:the |our |my )?|at (?=\p{Lu}))(?<place>[^,;:.!()]{3,40})$/u;
/** "We've dropped Jenkins": only a tool is meant, because people and things are dropped too. */
const dropped = new RegExp(
  `${subject}(?:[Dd]ropped(?! (?:out|by|off|in)\\b)|[Dd]itched|[Bb]inned|[Pp]hased out|[Mm]oved off|[Mm]igrated off) (?<tool>[^,.;:!?]{2,40})`,
  "gu",
);
/** "I pulled out of Roth": of what was planned. */
const withdrawn = new RegExp(
  `${subject}(?:[Pp]ulled out of|[Bb]acked out of|[Ww]ithdr(?:ew|awn) from|[Cc]alled off|(?:[Gg]ave|[Gg]iven) up on) (?<goal>[^.;:!?]{3,60})`,
  "gu",
);
/** "Turns out it wasn't sesame": what was believed so far. */
const believed =
  /\b[Tt]urns? out (?:that )?(?:it|that|this|the \p{Ll}+)(?:['’]s| is| was|(?: was|is)n['’]t)?(?: not)? ?(?:(?<=n['’]t |not )(?:actually )?)(?<what>[^,.;:!?]{3,40}?)(?: after all)?(?=[,.;:!?]|$| but\b)/gu;
/**
 * "That's Jonas's route now", "the van is Jonas's now": the thing no longer belongs to the speaker.
 */
const passedOn =
  /\b(?:[Tt]hat|[Tt]his|[Ii]t)(?:['’]s| is) (?!\p{Ll})[\p{L}-]+['’]s (?<what>[^,.;:!?]{3,40}?)(?: now| these days)(?!\p{L})|\b(?:[Tt]he|[Mm]y|[Oo]ur) (?<owned>[^,.;:!?]{3,40}?)(?:['’]s| is) (?!\p{Ll})[\p{L}-]+['’]s(?: now| these days)(?!\p{L})/gu;
/** "The Canon is sold", "our old press has been scrapped". */
const gone = new RegExp(
  `${clauseStart}(?:[Tt]he|[Mm]y|[Oo]ur) (?<what>[^,.;:!?]{3,40}?)(?:['’]s| is| are| was| were| has been| have been| got)${adverbs} (?:sold|scrapped|stolen|nicked|wrecked|written off|given away|handed over|thrown out|thrown away|discontinued|decommissioned|dismantled|demolished|torn down|paid off)(?!\\p{L})(?! out\\b)`,
  "gu",
);

/** "The newsletter went to Jonas", who does it now. */
const assigned =
  /(?:^|[,;:]\s+|\b(?:and|but|so) )(?:[Tt]he|[Mm]y|[Oo]ur) (?<taskOf>[^,.;:!?]{3,40}?)(?: has| have)? (?:went|gone) to \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?(?=\s*(?:[,.;!]|$)|\s(?:and|now|because|since|last|this)\b)/gu;

/** "The Skoda went to the scrapyard". */
const discarded = new RegExp(
  `${clauseStart}(?:[Tt]he|[Mm]y|[Oo]ur) (?<what>[^,.;:!?]{3,40}?)(?: has| have)? (?:went|gone) to (?:the |a )?(?:scrap ?yards?|scrap|dump|tip|landfill|charity shop|new owners?)(?!\\p{L})`,
  "gu",
);
/** "Miso died in the spring": an animal. */
const died =
  /(?:^|[.,;:!?]\s+|\b(?:and|but|so|since) )(?:(?:[Oo]ur|[Mm]y) )?(?<pet>[\p{Lu}\p{Ll}][\p{Ll}-]{1,20})(?:['’]s| has)? (?:died|passed away|was put down|had to be put down)(?!\p{L}| laughing| of (?:laughter|boredom|shame|embarrassment)| inside| a little)/gu;

/** The forms, each with a word that it needs: the word is searched for first. */
const forms: readonly (readonly [needed: RegExp, form: RegExp])[] = [
  [/./u, past],
  [/./u, split],
  [/g[ia]ve/iu, gift],
  [/ to /u, transfer],
  [/more|longer/iu, negated],
  [/more|longer/iu, negatedOf],
  [/dropped|ditched|binned|phased|moved off|migrated off/iu, dropped],
  [/pulled out|backed out|withdr|called off|up on/iu, withdrawn],
  [/turns? out/iu, believed],
  [/now|these days/u, passedOn],
  [
    /sold|scrapped|stolen|nicked|wrecked|written|given|handed|thrown|discontinued|decommissioned|dismantled|demolished|torn|paid/u,
    gone,
  ],
  [/went to|gone to/u, discarded],
  [/went to|gone to/u, assigned],
  [/died|passed away|put down/u, died],
];
/** A word of each form; looked for first, because few texts have one. */
const mayEnd =
  /stopped|quit|g[ia]v|closed|sold|scrapped|got rid|parted|moved out|ended|cancel|resigned|retired|stepped down|handed|handing|pass|longer|used to|traded|thr[eo]w|let|transferred|donated|left|sign|more|now|these days|stolen|nicked|wrecked|written off|moved on|done with|dropped|ditched|binned|phased|moved off|migrated off|turns? out|died|passed away|put down|went to|gone to|dropped out|paid off|shelved|ripped|outgr|pulled out|backed out|withdr|called off|discontinued|decommissioned|dismantled|demolished|torn down/iu;

/** Everything that a text says has ended. */
export function endingsIn(text: string): Ending[] {
  if (!mayEnd.test(text)) return [];
  const found = sentences(text)
    .filter((sentence) => !unreal.test(sentence))
    .flatMap((sentence) =>
      forms.flatMap(([needed, form]) => (needed.test(sentence) ? [...matchesIn(sentence, form)] : [])),
    )
    .map(({ groups = {} }): Ending => {
      const { who, ...objects } = groups;
      const [name = "", words = ""] = Object.entries(objects).find(([, found]) => found !== undefined) ?? [];
      return {
        subject: who ?? null,
        // "Gus doesn't teach on Fridays any more": he may still teach on other days.
        words: words.split(name === "denied" ? /[,;:.!()]/u : objectEnd)[0]!.trim(),
        place: name === "denied" ? (placeOf.exec(words)?.groups?.place ?? null) : null,
        isTask: name.startsWith("task"),
        isGift: name === "gift",
        only: name === "tool" || name === "pet" || name === "goal" ? name : null,
      };
    })
    .filter(({ words }) => wordsOf(words).length > 0);
  const distinct = new Map<string, Ending>();
  for (const ending of found) {
    const key = `${ending.subject}\n${ending.words}`;
    distinct.set(key, { ...ending, isGift: ending.isGift || distinct.get(key)?.isGift === true });
  }
  return [...distinct.values()];
}

const unreal =
  /[?？]\s*$|\b(?:if|would|could|should|might|almost|nearly|never|wish|want|going to|thinking of|joking|apparently|allegedly|supposedly|heard|rumou?rs?|for (?:today|now|tonight|(?:an?|the|this|two|three|some) (?:\p{L}+ )?(?:hours?|days?|nights?|weeks?|weekends?|months?|summer|winter|while|moment))|until|till|temporarily|borrow\p{L}*|yesterday)\b/iu;
/**
 * The end of the words of what ended. The text after it says why, since when, or what came instead.
 */
const objectEnd =
  /[,;:.!()]|\s(?:and|but|so|because|since|when|after|before|to|with|for|as|last|this|on|over|ago|years?|instead|yesterday|today|in (?:(?:early|late|mid) ?-?)?(?:(?:the )?(?:spring|summer|autumn|fall|winter)|january|february|march|april|may|june|july|august|september|october|november|december|\d{4}))\b/iu;
/** Words that do not identify what ended. */
const idle = new Set(
  indexWords(
    "old job role position post work thing things stuff being working going doing having living use used using whole day lol haha",
  ),
);

function wordsOf(words: string): string[] {
  return [...new Set(indexWords(words).filter((word) => !idle.has(word)))];
}

/**
 * The words that identify the fact that ended: the names, or all words if there is no name. For
 * "Petra's bike" and "the Volvo tyres" all words, because neither Petra nor the Volvo ended.
 */
export function meantBy(words: string): string[] {
  const isPart =
    /\p{L}['’]s?\s+\S|\p{Lu}[\p{L}\p{N}-]*(?:['’]s?\s+\S|\s+(?!(?:in|at|of|on|from|by|near)\b)\p{Ll})/u.test(
      words,
    );
  const names = isPart
    ? []
    : (words.match(/\p{Lu}[\p{L}\p{N}'’-]+/gu)?.filter((name) => !/^I\b/.test(name)) ?? []);
  return wordsOf(names.length > 0 ? names.join(" ") : words);
}
