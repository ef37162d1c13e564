/** When a rule applies: the condition that a rule ends with, up to where the condition ends. */

/**
 * A condition up to the end of its clause; `null` for a mere time ("before 1921", "after Friday"),
 * which triggers nothing.
 */
export function triggerOf(condition: string): string | null {
  const clause = condition
    .replace(
      /(?:,\s*(?:and|but|so|or|because|since|as|then|please|which|even|just|thanks?)\b|\s+(?:because|so that|since (?:it|that|this|they|we|i)|as (?:it|that|this|they|we|i))\b|\s[–—-]\s|[;:—]).*$/isu,
      "",
    )
    .replace(/[\s,]+$/, "");
  const isTime =
    /^(?:the )?(?:year |end of )?(?:\d|(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|christmas|easter|tomorrow|today|tonight|next|last)\b)/i.test(
      clause,
    );
  const isHour =
    /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o'clock| [ap]m| in the \p{L}+)?$/iu.test(
      clause,
    );
  return isTime || isHour || clause.length < 3 ? null : clause;
}
