/**
 * What speakers do in their free time, and courses that they take: "I've been painting a lot",
 * "swimming keeps me sane", "we've taken up fencing", "signed up for a sewing course". A verb of
 * beginning makes any activity a pastime. Elsewhere the activity must be one that people do for its
 * own sake, because "I've been writing a report" is work.
 */
import type { Passage } from "../../../../text/passage.js";
import { type GuardedPattern, guardedMatches } from "../../../../text/patterns/guarded-pattern.js";
import type { SemanticDraft } from "../../../extractor.js";
import { possessive } from "../../conversation/coreference.js";
import { nameOfSpeaker } from "../../conversation/speakers.js";
import { stated, statedFreely } from "../statement.js";

/** Activities that people do for their own sake. */
const gerund =
  "(?:painting|drawing|sketching|sculpting|running|jogging|hiking|swimming|cycling|biking|climbing|bouldering|dancing|singing|cooking|baking|gardening|knitting|sewing|crocheting|quilting|weaving|reading|writing|journal+ing|fishing|sailing|surfing|skiing|snowboarding|skating|skateboarding|rowing|paddling|kayaking|canoeing|camping|backpacking|birdwatching|birding|stargazing|woodworking|carving|whittling|blogging|gaming|boxing|kickboxing|wrestling|fencing|bowling|horse(?:back)? riding|riding|diving|snorkel+ing|meditating|stretching|weightlifting|composing|drumming|foraging|beekeeping|brewing|geocaching|skydiving|paragliding|scrapbooking|bookbinding|embroidering|juggling|volunteering|people[- ]watching)";
const noun =
  "(?:yoga|pilates|zumba|meditation|tai chi|karate|judo|taekwondo|aikido|jiu[- ]jitsu|martial arts|crossfit|photography|pottery|ceramics|calligraphy|origami|embroidery|needlework|macram[eé]|watercolou?rs?|woodwork|astronomy|chess|tennis|golf|football|soccer|basketball|volleyball|badminton|squash|hockey|rugby|cricket|baseball|ballet|salsa|tango|improv|genealogy|archery|gymnastics|athletics|triathlons?|parkour|the (?:piano|guitar|violin|cello|drums?|flute|saxophone|clarinet|trumpet|ukulele|harp|viola|banjo|accordion|bass))";
const activity = `(?:${gerund}|${noun})(?![\\p{L}-])`;

const person = "(?<![\\p{L}’'])(?:[Ii]|[Ww]e)";
const adverbs = "(?:\\s(?:also|just|really|recently|finally|always|actually|even|now|lately|started|been))*";
const clauseEnd =
  "(?=\\s*(?:[,.;:!?()–—]|$)|\\s(?:and|or|but|so|because|since|to|for|in|at|on|with|every|most|this|last|a lot|a bit|more|again|lately|recently|together|outdoors|regularly|as|when|while|during|after|before|these)(?![\\p{L}]))";
/** A short phrase without an article that may be any activity. */
const anything =
  "(?!(?:the|a|an|my|our|your|his|her|their|this|that|these|those|some|where|from|with|for|on|in|to|too|so|all|more|most|space|time|residence|arms|smoking)(?!\\p{L}))\\p{Ll}[\\p{Ll}-]{2,20}(?:\\s(?!(?:and|or|but|so|because|since|again|as|to|for|in|at|on|with|this|last|lately|recently|when|while|during|after|before|these|where|now)(?!\\p{L}))\\p{Ll}[\\p{Ll}-]{2,20})?";

/** Each form has a group `doing`. */
const forms: readonly GuardedPattern[] = [
  {
    needed: / been/iu,
    pattern: new RegExp(
      `${person}(?:['’]ve| have)${adverbs} been(?: \\p{L}+ly| really)? (?<doing>${activity})${clauseEnd}`,
      "giu",
    ),
  },
  {
    needed: / up /iu,
    pattern: new RegExp(
      `${person}(?:['’]ve| have)?${adverbs} (?:taken|took) up (?<doing>${activity}|${anything})${clauseEnd}`,
      "giu",
    ),
  },
  {
    needed: / (?:picked|got|begun|started)/iu,
    pattern: new RegExp(
      `${person}(?:['’]ve| have)?${adverbs} (?:picked up|gotten into|got into|gotten back into|got back into|begun|started) (?<doing>${activity})${clauseEnd}`,
      "giu",
    ),
  },
  {
    needed: / (?:go|do|practi)/iu,
    pattern: new RegExp(
      `${person}(?: both| all| often| usually| regularly| sometimes| still)* (?:go|do|practi[cs]e) (?<doing>${activity})(?! (?:it|that|this|them)\\b)${clauseEnd}`,
      "giu",
    ),
  },
  {
    needed: / (?:me|us|my|our|a great way|the best way|part of my|how I)(?!\p{L})/iu,
    pattern: new RegExp(
      `(?:^|[.!?,;]\\s+|\\b(?:and|but|because|so) )(?<doing>${activity}) (?:really |always |also |definitely )*(?:helps?|keeps?|makes?|calms?|relaxes|gives?|gets?|lets?|brings?|clears?|grounds?|soothes?|has (?:been|become)|is) (?:always |just |really |such )*(?:me|us|my|our|a great way|the best way|part of my|how I)(?!\\p{L})`,
      "giu",
    ),
  },
];

const courses: GuardedPattern = {
  needed: /class|course|lessons|workshop/iu,
  pattern: new RegExp(
    `${person}(?:['’]ve| have|['’]m| am|['’]re| are)?${adverbs} (?:signed up (?:for|to)|enrol+ed (?:in|on|for)|registered for|joined|took|taken|taking|started|attending|doing)${adverbs} (?:an? |some |my |the )?(?<course>(?:(?!(?:an?|the|my|first|new|for|in|with)\\s)[\\p{L}-]{2,20} ){1,3}(?:class|classes|course|courses|lessons|workshop))(?![\\p{L}-])`,
    "giu",
  ),
};
/** A course's own name is not one of these words. */
const plainCourse =
  /^(?:(?:new|great|online|free|short|intensive|local|whole|few|weekly|evening|last|next|another|same) )*(?:class|classes|course|courses|lessons|workshop)$/iu;

/** What is only possible, wished, denied, over or asked. */
const unreal =
  /\b(?:if|unless|would|could|should|might|wish|never|not|used to|want to|wanted to|going to|thinking (?:of|about)|stopped|quit|gave up|how to)\b[^.;!?]*$|n['’]t\b[^.;!?]*$/iu;

/** The pastimes and courses that a sentence states of its speaker. */
export function pastimesOf(sentence: string, passage: Passage): SemanticDraft[] {
  if (passage.role === "assistant" || passage.role === "tool" || /[?？]\s*$/u.test(sentence)) return [];
  const entity = nameOfSpeaker(passage);
  const real = ({ index }: RegExpExecArray) => !unreal.test(sentence.slice(0, index));
  const pastimes = forms
    .flatMap((form) => guardedMatches(sentence, form).filter(real))
    .map(({ groups }) => groups!.doing!.toLowerCase());
  const taken = guardedMatches(sentence, courses)
    .filter(real)
    .map(({ groups }) => groups!.course!);
  return [
    ...[...new Set(pastimes)].map((value) => stated({ entity, property: "hobby", value })),
    ...taken
      .filter((value) => !plainCourse.test(value))
      .map((value) => {
        const text = `${possessive(entity)} course: ${value}.`;
        return statedFreely({ entity, property: "education", value, text, cardinality: "many" });
      }),
  ];
}
