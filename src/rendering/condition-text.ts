/** The condition of a rule as a phrase. An exception ("unless it rains") keeps its first word. */
export function conditionText(trigger: string): string {
  return /^(?:unless|except|until|during|while|with|for)\b/i.test(trigger) ? trigger : `when ${trigger}`;
}
