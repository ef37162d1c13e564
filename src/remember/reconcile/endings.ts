/**
 * Endings: finds the facts that a speaker says are no longer true, if the words alone identify the
 * fact: "I stopped running", "We closed the shop in Mill Lane", "I've handed on the treasurer's
 * job". English only. An extractor names the property that ended if it recognises it. This module
 * compares the words for what ended with all current facts of the speaker.
 */

import { nextTurn } from "../../async/next-turn.js";
import type { MemoryRecord } from "../../contract/record.js";
import type { Store } from "../../stores/store.js";
import { sentences } from "../../text/sentences.js";
import { indexWords } from "../../text/words.js";
import type { Candidate } from "./plan.js";

const speaker =
  "(?:^|[,;:]\\s+|\\b(?:and|but|so|because|that)\\s+)(?:i|we)(?:['’]ve| have|['’]m| am|['’]re| are)?";
const adverbs = "(?:\\s+(?:just|finally|also|now|recently|already|officially|actually))*";
/** Verbs of ending; what ended follows them. */
const ended =
  "stopped|quit|gave up|given up|closed(?: down)?|shut down|sold|got rid of|parted with|moved out of|ended|cancell?ed|resigned (?:from|as)|retired (?:from|as)|stepped down (?:from|as)|handed (?:over|on|in)?|passed on|no longer|used to";
/** The beginning of a statement without a subject: "Nope, gave up the car". */
const opens = "^(?:(?:nope|no|well|so|yes|yeah|btw|update|ok|okay|oh|and|also)[,:.]?\\s+)*";
const said = `(?:${speaker}${adverbs}\\s+|${opens}(?:(?:just|finally|also)\\s+)?)`;
const past = new RegExp(
  `${said}(?:${ended})\\s+(?!by\\b|at\\b|in\\b|for\\b|to\\b(?! be)|off\\b|on\\b)(.{3,80})`,
  "giu",
);
/** "Gave the cello away", "we handed the accounts over": the object is inside the verb. */
const split = new RegExp(
  `${said}(?:g[ia]ven? ((?:(?!\\b(?:me|you|him|her|us|them|it)\\b)[^,.;:!?]){3,40}?) (?:away|up|back)|(?:handed|passed|signed) ([^,.;:!?]{3,40}?) (?:over|on|back)|traded ([^,.;:!?]{3,40}?) in|(?:threw|thrown) ([^,.;:!?]{3,40}?) (?:out|away)|shut ([^,.;:!?]{3,40}?) down|let ([^,.;:!?]{3,40}?) go)(?![\\p{L}])`,
  "giu",
);
const negated = new RegExp(
  `(?:${speaker}\\s*(?:don['’]t|do not|can['’]t|won['’]t|not)|${opens}not)\\s+(.{3,60}?)\\s+(?:any ?more|any longer)`,
  "giu",
);
/**
 * "That's Jonas's route now", "the van is Jonas's now": the thing no longer belongs to the speaker.
 */
