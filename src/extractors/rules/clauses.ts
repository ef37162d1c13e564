/**
 * Clauses of a sentence: who (subject) does what (verb group) and the rest. Read left to right from the tagger's words, with the verbs of our
 * own vocabulary trusted over its tags. What is hypothetical, asked, wished or reported is marked `opaque`: no fact may come from it.
 *
 *   My sister   works   at Siemens in Graz   and   she   loves   it
 *   └ subject ┘ └ verb ┘ └──── rest ───────┘        └subject┘
 */
import type { Word } from "./grammar.js";
import { factVerbs } from "./verb-vocabulary.js";
import { type Form, type VerbReading, verbForms } from "./verbs.js";

export interface Clause {
  /** Empty for an imperative. */
  readonly subject: readonly Word[];
  /** Lemma of the main verb where it is known, else the word. */
  readonly verb: string;
  readonly form: Form;
  readonly modal: string | null;
  readonly negated: boolean;
  readonly never: boolean;
  /** "no longer", "any more", "used to": it was so and is not. */
  readonly ended: boolean;
  readonly perfect: boolean;
  readonly progressive: boolean;
  readonly tense: "past" | "present" | "future";
  readonly rest: readonly Word[];
  readonly opaque: boolean;
  /** It has no subject and opens with a base form: a command. */
  readonly imperative: boolean;
  /** Offsets into the sentence. */
  readonly start: number;
  readonly end: number;
}

