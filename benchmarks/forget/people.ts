/**
 * Made-up people for the campaign of forgetting. Every word about a person has one form that
 * nothing else in a store has, so one pass over the bytes finds all remaining words, however many
 * people were forgotten:
 *
 *   Q ba do ki lu x      a capital or small q, four of twelve syllables, an x
 *
 * No such word is a part of another one.
 */
const syllables = ["ba", "do", "ki", "lu", "me", "no", "pa", "ri", "so", "tu", "va", "ze"];
const form = new RegExp(`q(?:${syllables.join("|")}){6}x`, "gi");

/** A person, and every word that identifies them. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly words: readonly string[];
  /** The id and the name of the file, for a person who is in one. */
  readonly file?: { readonly id: string; readonly name: string };
  /** A line of an export, for `import`. */
  readonly line: string;
}

/** Numbers in [0, 1), always the same for a seed (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Yields people, each different from all others. */
export function* people(random: () => number, count: number): Generator<Person> {
  const drawn = new Set<string>();
  const word = (): string => {
    for (;;) {
      const middle = Array.from({ length: 6 }, () => syllables[Math.floor(random() * syllables.length)]);
      const made = `q${middle.join("")}x`;
      if (drawn.has(made)) continue;
      drawn.add(made);
      return `Q${made.slice(1)}`;
    }
  };
  for (let index = 0; index < count; index += 1) yield person(index, word, random);
}

const at = "2026-03-02T09:00:00.000Z";

function person(index: number, word: () => string, random: () => number): Person {
  const [first, last, property, value, speaker, note, asked, remark] = Array.from({ length: 8 }, word) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const name = `${first} ${last}`;
  const id = `person-${index}`;
  const filler = Array.from(
    { length: Math.floor(random() * 60) },
    () => common[Math.floor(random() * common.length)],
  );
  const file = index % 7 === 3 ? { id: `file-${index}`, name: `${asked}.md` } : undefined;
  const record = {
    id,
    type: file === undefined ? "semantic" : "file",
    text: file === undefined ? `${name} has ${value} for ${property}.` : null,
    entity: file === undefined ? name : null,
    property: file === undefined ? property : null,
    value: file === undefined ? value : null,
    trigger: null,
    occurred_at: at,
    valid_from: at,
    valid_to: null,
    created_at: at,
    superseded_by: null,
    expires_at: null,
    metadata: { note, tags: [remark, "kept"] },
  };
  const text = `${name} has ${value} for ${property}, ${filler.join(" ")}.`;
  const passage = {
    text,
    prompt: file === undefined ? `Is it about ${asked}?` : null,
    message: 0,
    speaker: file === undefined ? speaker : null,
    role: "user",
    said_at: at,
    mentions: file === undefined ? [name] : [],
    ...(file === undefined ? {} : { page: 1, heading: `On ${speaker}`, digest: `digest-${index}` }),
    records: [{ ...record, text: record.text ?? text }],
  };
  const source = {
    id: `source-${index}`,
    created_at: at,
    ...(file === undefined
      ? {}
      : { file: { ...file, media_type: "text/markdown", digest: `bytes-${index}` } }),
    passages: [passage],
  };
  const words = [first, last, property, value, speaker, note, asked, remark];
  return { id, name, words, line: JSON.stringify({ source }), ...(file === undefined ? {} : { file }) };
}

/** Words that all people share. */
const common =
  "harbour morning ticket window garden letter winter engine market silver paper bridge doctor summer kitchen river music station coffee number".split(
    " ",
  );

/** Returns those of some words, in lower case, that can be read from bytes. */
export function readIn(bytes: Buffer, words: ReadonlySet<string>): string[] {
  const found = bytes.toString("latin1").match(form) ?? [];
  return [...new Set(found.map((one) => one.toLowerCase()))].filter((one) => words.has(one));
}
