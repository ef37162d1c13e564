/**
 * Ended facts: a later statement says that such a fact is over, although no fact replaced it: "We
 * open at 6:30 instead of 7", "Down to 78 kilos". Pure. The statement must name the fact itself, as
 * its passage may state others.
 */
import type { MemoryRecord } from "../contract/record.js";
import { byPassage } from "../recall/passages/by-passage.js";
import { saysChange } from "../recall/passages/change-words.js";
import { endedNames, hasNewMeasure, newMeasures } from "../recall/passages/ended-states.js";
import type { StoredPassage } from "../stores/store.js";
import { mentionsOf } from "../text/mentions.js";
import { fold, indexWords } from "../text/words.js";

/**
 * Maximum number of characters of a statement that ends something; a longer one has several topics.
 */
const mostChars = 400;

/** Tests whether a later passage ends what an earlier one states. */
export interface Endings {
  /** Whether a fact of a passage is over. */
  readonly endsFact: (fact: MemoryRecord, passage: StoredPassage) => boolean;
  /** Whether a part of the text of a passage is over. */
  readonly endsPart: (part: string, passage: StoredPassage) => boolean;
}

/** Returns the tests for the later ones of some passages. */
export function endingsAmong(passages: readonly StoredPassage[]): Endings {
  const short = passages.filter(({ text }) => text.length <= mostChars);
  const changes = short.filter((passage) => changeIn(passage).isSaid);
  const ending = short.filter((passage) => mayEnd(passage));
  const endsPart = (part: string, passage: StoredPassage) => {
    const words = partWords(part);
    return (
      ending.some((later) => isAfter(later, passage) && endsWords(later, part, words())) ||
      givesAnotherNumber(part, () => changes.filter((later) => isAfter(later, passage)))
    );
  };
  return {
    endsPart,
    endsFact: (fact, passage) =>
      endsPart(fact.text, passage) ||
      passages.some((later) => isAfter(later, passage) && renews(later, fact)),
  };
}

/** What a passage says about changes, computed once per passage. */
const changeIn = byPassage(({ text }) => ({
  isSaid: saysChange(text),
  names: endedNames(text),
  hasMeasures: newMeasures(text).length > 0,
}));

/** The numbers and the index words of the names in a passage that says that something changed. */
const valuesIn = byPassage(({ text }) => ({ numbers: numbersIn(text), names: namesIn(text) }));

/** The index words of a text, computed when they are first read. */
function partWords(part: string): () => ReadonlySet<string> {
  let words: ReadonlySet<string> | undefined;
  return () => {
    words ??= new Set(indexWords(part));
    return words;
  };
}

function mayEnd(passage: StoredPassage): boolean {
  const { names, hasMeasures } = changeIn(passage);
  return names.length > 0 || hasMeasures;
}

function endsWords(passage: StoredPassage, part: string, words: ReadonlySet<string>): boolean {
  const { names, hasMeasures } = changeIn(passage);
  return names.some((name) => words.has(name)) || (hasMeasures && hasNewMeasure(passage.text, part));
}

/** "Mrs Tangen wants 650 from now on", after "I pay Mrs Tangen 600": the same name, another number. */
function givesAnotherNumber(part: string, changesAfter: () => readonly StoredPassage[]): boolean {
  const before = numbersIn(part);
  if (before.length === 0) return false;
  const others = changesAfter().filter((later) => {
    const { numbers } = valuesIn(later);
    return numbers.length > 0 && !numbers.some((number) => before.includes(number));
  });
  if (others.length === 0) return false;
  const known = new Set(namesIn(part));
  return others.some((later) => valuesIn(later).names.some((name) => known.has(name)));
}

function namesIn(text: string): readonly string[] {
  return mentionsOf(text).flatMap(indexWords);
}

function numbersIn(text: string): readonly string[] {
  return text.match(/\d+(?:[.,:]\d+)*/gu) ?? [];
}

/** "The new pediatrician is Dr. Sommer" gives another value of a property of the user. */
function renews({ records }: StoredPassage, { property, value }: MemoryRecord): boolean {
  return records.some(
    (record) =>
      record.type === "semantic" &&
      property !== null &&
      fold(record.entity ?? "") === property &&
      valueOfThing.has(record.property ?? "") &&
      fold(record.value ?? "") !== fold(value ?? ""),
  );
}

/** The properties with which a statement such as "The X is Y" is stored. */
const valueOfThing = new Set(["value", "name"]);

/** Whether the first was said later than the second, by the same person. */
function isAfter(later: StoredPassage, one: StoredPassage): boolean {
  if (later.speaker !== one.speaker || later.role !== one.role) return false;
  return later.saidAt === one.saidAt ? later.id > one.id : later.saidAt > one.saidAt;
}
