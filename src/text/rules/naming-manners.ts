/**
 * Forms of standing rules about answers that name a language or a person. A name begins with a
 * capital letter, so these forms are matched with a clause as it is written. All others are matched
 * with the clause in lower case: V8 takes four times as long to compile a pattern that ignores case.
 * Data for `answer-manner.ts`; English.
 */

const language = "\\p{Lu}\\p{L}+(?:ish|ese|ian|man|ch|sh|ic|ek|an|ai|di)";

/** Forms that are rules, no matter who is addressed. */
export const languageManners: readonly RegExp[] = [
  // "Always write to me in German"
  /^(?:[Aa]lways )?(?:[Tt]alk|[Ss]peak|[Ww]rite)(?: to (?:me|us))? in \p{Lu}\p{L}+$/u,
  // "Back to English, please"
  /^(?:[Bb]ack|[Ss]witch(?: back)?|[Rr]eturn|[Gg]o back) to (?:English|German|French|Dutch|Hindi|Greek|Czech|Welsh|Korean|Arabic|Urdu|Thai|Latin|\p{Lu}\p{L}+(?:ish|ese|ian))\b(?: again| now| only|,? please)*$/u,
];

/** Forms that are rules only when said to an assistant. */
export const namingManners: readonly RegExp[] = [
  // "You can call me Dana"
  /^(?:[Yy]ou|[Ff]eel free to)(?: can| may| could| should)? (?:just |also |always )?call me \p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?$/u,
];

/** Plain wishes, which are rules only when said to an assistant. */
export const namingWishes: readonly RegExp[] = [
  // "Let's keep all replies in Portuguese"
  new RegExp(
    `^[Ll]et['’]s keep (?:all |your |our |the )*(?:answers|replies|chats?|messages|conversations?|it|this|everything)(?: all)? in ${language}$`,
    "u",
  ),
];
