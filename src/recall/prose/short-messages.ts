/**
 * Short messages: a short message is returned whole or not at all, as far as its passages were
 * found. Pure. Of "Your payment was successful. It includes a resistance band. It arrives soon.",
 * the last sentence alone says nothing to a reader, though it may fit the question best.
 *
 * Evidence in the prose within 250 / 500 / 1,000 / 2,000 tokens (`bench:quality`):
 *
 *                                     passages one by one         short messages whole
 *   conversations with an assistant   43.3 / 56.6 / 64.3 / 72.3   44.5 / 56.6 / 64.3 / 72.1
 *   between people                    68.7 / 77.4 / 83.1 / 87.3   68.4 / 77.2 / 83.3 / 87.3
 */
import { isStandingRule } from "../../prompt-safety/directives.js";
import type { StoredPassage } from "../../stores/store.js";
import { byPassage } from "../passages/by-passage.js";
import type { Ranked } from "../ranking/rank.js";
import { follows } from "./joined-lines.js";

/** Maximum number of characters of a short message. */
const shortChars = 400;

/** Whatever has a passage. */
interface OfPassage {
  readonly passage: StoredPassage;
}

/**
 * Groups passages: those that follow one another in a short message are a group, in the order of
 * the text; every other passage is a group of its own.
 */
export function byMessage<One extends OfPassage>(all: readonly One[]): One[][] {
  return sequences(all).flatMap((group) => (isShort(group) ? [group] : group.map((one) => [one])));
}

/**
 * Adds the other passages of the same short messages, if they were found for the question. Standing
 * rules are left out: they come with every answer anyway, as rules.
 */
export function withRestOfMessages(answers: readonly Ranked[], found: readonly Ranked[]): readonly Ranked[] {
  const chosen = new Set(answers.map(({ passage }) => passage.id));
  const sources = new Set(answers.map(({ passage }) => passage.sourceId));
  const others = found.filter(
    ({ passage }) => sources.has(passage.sourceId) && !chosen.has(passage.id) && !isRule(passage),
  );
  if (others.length === 0) return answers;
  const rest = sequences([...answers, ...others])
    .filter((group) => isShort(group) && group.some(({ passage }) => chosen.has(passage.id)))
    .flatMap((group) => group.filter(({ passage }) => !chosen.has(passage.id)));
  return [...answers, ...rest];
}

const isRule = byPassage(({ records, role }) => records.some((record) => isStandingRule(record, role)));

/** The longest sequences of passages that follow one another in one message. */
function sequences<One extends OfPassage>(all: readonly One[]): One[][] {
  const groups: One[][] = [];
  for (const one of all.toSorted((a, b) => a.passage.id - b.passage.id)) {
    const last = groups.at(-1);
    if (last !== undefined && follows(one.passage, last.at(-1)!.passage)) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function isShort(group: readonly OfPassage[]): boolean {
  return lengthOf(group) <= shortChars;
}

/** Characters of passages with a space between two. */
export function lengthOf(group: readonly OfPassage[]): number {
  return group.reduce((sum, { passage }) => sum + passage.text.length + 1, -1);
}
