/**
 * Splits a sentence into clauses: subject, verb group and the rest. It goes from left to right over
 * the tagged words; the verbs of our vocabulary have priority over the tags. A clause that is
 * hypothetical, a question, a wish or a report is marked `opaque`: no fact may be drafted from it.
 *
 *   My sister   works   at Siemens in Graz   and   she   loves   it
 *   └ subject ┘ └ verb ┘ └──── rest ───────┘        └subject┘
 */
import { endsWithAnyMore, findRestEnd, withoutAnyMore } from "./clause-ends.js";
import { type Lead, readSubject, type Scan, type Subject, subjectWords } from "./clause-subject.js";
import type { Word } from "./grammar.js";
import { type Clause, readVerbGroup } from "./verb-group.js";
import { startsVerb } from "./verb-start.js";
import { auxiliaries, isAdverb, leads, modals, set, subjectPronouns } from "./words.js";

/** After one of these words, the rest of the sentence states nothing. */
const hypotheses = set(
  "if unless whether suppose supposing imagine wish maybe perhaps hopefully lest assuming provided otherwise wonder",
);

/** These words make only their own clause opaque, not the main clause. */
const temporal = set("when whenever once until before after where how why what");

/** Verbs whose complement is a thought, a wish or a report, not a statement. */
const opaqueVerbs = set(
  "think guess believe suppose hope wish imagine dream pretend hear assume wonder doubt say claim ask tell suspect expect consider seem appear feel recommend suggest bet read mention explain swear argue fear mean",
);

/** The clauses of a tagged sentence, in order. `asked`: the sentence ends with a question mark. */
export function clausesOf(words: readonly Word[], asked: boolean): Clause[] {
  const clauses: Clause[] = [];
  const scan: Scan = { words, asked, opaque: false, previous: undefined };
  for (let at = 0; at < words.length; ) {
    const { clause, next, opaqueFrom } = readClause(scan, at);
    if (clause !== null) {
      clauses.push(clause);
      scan.previous = clause;
    }
    scan.opaque ||= opaqueFrom;
    at = Math.max(next, at + 1);
  }
  return clauses;
}

interface FoundClause {
  readonly clause: Clause | null;
  readonly next: number;
  /** The rest of the sentence states nothing. */
  readonly opaqueFrom: boolean;
}

function readClause(scan: Scan, from: number): FoundClause {
  const lead = skipLead(scan, from);
  const { words } = scan;
  const subject = readSubject(scan, lead.at);
  const opaqueFrom = scan.opaque || lead.hypothetical;
  if (subject.verbAt === null) return { clause: null, next: subject.end, opaqueFrom };
  const question = isQuestion(scan, subject, lead);
  const group = readVerbGroup(words, subject.verbAt);
  const restEnd = findRestEnd(words, group.end, group.form);
  const rest = words.slice(group.end, restEnd);
  const owner = subjectWords(scan, subject, lead, group);
  // "I'll rest and use my time", "how you use it and teach": a joined clause without a subject has
  // the same modal and is opaque too.
  const shared =
    owner.length > 0 &&
    owner === scan.previous?.subject &&
    group.form === "base" &&
    group.facts.modal === null
      ? scan.previous
      : undefined;
  const { verb, form, perfect, pluperfect, progressive } = group.facts;
  const clause: Clause = {
    subject: owner,
    verb,
    form,
    perfect,
    pluperfect,
    progressive,
    modal: group.facts.modal ?? shared?.modal ?? null,
    tense: shared?.tense === "future" ? "future" : group.facts.tense,
    negated: group.facts.negated || subject.negated,
    never: group.facts.never || subject.never,
    ended:
      group.facts.ended || subject.noLonger || endsWithAnyMore(rest, group.facts.negated || subject.negated),
    rest: withoutAnyMore(rest),
    opaque: opaqueFrom || lead.ownOpaque || subject.almost || question || shared?.opaque === true,
    imperative: owner.length === 0 && group.form === "base" && group.facts.modal === null,
    start: words[lead.at]?.start ?? 0,
    end: words[Math.max(restEnd, group.end) - 1]?.end ?? 0,
  };
  const reports = opaqueVerbs.has(clause.verb) && (restEnd > group.end || words[restEnd] !== undefined);
  return { clause, next: restEnd, opaqueFrom: opaqueFrom || (question && scan.asked) || reports };
}

/** Conjunctions, adverbs and interjections before the subject. */
function skipLead(scan: Scan, from: number): Lead {
  let at = from;
  let joined = false;
  let hypothetical = false;
  let ownOpaque = false;
  let relative = false;
  for (; at < scan.words.length; at++) {
    const { lower, tags } = scan.words[at]!;
    if (lower === "" && tags.size === 0) continue;
    if (hypotheses.has(lower)) hypothetical = true;
    else if (temporal.has(lower) || lower === "which" || likens(scan.words, at)) ownOpaque = true;
    else if (lower === "who" && at > 0) {
      relative = true;
      continue;
    } else if (lower === "let's" || lower === "lets") ownOpaque = true;
    else if (lower === "that" && startsVerb(scan.words, at + 1, true))
      return { at, joined, hypothetical, ownOpaque, relative };
    else if (!leads.has(lower) && !isAdverb(scan.words[at]!) && !tags.has("Expression")) break;
    joined ||= /^(?:and|but|or|then|plus|so)$/.test(lower);
    if (lower === "no" && scan.words[at + 1]?.lower === "longer") break;
  }
  return { at, joined, hypothetical, ownOpaque, relative };
}

/** "Like I'm 5" compares; "like, I'm 5" and "like my sister, I live here" state something. */
function likens(words: readonly Word[], at: number): boolean {
  return (
    words[at]!.lower === "like" && words[at]!.after === "" && /^(?:i|we)\b/.test(words[at + 1]?.lower ?? "")
  );
}

/**
 * Whether the clause is a question: an auxiliary before its subject, or a question word at its
 * start.
 */
function isQuestion(scan: Scan, subject: Subject, lead: Lead): boolean {
  const { words } = scan;
  const opener = words[lead.at]?.lower ?? "";
  if (subject.from !== subject.verbAt)
    return scan.asked && /^(?:what|how|why|where|when|which|whose|any)$/.test(opener);
  const isAuxiliary = auxiliaries.has(opener) || modals.has(opener);
  if (!isAuxiliary || (lead.joined && !scan.asked)) return false;
  const after = words[lead.at + 1]?.lower ?? "";
  return subjectPronouns.has(after) || after === "not" || scan.asked;
}
