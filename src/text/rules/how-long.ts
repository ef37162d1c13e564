/** For how long an instruction is meant: for good, or for one occasion. Pure; English only. */

const fromADay =
  /\b(?:from|as of|starting|beginning)(?: from)? (?:today|tomorrow|tonight)(?: on(?:wards?)?)?\b(?!\s*(?:to|until|till|through|[-–])\s?)/giu;

/**
 * Returns a text in which "from today", "as of tomorrow" and the like are "from now on". "New hours
 * from today: ten to seven" states a fact, and stays as it is.
 */
export function withFromNowOn(text: string): string {
  return text.replace(fromADay, (found, at: number) => {
    if (at > 0 && /^\s*:/u.test(text.slice(at + found.length))) return found;
    return /^\p{Lu}/u.test(found) ? "From now on" : "from now on";
  });
}

const onceOnly =
  /\b(?:(?:just|only|for) this (?:once|time)|this (?:one )?time only|(?:just|only) (?:for )?(?:today|tonight|once)|for once|this once)\b/iu;

/** Whether a sentence says that it is meant for one occasion: "Just this once, no summary". */
export function isForOnce(sentence: string): boolean {
  return onceOnly.test(sentence);
}
