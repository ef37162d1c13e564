/**
 * Messages that give an assistant a part to play: "Act as a lawyer", "You are a travel guide who
 * knows Rome." Pure; English only. What they ask for ends with the play, and who "I" is in them is
 * often part of it.
 */

const plays =
  /(?:(?:^|[.!?:,;\n]\s*|\b(?:to|please|now|then|and|you)\s+)act (?:as|like)\b|\bpretend (?:to be|you|that you|i)\b|\b(?:now |i(?:['’]ll| will)? |you(?:['’]ll| will)? |let me )play (?:the|an?|my) (?!piano|guitar|violin|drums|game|song|match|video|music)\p{L}|\b(?:role-?play|imagine (?:that )?you(?:['’]re| are)|(?:respond|reply|answer|speak) as (?:an?|the|if)|stay in character|assume (?:that )?you(?:['’]re| are)|(?:take on|play|assume) the role|you are (?:now (?:an?|my|the)|(?:no longer|more than|not) an?))\b)/iu;
/** "Reply as Simone", but not "reply as soon as you can". */
const playsPerson =
  /\b(?:[Rr]eply|[Rr]espond|[Aa]nswer|[Ss]peak|[Tt]alk) as (?:the character )?\p{Lu}\p{Ll}/u;
/** "You are a business consultant and train managers.", but not "You're an angel!" */
const names = /^\s*(?:from now on,? )?you(?:['’]re| are| will be)(?: now)? an?\s+[^!?.]{12,}[.,]/iu;

/** The part is given at the beginning. */
const mostChars = 4000;

/** Whether a message gives an assistant a part to play. */
export function givesPart(message: string): boolean {
  const text = message.slice(0, mostChars);
  return plays.test(text) || playsPerson.test(text) || names.test(text);
}

const ending =
  /\b(?:stop+|enough|out of character|be yourself|end of (?:the )?(?:play|scene|game|role)|thanks|thank you|that(?:['’]s| is) all|next (?:question|topic)|real (?:question|one)|something else|by the way|btw|forget (?:it|that))\b/iu;

/** Whether a message ends the play: "STOPP. ha, very real", "thanks, that was fun". */
export function endsPart(message: string): boolean {
  return ending.test(message.slice(0, mostChars));
}