const passedOn =
  /\b(?:[Tt]hat|[Tt]his|[Ii]t)(?:['’]s| is) (?!\p{Ll})[\p{L}-]+['’]s ([^,.;:!?]{3,40}?)(?: now| these days)(?!\p{L})|\b(?:[Tt]he|[Mm]y|[Oo]ur) ([^,.;:!?]{3,40}?)(?:['’]s| is) (?!\p{Ll})[\p{L}-]+['’]s(?: now| these days)(?!\p{L})/gu;

const forms = [past, split, negated, passedOn];

/** The words of everything that a text says has ended. */
export function endingsIn(text: string): string[] {
  return sentences(text)
    .filter((sentence) => !unreal.test(sentence))
    .flatMap((sentence) => forms.flatMap((form) => [...sentence.matchAll(form)]))
    .map(([, ...groups]) => groups.find((words) => words !== undefined) ?? "")
    .map((words) => words.split(objectEnd)[0]!.trim())
    .filter((words) => wordsOf(words).length > 0);
}

const unreal =
  /[?？]\s*$|\b(?:if|would|could|should|might|almost|nearly|never|wish|want|going to|thinking of|joking|for (?:today|now|tonight)|yesterday)\b/iu;
/**
 * The end of the words of what ended. The text after it says why, since when, or what came instead.
 */
const objectEnd =
  /[,;:.!()]|\s(?:and|but|so|because|since|when|after|before|to|with|for|as|last|this|on|ago|years?|instead|yesterday|today)\b/iu;
/** Words that do not identify what ended. */
const idle = new Set(
  indexWords(
    "old job role position post work thing things stuff being working going doing having living use used using whole day",
  ),
);

function wordsOf(words: string): string[] {
  return [...new Set(indexWords(words).filter((word) => !idle.has(word)))];
}

/**
 * Properties that do not end, and tastes: "I stopped running" does not mean that the speaker
 * dislikes it.
 */
const lasting =
  /^(?:name|nickname|birthday|birth year|birthplace|hometown|nationality|age|visited|likes|dislikes|goal|plan|former .*|has never .*|sister|brother|mother|father|children|siblings|lived in)$/i;

/** The words that a fact must have to be what ended: the names, or, without names, all words. */
export function meantBy(words: string): string[] {
  const names = words.match(/\p{Lu}[\p{L}\p{N}'’-]+/gu)?.filter((name) => !/^I\b/.test(name)) ?? [];
  return wordsOf(names.length > 0 ? names.join(" ") : words);
}

/** The words of a fact that may end; none of one that lasts. */
export function statedBy({
  type,
  property,
  text,
}: Pick<MemoryRecord, "type" | "property" | "text">): ReadonlySet<string> {
  const lasts = type !== "semantic" || property === null || lasting.test(property);
  return new Set(lasts ? [] : indexWords(text));
}

/** Whether the words of what ended, of {@link meantBy}, identify a fact by its {@link statedBy}. */
export function endsFact(meant: readonly string[], stated: ReadonlySet<string>): boolean {
  return meant.length > 0 && meant.every((word) => stated.has(word));
}

/** How many of a speaker's newest facts are compared. */
const mostFacts = 64;
/** Passages between two turns of the event loop: some milliseconds of work. */
const candidatesPerTurn = 16;
/**
 * Passages of a content that are read for endings before the facts that may have ended: of few
 * passages, most end nothing, and the store need not be read.
 */
const readFirst = 64;
const unnamed = ["the user", "user"];

/**
 * Ids of the facts that each passage ends; passages that end none are left out. The store is read
 * only where a passage may end one.
 */
export async function endedFacts(
  candidates: readonly Candidate[],
  { store, now }: { readonly store: Pick<Store, "snapshot">; readonly now: string },
): Promise<ReadonlyMap<Candidate, readonly string[]>> {
  const found = new Map<Candidate, readonly string[]>();
  // Facts are read once for each speaker, because a long content may speak of thousands of ends.
  const known = new Map<string | null, readonly StatedFact[]>();
  for (const [index, candidate] of candidates.entries()) {
    if (index % candidatesPerTurn === candidatesPerTurn - 1) await nextTurn();
    const { role, text, speaker, saidAt } = candidate.passage;
    if (role !== "user" || !candidate.decision.keep) continue;
    if (known.get(speaker)?.length === 0) continue;
    const endings = index < readFirst ? endingsIn(text) : undefined;
    if (endings?.length === 0) continue;
    const facts = known.get(speaker) ?? (await factsOf(speaker, { store, now }));
    known.set(speaker, facts);
    const earlier = facts.filter((fact) => fact.saidAt < saidAt);
    if (earlier.length === 0) continue;
    const meant = (endings ?? endingsIn(text)).map(meantBy);
    const ids = earlier
      .filter(({ stated }) => meant.some((words) => endsFact(words, stated)))
      .map(({ id }) => id);
    if (ids.length > 0) found.set(candidate, ids);
  }
  return found;
}

interface StatedFact {
  readonly id: string;
  readonly saidAt: string;
  /** The index words of its text. */
  readonly stated: ReadonlySet<string>;
}

/** The newest current facts of a speaker that may end. */
async function factsOf(
  speaker: string | null,
  { store, now }: { readonly store: Pick<Store, "snapshot">; readonly now: string },
): Promise<readonly StatedFact[]> {
  const entities = speaker === null ? unnamed : [speaker];
  const scope = { now };
  const passages = await store.snapshot(async (snapshot) => {
    const [numbers] = await snapshot.search([{ by: "facts", entities, limit: mostFacts, scope }]);
    const [read] = await snapshot.read([{ of: "passages", numbers, scope }]);
    return read;
  });
  const own = new Set(entities.map((name) => name.toLowerCase()));
  return passages.flatMap(({ records, superseded, saidAt }) =>
    records
      .filter(
        ({ entity, id }) => own.has((entity ?? "").toLowerCase()) && !superseded.some((one) => one.id === id),
      )
      .map((record) => ({ id: record.id, saidAt, stated: statedBy(record) }))
      .filter(({ stated }) => stated.size > 0),
  );
}