const set = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const auxiliaries = new Map<string, string>(
  Object.entries({
    be: "am is are was were be been being",
    have: "have has had having",
    do: "do does did",
  }).flatMap(([lemma, forms]) => forms.split(" ").map((form) => [form, lemma] as const)),
);
const modals = set("will would can could may might shall should must ought 'll 'd");
const negations = set("not n't never neither nor cannot hardly barely");
const subjectPronouns = set(
  "i we you he she it they there this that these those who everyone everybody someone somebody nobody",
);
const leads = set(
  "and but so or then also plus well yes yeah yep no oh ah wow hey hi hello ok okay actually anyway btw lol haha honestly basically luckily fortunately unfortunately sadly apparently because since although though while whereas that as for now recently lately currently personally sorry today finally meanwhile afterwards later still however please kindly fyi anyways thanks speaking like just too even until before after when once where which",
);
const adverbs = set(
  "really very also just now currently actually still always usually often sometimes recently finally already only even ever probably definitely certainly basically totally absolutely mostly mainly both all simply truly rarely seldom generally normally typically lately soon then first kinda deeply especially particularly officially literally honestly newly secretly happily proudly originally primarily regularly occasionally long both",
);
/** From these on, to the end of the sentence, nothing is stated. */
const hypotheses = set(
  "if unless whether suppose supposing imagine wish maybe perhaps hopefully lest assuming provided otherwise wonder",
);
/** These make their own clause untold; the main clause stands. */
const temporal = set("when whenever once until before after where how why what");
/** Verbs whose complement is thought, wished or told, not stated. */
const opaqueVerbs = set(
  "think guess believe suppose hope wish imagine dream pretend hear assume wonder doubt say claim ask tell suspect expect consider seem appear feel recommend suggest bet read mention explain swear argue fear mean",
);
const hardBreak = /[;:!?.…—–()[\]"“”]|^-+$/;

const forms: ReadonlyMap<string, VerbReading> = verbForms(factVerbs);

/** The lemma of a gerund that the rules know: "learning" → "learn". */
export function lemmaOfGerund(lower: string): string | null {
  const known = forms.get(lower);
  return known?.forms.has("gerund") ? known.lemma : null;
}

/** Clauses of a tagged sentence, in order. `asked`: it ends in a question mark. */
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

interface Scan {
  readonly words: readonly Word[];
  readonly asked: boolean;
  opaque: boolean;
  previous: Clause | undefined;
}

interface Read {
  readonly clause: Clause | null;
  readonly next: number;
  /** The rest of the sentence states nothing. */
  readonly opaqueFrom: boolean;
}

interface Lead {
  readonly at: number;
  readonly joined: boolean;
  readonly hypothetical: boolean;
  readonly ownOpaque: boolean;
  readonly relative: boolean;
}

function readClause(scan: Scan, from: number): Read {
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
  // "I'll rest and use my time", "how you use it and teach": what joins without a subject shares the mood too.
  const shared =
    owner.length > 0 &&
    owner === scan.previous?.subject &&
    group.form === "base" &&
    group.facts.modal === null
      ? scan.previous
      : undefined;
  const clause: Clause = {
    subject: owner,
    ...group.facts,
    modal: group.facts.modal ?? shared?.modal ?? null,
    tense: shared?.tense === "future" ? "future" : group.facts.tense,
    negated: group.facts.negated || subject.negated,
    never: group.facts.never || subject.never,
    ended:
      group.facts.ended || subject.noLonger || endsWithAnyMore(rest, group.facts.negated || subject.negated),
    rest: withoutAnyMore(rest),
    opaque: opaqueFrom || lead.ownOpaque || question || shared?.opaque === true,
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
    else if (temporal.has(lower) || lower === "which") ownOpaque = true;
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

interface Subject {
  readonly from: number;
  readonly to: number;
  readonly verbAt: number | null;
  readonly end: number;
  readonly negated: boolean;
  readonly never: boolean;
  readonly noLonger: boolean;
  readonly apposition: readonly Word[];
}

/** Longer than this, what stands before a verb is no subject we can name. */
const maxSubjectWords = 9;

function readSubject(scan: Scan, start: number): Subject {
  const { words } = scan;
  const from = start;
  let apposition: readonly Word[] = [];
  let marks = { negated: false, never: false, noLonger: false };
  let to = start;
  for (let at = start; at < words.length && at - from <= maxSubjectWords; at++) {
    const word = words[at]!;
    const broken = at > from && breaksBefore(words, at);
    if (broken === "hard") return { from, to: at, verbAt: null, end: at, ...marks, apposition };
    if (broken === "comma") {
      const name = appositionAt(words, from, at);
      if (name > at) {
        apposition = words.slice(at, name);
        at = name - 1;
        continue;
      }
      return { from, to: at, verbAt: null, end: at, ...marks, apposition };
    }
    if (word.lower === "no" && words[at + 1]?.lower === "longer") {
      marks = { ...marks, noLonger: true };
      at++;
      continue;
    }
    if (negations.has(word.lower)) {
      marks = { ...marks, negated: true, never: marks.never || word.lower === "never" };
      continue;
    }
    if (startsVerb(words, at, at > from))
      return { from, to: Math.max(to, from), verbAt: at, end: at, ...marks, apposition };
    if (at > from && isBoundary(words, at))
      return { from, to: at, verbAt: null, end: at, ...marks, apposition };
    if (!(isAdverb(word) && at > from)) to = at + 1;
  }
  return {
    from,
    to,
    verbAt: null,
    end: Math.min(words.length, from + maxSubjectWords + 1),
    ...marks,
    apposition,
  };
}

/** "My sister, Mia, works": the end of a name between commas, or `at` where there is none. */
function appositionAt(words: readonly Word[], from: number, at: number): number {
  if (!/^(?:my|our|his|her|their)$/.test(words[from]?.lower ?? "")) return at;
  for (let end = at; end < Math.min(words.length, at + 3); end++) {
    if (!/^\p{Lu}/u.test(words[end]!.text)) return at;
    if (words[end]!.after.includes(",")) return end + 1;
  }
  return at;
}

function subjectWords(scan: Scan, subject: Subject, lead: Lead, group: VerbGroup): readonly Word[] {
  const { words, previous } = scan;
  const own = words.slice(subject.from, subject.to);
  if (lead.relative && own.length === 0) return antecedent(previous, words, lead.at);
  if (own.length > 0) return subject.apposition.length > 0 ? [...own, ...subject.apposition] : own;
  const continues = previous !== undefined && (lead.joined || group.form !== "base");
  // "She reminds me to rest and enjoy": a base form does not go on after "she reminds".
  if (continues && group.form === "base" && group.facts.modal === null && previous.form === "third")
    return [];
  if (continues && !previous.imperative) return previous.subject;
  return group.form === "past" && previous === undefined ? [firstPerson] : [];
}

/** "Moved to Lisbon!" at the start of a message: the speaker did. */
const firstPerson: Word = {
  text: "I",
  lower: "i",
  tags: new Set(["Pronoun"]),
  start: 0,
  end: 0,
  before: "",
  after: "",
};

/** Whom "who" stands for: the noun phrase right before it. */
function antecedent(previous: Clause | undefined, words: readonly Word[], at: number): readonly Word[] {
  if (previous !== undefined && previous.rest.length > 0) return previous.rest;
  const before = words.slice(0, Math.max(0, at - 1)).filter(({ text }) => text !== "");
  return before.length <= 5 ? before : [];
}

/** An auxiliary before its subject, or a question word that opens the clause. */
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

interface VerbGroup {
  readonly end: number;
  readonly form: Form;
  readonly facts: Pick<
    Clause,
    "verb" | "form" | "modal" | "negated" | "never" | "ended" | "perfect" | "progressive" | "tense"
  >;
}

function readVerbGroup(words: readonly Word[], from: number): VerbGroup {
  let modal: string | null = null;
  let negated = false;
  let never = false;
  let ended = false;
  let perfect = false;
  let progressive = false;
  let past = false;
  let verb = "";
  let form: Form = "base";
  let at = from;
  for (; at < words.length; at++) {
    const word = words[at]!;
    const { lower } = word;
    if (at > from && breaksBefore(words, at) !== null) break;
    if (negations.has(lower)) {
      negated = true;
      never ||= lower === "never";
    } else if (lower === "no" && words[at + 1]?.lower === "longer") {
      ended = true;
      at++;
    } else if (modals.has(lower)) modal = lower;
    else if (lower === "used" && words[at + 1]?.lower === "to" && verb !== "be") {
      ended = true;
      past = true;
      at++;
    } else if (
      /^(?:going|gonna)$/.test(lower) &&
      verb === "be" &&
      (lower === "gonna" || words[at + 1]?.lower === "to") &&
      looksBase(words[at + 2])
    ) {
      modal = "will";
      verb = "";
      if (lower === "going") at++;
    } else if (
      (auxiliaries.has(lower) && verb === "") ||
      (lower === "been" && perfect) ||
      (lower === "been" && verb === "have")
    ) {
      const lemma = auxiliaries.get(lower)!;
      if (lower === "been" && verb === "have") perfect = true;
      past ||= /^(?:was|were|had|did)$/.test(lower);
      verb = lemma;
      form = /^(?:was|were|had|did)$/.test(lower)
        ? "past"
        : /^(?:is|has|does)$/.test(lower)
          ? "third"
          : "base";
    } else if (
      isAdverb(word) &&
      !(verb === "be" && forms.has(lower) === false && word.tags.has("Adjective"))
    ) {
      if (verb !== "" && !auxiliaryAwaits(words, at + 1, verb)) break;
    } else {
      const main = mainVerb(word, verb, at === from);
      if (main === null) break;
      perfect ||= verb === "have";
      progressive ||= verb === "be" && main.form === "gerund";
      verb = main.lemma;
      form = verb !== "" && (perfect || modal !== null) ? main.form : main.form;
      past ||= main.form === "past" && !perfect;
      at++;
      break;
    }
  }
  if (modal === "used") modal = null;
  const tense =
    modal === "will" || modal === "shall" || modal === "'ll"
      ? "future"
      : past || perfect
        ? "past"
        : "present";
  return {
    end: at,
    form,
    facts: {
      verb,
      form,
      modal: tense === "future" ? null : modal,
      negated,
      never,
      ended,
      perfect,
      progressive,
      tense,
    },
  };
}

/** The main verb after auxiliaries: `after` is the auxiliary before it, empty where it stands alone. */
function mainVerb(word: Word, after: string, opens: boolean): { lemma: string; form: Form } | null {
  const known = forms.get(word.lower);
  if (after === "be") {
    if (known?.forms.has("gerund")) return { lemma: known.lemma, form: "gerund" };
    return word.tags.has("Gerund") && !known ? { lemma: word.lower, form: "gerund" } : null;
  }
  if (after === "have") {
    if (known && (known.forms.has("participle") || known.forms.has("past")))
      return { lemma: known.lemma, form: "participle" };
    return word.tags.has("PastTense") ? { lemma: word.lower, form: "participle" } : null;
  }
  if (after === "do")
    return known
      ? { lemma: known.lemma, form: "base" }
      : word.tags.has("Verb")
        ? { lemma: word.lower, form: "base" }
        : null;
  if (known) {
    const form =
      (["past", "third", "base", "gerund", "participle"] as const).find((name) => known.forms.has(name)) ??
      "base";
    return {
      lemma: known.lemma,
      form:
        known.forms.has("base") && form === "past" && !word.tags.has("PastTense") && known.lemma !== "quit"
          ? "base"
          : form,
    };
  }
  if (word.tags.has("PastTense")) return { lemma: word.lower, form: "past" };
  if (word.tags.has("Gerund")) return { lemma: word.lower, form: "gerund" };
  if (word.tags.has("Verb") || opens)
    return { lemma: word.lower, form: word.tags.has("Infinitive") || opens ? "base" : "third" };
  return null;
}

/** Whether, past adverbs, an auxiliary is still followed by the verb it belongs to. */
function auxiliaryAwaits(words: readonly Word[], at: number, after: string): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (isAdverb(word) || negations.has(word.lower)) return auxiliaryAwaits(words, at + 1, after);
  return (word.lower === "been" && after === "have") || mainVerb(word, after, false) !== null;
}

function looksBase(word: Word | undefined): boolean {
  return (
    word !== undefined &&
    (forms.get(word.lower)?.forms.has("base") === true ||
      word.tags.has("Infinitive") ||
      auxiliaries.has(word.lower))
  );
}

/** Whether a finite verb group starts at `at`; `hasSubject`: words of a subject stand before it. */
function startsVerb(words: readonly Word[], at: number, hasSubject: boolean): boolean {
  const word = words[at];
  if (word === undefined) return false;
  const { lower, tags } = word;
  if (
    (modals.has(lower) && !(lower === "may" && /^\p{Lu}/u.test(word.text)) && lower !== "will") ||
    (lower === "will" && (hasSubject || word.text !== "Will"))
  )
    return !tags.has("Month");
  if (auxiliaries.has(lower)) return true;
  const before = hasSubject ? words[at - 1] : undefined;
  if (before !== undefined && nounFollows(before)) return false;
  if (lower === "used" && words[at + 1]?.lower === "to") return true;
  // "a dog named Rex": only "is named" and "am called" are verbs of a clause, and there the auxiliary starts it.
  if (/^(?:named|called)$/.test(lower) && before?.tags.has("Noun")) return false;
  const known = forms.get(lower);
  if (known === undefined) return isTaggedFinite(word, before);
  if (/^\p{Lu}/u.test(word.text) && hasSubject) return false;
  if (known.forms.has("third") || known.forms.has("past"))
    return known.forms.has("base") ? !hasSubject || takesBase(before) || tags.has("PastTense") : true;
  if (known.forms.has("base")) return !hasSubject || takesBase(before);
  return false;
}

/** After a determiner, a possessive or an adjective comes a noun, whatever else the word may be. */
function nounFollows({ lower, tags }: Word): boolean {
  if (subjectPronouns.has(lower)) return false;
  return (
    tags.has("Determiner") ||
    tags.has("Possessive") ||
    tags.has("Adjective") ||
    tags.has("Preposition") ||
    /^(?:to|of|in|at|my|our|your|his|her|its|their|the|a|an)$/.test(lower)
  );
}

function isTaggedFinite({ tags, text }: Word, before: Word | undefined): boolean {
  if (!tags.has("Verb") || tags.has("Gerund")) return false;
  if (before !== undefined && /^\p{Lu}/u.test(text)) return false;
  if (before === undefined) return tags.has("Infinitive") || tags.has("PastTense");
  return tags.has("PastTense") || (tags.has("Infinitive") ? takesBase(before) : tags.has("PresentTense"));
}

/** Subjects that take a base form: "I work", "my parents live", "Ana and Tom own". */
function takesBase(before: Word | undefined): boolean {
  if (before === undefined) return true;
  if (/^(?:i|we|you|they|these|those|who|people|longer)$/.test(before.lower)) return true;
  return before.tags.has("Plural") || isAdverb(before) || negations.has(before.lower);
}

function isAdverb({ lower, tags }: Word): boolean {
  return (
    adverbs.has(lower) ||
    (tags.has("Adverb") &&
      !negations.has(lower) &&
      !/^(?:there|here|back|home|no|longer|together|away|abroad|anymore|more)$/.test(lower))
  );
}

function breaksBefore(words: readonly Word[], at: number): "hard" | "comma" | null {
  const before = words[at]?.before ?? "";
  const after = words[at - 1]?.after ?? "";
  if (hardBreak.test(before) || (hardBreak.test(after) && !isAbbreviated(words[at - 1]!))) return "hard";
  return after.includes(",") || after.includes("、") ? "comma" : null;
}

/** "St." and "J." inside a sentence, which the splitter left whole. */
function isAbbreviated({ text, after }: Word): boolean {
  return after === "." && /^\p{Lu}\p{L}{0,3}$/u.test(text);
}

/** ", lives in Graz" goes on after ", who works at Siemens". */
function afterRelative(words: readonly Word[], at: number): boolean {
  return words.slice(0, at).some(({ lower }) => lower === "who" || lower === "which");
}

const subordinators = set(
  "because while although though whereas so when where if unless whether who which that until before after as whenever but how what why",
);

/** Where the words that belong to a verb end: at a break, a subordinate clause, or the next clause. */
function findRestEnd(words: readonly Word[], from: number, form: Form): number {
  for (let at = from; at < words.length; at++) {
    if (at > 0) {
      const broken = breaksBefore(words, at);
      if (broken === "hard") return at;
      if (
        broken === "comma" &&
        (words[at]!.lower === "not" || startsClause(words, at, form, afterRelative(words, at)))
      )
        return at;
    }
    if (at > from && isBoundary(words, at, form)) return at;
    if (
      at === from &&
      /^(?:because|if|when|while|that|but|so|which|who)$/.test(words[at]!.lower) &&
      isBoundary(words, at, form)
    )
      return at;
  }
  return words.length;
}

function isBoundary(words: readonly Word[], at: number, form: Form = "third"): boolean {
  const { lower } = words[at]!;
  if (/^(?:and|or|then|plus|&)$/.test(lower)) return startsClause(words, at + 1, form, true);
  if (!subordinators.has(lower) && lower !== "since") return false;
  if (lower === "so")
    return !isAdverb(words[at + 1] ?? words[at]!) && words[at + 1]?.tags.has("Adjective") !== true;
  if (/^(?:since|before|after|until|as)$/.test(lower)) return startsClause(words, at + 1, form, false);
  if (lower === "that") return startsClause(words, at + 1, form, false) || startsVerb(words, at + 1, true);
  return true;
}

/** Whether a clause of its own starts here. `joined`: "and" stands before it, so that its subject may be left out. */
function startsClause(words: readonly Word[], from: number, form: Form, joined: boolean): boolean {
  let at = from;
  while (
    at < words.length &&
    (isAdverb(words[at]!) ||
      (leads.has(words[at]!.lower) && !/^(?:that|like)$/.test(words[at]!.lower)) ||
      negations.has(words[at]!.lower))
  ) {
    if (subordinators.has(words[at]!.lower) && at > from) return true;
    at++;
  }
  const word = words[at];
  if (word === undefined) return false;
  if (subjectPronouns.has(word.lower)) return hasVerbWithin(words, at + 1, 4);
  if (auxiliaries.has(word.lower) || modals.has(word.lower))
    return word.lower !== "being" && word.lower !== "having" && word.lower !== "been";
  const known = forms.get(word.lower);
  if (known !== undefined && (joined || at > from) && !/^\p{Lu}/u.test(word.text)) {
    if (known.forms.has("past") && !known.forms.has("base")) return true;
    if (known.forms.has("third")) return word.tags.has("Verb") || form === "third";
    if (known.forms.has("base") && (form === "base" || joined)) return word.tags.has("Verb");
  }
  if (joined && word.tags.has("PastTense") && form !== "base") return true;
  return word.tags.has("Noun") ||
    word.tags.has("Determiner") ||
    word.tags.has("Possessive") ||
    word.tags.has("Adjective")
    ? hasVerbWithin(words, at + 1, 5)
    : false;
}

function hasVerbWithin(words: readonly Word[], from: number, reach: number): boolean {
  for (let at = from; at < Math.min(words.length, from + reach); at++) {
    if (breaksBefore(words, at) !== null) return false;
    if (startsVerb(words, at, true)) return true;
    const { lower, tags } = words[at]!;
    if (/^(?:and|or|to|than)$/.test(lower) || tags.has("Preposition"))
      return lower === "of" ? hasVerbWithin(words, at + 1, reach - (at - from)) : false;
  }
  return false;
}

function endsWithAnyMore(rest: readonly Word[], negated: boolean): boolean {
  return (
    negated &&
    rest.some(
      ({ lower }, index) =>
        lower === "anymore" ||
        (lower === "any" && rest[index + 1]?.lower === "more" && index + 2 >= rest.length),
    )
  );
}

function withoutAnyMore(rest: readonly Word[]): readonly Word[] {
  const at = rest.findIndex(
    ({ lower }, index) =>
      lower === "anymore" ||
      (lower === "any" && rest[index + 1]?.lower === "more" && index + 2 >= rest.length),
  );
  return at < 0 ? rest : [...rest.slice(0, at), ...rest.slice(at + (rest[at]!.lower === "any" ? 2 : 1))];
}
