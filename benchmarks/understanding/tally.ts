/** Counts, turn by turn, which labels the records match. */
import type { AddPayload } from "../../src/index.js";
import type { Label } from "./labels.js";
import { sameEntity, sameName, sameValue, wordsOf } from "./match.js";

export interface Tally {
  turns: number;
  factsMade: number;
  factsRight: number;
  factsAsked: number;
  factsFound: number;
  propertyAgrees: number;
  changesAsked: number;
  changesFound: number;
  eventsAsked: number;
  eventsDated: number;
  rulesAsked: number;
  rulesFound: number;
  rulesMade: number;
  rulesRight: number;
  fillerAsked: number;
  fillerSkipped: number;
  worthAsked: number;
  worthKept: number;
}

export function emptyTally(): Tally {
  return {
    turns: 0,
    factsMade: 0,
    factsRight: 0,
    factsAsked: 0,
    factsFound: 0,
    propertyAgrees: 0,
    changesAsked: 0,
    changesFound: 0,
    eventsAsked: 0,
    eventsDated: 0,
    rulesAsked: 0,
    rulesFound: 0,
    rulesMade: 0,
    rulesRight: 0,
    fillerAsked: 0,
    fillerSkipped: 0,
    worthAsked: 0,
    worthKept: 0,
  };
}

export interface Turn {
  readonly label: Label;
  readonly speaker: string;
  /** Index of its message in the call. */
  readonly message: number;
  readonly payload: AddPayload;
}

/** The share of a rule's words that a record must have. */
const enoughOfRule = 0.6;

export function tallyTurn(tally: Tally, { label, speaker, message, payload }: Turn): void {
  const { semantic, episodic, procedural } = payload.data.data.memory_decisions;
  const facts = semantic.items.filter((item) => item.message === message);
  const events = episodic.items.filter((item) => item.message === message);
  const rules = procedural.items.filter((item) => item.message === message);
  tally.turns += 1;
  tallyFacts(tally, { label, speaker }, facts);

  const dated = label.events.filter(({ must }) => must);
  tally.eventsAsked += dated.length;
  tally.eventsDated += dated.filter(({ from, to }) =>
    events.some(({ occurred_at: at }) => at.slice(0, 10) >= from && at.slice(0, 10) < to),
  ).length;

  tally.rulesAsked += label.rules.length;
  tally.rulesFound += label.rules.filter(({ text }) =>
    rules.some(({ document }) => sameValue(document, text) || holdsWords(document, text)),
  ).length;
  tally.rulesMade += rules.length;
  if (label.rules.length > 0) tally.rulesRight += rules.length;

  const kept = facts.length + events.length + rules.length > 0;
  if (label.skip) {
    tally.fillerAsked += 1;
    if (!kept) tally.fillerSkipped += 1;
  } else {
    tally.worthAsked += 1;
    if (kept) tally.worthKept += 1;
  }
}

type Fact = AddPayload["data"]["data"]["memory_decisions"]["semantic"]["items"][number];

function tallyFacts(
  tally: Tally,
  { label, speaker }: Pick<Turn, "label" | "speaker">,
  facts: readonly Fact[],
): void {
  const says = (made: Fact, fact: Label["facts"][number]) =>
    sameEntity(made.entity, fact, speaker) && fact.values.some((value) => sameValue(made.value, value));
  tally.factsMade += facts.length;
  tally.factsRight += facts.filter((made) => label.facts.some((fact) => says(made, fact))).length;
  for (const fact of label.facts.filter(({ must }) => must)) {
    tally.factsAsked += 1;
    const found = facts.find((made) => says(made, fact));
    if (found !== undefined) tally.factsFound += 1;
    if (found !== undefined && sameName(found.property, fact.property)) tally.propertyAgrees += 1;
    if (fact.ends === undefined || fact.ends === null) continue;
    tally.changesAsked += 1;
    const updated = facts.some(
      ({ operation, value }) =>
        operation === "UPDATE" && fact.values.some((labelled) => sameValue(value, labelled)),
    );
    if (updated) tally.changesFound += 1;
  }
}

function holdsWords(document: string, rule: string): boolean {
  const words = wordsOf(rule);
  const there = new Set(wordsOf(document));
  return words.filter((word) => there.has(word)).length >= enoughOfRule * words.length;
}
