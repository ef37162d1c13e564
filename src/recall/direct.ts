/**
 * Direct: what a question asks for by name, so that the records alone say what answers it. Pure. "Where does Ana live?" asks for one property of
 * one person; "Tell me about Ana" for all that is known of her. The ranking estimates; a stored fact that is asked for by name needs no estimate.
 */
import type { MemoryRecord } from "../contract/record.js";
import { fold, indexWords } from "../internal/words.js";
import type { StoredPassage } from "../stores/store.js";
import { type AskedFact, askedFact } from "./asked-properties.js";

/** A question that names what it asks for. */
export type Direct =
  | {
      readonly kind: "fact";
      readonly asked: AskedFact;
      readonly names: readonly string[];
      readonly words: ReadonlySet<string>;
      readonly aboutUser: boolean;
    }
  | { readonly kind: "overview"; readonly names: readonly string[] };

export interface DirectWording {
  readonly text: string;
  readonly names: readonly string[];
  readonly aboutUser: boolean;
}

/** Words of a question for all that is known of somebody, beside the name. */
const overviewWords = new Set(
  indexWords(
    "everything anything something know known tell give show remember recall say information info facts details summary summarize overview profile describe list stored please bit lot person memory memories",
  ),
);

/** What a question asks for by name; nothing where it asks for more than the records can settle. */
export function directOf({ text, names, aboutUser }: DirectWording): Direct | undefined {
  const nameWords = new Set(names.flatMap(indexWords));
  const rest = indexWords(text).filter((word) => !nameWords.has(word));
  if (names.length > 0 && !aboutUserOnly(text) && rest.every((word) => overviewWords.has(word)))
    return { kind: "overview", names };
  if (names.length === 0 && !aboutUser) return undefined;
  const asked = askedFact(text, rest);
  return asked && { kind: "fact", asked, names, words: new Set(indexWords(text)), aboutUser };
}

/** "What did I say about Ana?" asks what was said, not for all about her. */
function aboutUserOnly(text: string): boolean {
  return /\b(?:i|my|we|our)\b/i.test(text);
}

/** Entities that a direct question may be about, as records may name them. */
export function entitiesOf(direct: Direct): string[] {
  const together = direct.names.join(" ");
  const user = direct.kind === "fact" && direct.aboutUser ? ["the user"] : [];
  return [...new Set([...direct.names, together, ...user])].filter((name) => name !== "");
}

/** Whether a passage states a fact that is asked for. */
export function states(direct: Direct, { records }: StoredPassage): boolean {
  return direct.kind === "fact" && records.some((record) => isAsked(record, direct));
}

function isAsked(
  { type, entity, property, certainty }: MemoryRecord,
  { asked, names, words, aboutUser }: Extract<Direct, { kind: "fact" }>,
): boolean {
  if (type !== "semantic" || entity === null || property === null || certainty !== undefined) return false;
  if (!asked.asks(property)) return false;
  const about = fold(entity);
  if (about === "the user") return aboutUser && names.length === 0;
  // "Ana's sister" is asked for where the question says "sister", and is not Ana.
  if (/['’]s? /.test(about)) return indexWords(about).every((word) => words.has(word) || word === "user");
  const own = about.split(/\s+/);
  return names.length > 0 && names.every((name) => own.includes(name));
}

/** Whether a passage is about, by or naming whom an overview asks for. */
export function concerns({ names }: Direct, { text, speaker, prompt, records }: StoredPassage): boolean {
  const said = wordsOf(`${speaker ?? ""} ${text} ${prompt ?? ""}`);
  const about = wordsOf(records.map(({ entity }) => entity ?? "").join(" "));
  return names.every((name) => said.has(name) || about.has(name));
}

function wordsOf(text: string): Set<string> {
  return new Set(
    (fold(text).match(/[\p{L}\p{M}\p{N}-]+(?:['’][\p{L}\p{M}]+)*/gu) ?? []).map((word) =>
      word.replace(/['’]s?$/, ""),
    ),
  );
}
