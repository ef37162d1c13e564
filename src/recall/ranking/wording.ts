/** How a passage is worded, where a question of some kind asks for it. Mostly English; a text in another language shows figures and dates. */
import type { Ask } from "../question/interpret.js";

/** Wordings that count only where the question asks for what they express: looking for them is most of the cost of describing a passage. */
export const answersTo: Readonly<Partial<Record<Ask, RegExp>>> = {
  time: /\b(?:yesterday|today|tomorrow|tonight|ago|last|next|weeks?|months?|years?|days?|since|weekend|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:19|20)\d\d)\b|\b\d{1,2}[:.h]\d\d\b|\d ?(?:年|月|日|号|点|時|시|월|일)|\b\d{1,2}\.? \p{L}+ (?:19|20)\d\d\b/iu,
  count:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|several|couple|dozen|few|many)\b/i,
  reason: /\b(?:because|'cause|since|so that|reason|inspired|motivat\w*|wanted|makes? me|made me|helps?)\b/i,
  person: /[\p{Ll},] \p{Lu}\p{Ll}+/u,
  place: /\b(?:in|at|from|to|near|of) (?:the )?\p{Lu}\p{Ll}+/u,
  advice:
    /\b(?:always|never|prefer|make sure|don't|do not|avoid|from now on|instead of|rather than|i (?:like|want|need)|i'd (?:like|rather))\b/i,
};

/** A standing rule: what to do whenever something is asked for. */
export const standingRule =
  /\b(?:always|never|from now on|when(?:ever)? (?:i|we) (?:ask|need|want|discuss|mention|talk|request))\b/i;

/** An answer to what was just said, which seldom says anything of its own. */
export const reaction =
  /^(?:wow|thanks|thank you|congrats|congratulations|that's|that is|sounds|awesome|great|nice|cool|yeah|yep|glad|aww|absolutely|sure|definitely|no problem|got it)\b/i;

/** What a question looks for in time. */
export const latestWanted = /\b(?:current|currently|now|latest|recent|recently|last|still)\b/i;
export const earliestWanted = /\b(?:first|initial|initially|start|started|begin|began|original)\b/i;
