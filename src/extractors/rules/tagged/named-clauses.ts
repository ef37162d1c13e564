/**
 * What plain clauses in the present tense say about things and other people, in the clause's own
 * words: "payments runs Postgres on db-07", "the crates are kept in Bay 4". The value must be one
 * that cannot be mistaken: a name, a code or a path. They fill gaps that the tagger left. Like its
 * facts they are unsure, so they replace nothing.
 */
import type { Passage } from "../../../text/passage.js";
import type { SemanticDraft } from "../../extractor.js";
import type { Conversation, Referent } from "../conversation/conversation.js";
import { referentOf } from "../conversation/coreference.js";
import { capitalised, statedFreely } from "../facts/statement.js";
import { complementOf, isProper, isValue, type Phrase, phraseOf } from "../grammar/phrases.js";
import type { Clause } from "../grammar/verb-group.js";
import type { PlacedSentence, Sentence } from "../sentence.js";
import { verbRelation } from "./verb-relation.js";

/** The same certainty as that of a likely fact of the tagger. */
const certainty = 0.8;
/** A longer value is more than a name. */
const mostWords = 4;

/** What the clauses of a passage say about things and other people. */
export function namedClauses(
  passage: Passage,
  sentences: readonly PlacedSentence[],
  conversation: Conversation,
): SemanticDraft[] {
  return sentences.flatMap((placed) =>
    placed.sentence.clauses.flatMap((clause) => {
      const subject = mayName(clause) ? referentOf(clause.subject, passage, conversation) : null;
      if (subject === null || subject.kind === "speaker" || !subject.definite) return [];
      return named(clause, { subject, placed, passage, conversation });
    }),
  );
}

/** Verbs of perception, of thought, of feeling and of one moment. */
const passing =
  /^(?:have|do|get|go|say|tell|ask|think|know|mean|feel|seem|look|show|see|hear|watch|like|love|hate|miss|want|need|hope|wish|remember|remind|thank|call|meet|visit|find|give|bring|send|wait|make|let|keep|try|help|start|stop|begin|sound|depend|happen|matter|include)$/;

function mayName(clause: Clause): boolean {
  const isPlain = !clause.opaque && !clause.imperative && clause.modal === null && !clause.progressive;
  return isPlain && clause.tense === "present" && !clause.perfect && !clause.negated && !clause.ended;
}

interface Context {
  readonly subject: Referent;
  readonly placed: PlacedSentence;
  readonly passage: Passage;
  readonly conversation: Conversation;
}

function named(clause: Clause, { subject, placed, passage, conversation }: Context): SemanticDraft[] {
  const { sentence, at } = placed;
  if (clause.verb === "be") return ofParticiple(clause, subject, placed);
  if (passing.test(clause.verb)) return [];
  if (subject.kind === "thing" && placing.test(clause.verb)) return ofPlace(clause, subject, placed);
  const { object, phrases } = complementOf(clause.rest, []);
  const phrase = phraseOf(object.length > 0 ? object : (phrases[0]?.words ?? []), sentence.text);
  if (phrase === null || !isIdentified(phrase)) return [];
  const span = spanOf(phrase, placed);
  const said = verbRelation(
    { ...span, value: phrase.value },
    passage,
    [{ sentence, at, end: placed.end }],
    conversation,
  );
  return said === null ? [] : [{ ...statedFreely({ ...said, cardinality: "many" }), span, certainty }];
}

/** "The oxygen cage lives in the prep room": also where the place has no name. */
function ofPlace(clause: Clause, subject: Referent, placed: PlacedSentence): SemanticDraft[] {
  const [preposition, ...rest] = clause.rest.filter(({ text }) => text !== "");
  if (!/^(?:in|on|at|under|behind|beside|above|below|by|near)$/.test(preposition?.lower ?? "")) return [];
  const phrase = phraseOf(untilBreak(rest), placed.sentence.text);
  const count = phrase?.value.split(/\s+/u).length ?? 0;
  if (phrase === null || count > mostWords || !/^(?:the|my|our) |\p{Lu}|\d/u.test(phrase.text)) return [];
  if (!isValue(phrase, "thing") || isOfTime(phrase)) return [];
  const value = phrase.value.replace(/^(?:my|our) /u, "");
  const text = `${capitalised(spokenName(subject))} is ${preposition!.lower} ${phrase.text.replace(/^(?:my|our) /u, "the ")}.`;
  const draft = statedFreely({
    entity: subject.name,
    property: "location",
    value,
    text,
    cardinality: "many",
  });
  return [{ ...draft, span: spanOf({ ...phrase, value }, placed), certainty }];
}

const placing = /^(?:live|stand|sit|hang|lie|stay|belong)$/;

/** "Is done by Macrogen", "is kept in Bay 4": the participle and its preposition. */
function ofParticiple(clause: Clause, subject: Referent, placed: PlacedSentence): SemanticDraft[] {
  const [participle, preposition, ...rest] = clause.rest.filter(({ text }) => text !== "");
  const isPassive =
    participle !== undefined &&
    /\p{Ll}(?:ed|en|one|wn|ung|ought|ept|old|ade|aid|et|un)$/u.test(participle.text);
  if (
    !isPassive ||
    participle.after !== "" ||
    !/^(?:by|in|at|on|under|with|from|to)$/.test(preposition?.lower ?? "")
  )
    return [];
  const phrase = phraseOf(untilBreak(rest), placed.sentence.text);
  if (phrase === null || !isIdentified(phrase)) return [];
  const property = `${participle.lower} ${preposition!.lower}`;
  const text = `${capitalised(spokenName(subject))} is ${property} ${phrase.text}.`;
  const draft = statedFreely({
    entity: subject.name,
    property,
    value: phrase.value,
    text,
    cardinality: "many",
  });
  return [{ ...draft, span: spanOf(phrase, placed), certainty }];
}

/** The words up to a comma or another preposition. */
function untilBreak(words: Clause["rest"]): Clause["rest"] {
  const at = words.findIndex(
    ({ after, tags }, index) =>
      after.includes(",") || words[index + 1]?.tags.has("Preposition") === true || tags.has("Conjunction"),
  );
  return at < 0 ? words : words.slice(0, at + 1);
}

/** Whether a phrase is a name, a code ("db-07", "Bay 4") or a path, and no time. */
function isIdentified(phrase: Phrase): boolean {
  const count = phrase.value.split(/\s+/u).length;
  if (isOfTime(phrase) || count > mostWords || !isValue(phrase, "thing")) return false;
  return code.test(phrase.value) || (isProper(phrase) && /^\p{Lu}/u.test(phrase.value));
}

function isOfTime({ words }: Phrase): boolean {
  return words.some(({ tags }) =>
    ["Date", "Month", "WeekDay", "Time", "Holiday"].some((tag) => tags.has(tag)),
  );
}

/** A word with letters and digits, a path, or a noun with its number. */
const code =
  /^(?=\S*\p{L})(?=\S*\d)[\p{L}\p{N}._:-]+$|^[~.]?\/?[\w.-]+(?:\/[\w.-]+)+$|^\p{L}{2,15} #?\d{1,5}\p{L}?$/u;

function spanOf(phrase: Phrase, { sentence, at }: { readonly sentence: Sentence; readonly at: number }) {
  const from = sentence.text.indexOf(phrase.value, phrase.words[0]!.start);
  const start = at + (from < 0 ? phrase.words[0]!.start : from);
  return { start, end: start + phrase.value.length };
}

function spokenName({ kind, name, possessed }: Referent): string {
  return kind === "thing" && possessed === null && /^\p{Ll}/u.test(name) ? `the ${name}` : name;
}
