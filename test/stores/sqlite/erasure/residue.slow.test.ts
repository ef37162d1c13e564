/** Forgetting removes the copies of rows that SQLite leaves when it balances pages. */
import { existsSync, readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SqliteStore } from "../../../../src/stores/sqlite/sqlite-store.js";
import type { Residue } from "../../../../src/stores/store.js";
import { change, erasure, fact, passage } from "../../store-fixture.js";
import { openStore, temporaryPath } from "../sqlite-fixture.js";

const clean = { records: 0, passages: 0, vectors: 0, words: 0, overwritten: true };
const syllables = ["ba", "do", "ki", "lu", "me", "no", "pa", "ri", "so", "tu", "va", "ze"];

/** Pseudorandom numbers in [0, 1), the same for each seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws distinct words of one length, of which none is a part of another. */
function names(seed: number): () => string {
  const random = numbers(seed);
  const drawn = new Set<string>();
  return () => {
    for (;;) {
      const middle = Array.from({ length: 4 }, () => syllables[Math.floor(random() * syllables.length)]);
      const name = `Q${middle.join("")}x`;
      if (drawn.has(name)) continue;
      drawn.add(name);
      return name;
    }
  };
}

interface Person {
  readonly id: string;
  readonly words: readonly string[];
}

/** Saves people, each with a name, speaker, property, value, note and prompt of their own. */
async function fill(store: SqliteStore, count: number, name: () => string): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) {
    const words = Array.from({ length: 7 }, name);
    const [entity, property, value, speaker, note, asked, mention] = words as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const id = `person-${index}`;
    const said = passage(`${entity} has ${value} for ${property} at ${mention}`, {
      speaker,
      prompt: `is it about ${asked}?`,
      mentions: [mention],
      records: [{ ...fact(id, [entity, property, value]), metadata: { note } }],
    });
    await store.save(change([said]));
    people.push({ id, words });
  }
  return people;
}

/** Returns the words that can be read from the bytes of the store. */
function readable(path: string, people: readonly Person[]): string[] {
  const files = [path, `${path}-wal`, `${path}-shm`].filter(existsSync);
  const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
  const words = people.flatMap(({ words }) => words);
  return words.filter((word) => bytes.includes(word) || bytes.includes(word.toLowerCase()));
}

/** Erases people, ten at a time. @returns the residue of the last erasure */
async function eraseSome(store: SqliteStore, people: readonly Person[]): Promise<Residue | undefined> {
  const ids = people.map(({ id }) => id);
  let residue: Residue | undefined;
  for (let from = 0; from < ids.length; from += 10)
    ({ residue } = await store.erase(ids.slice(from, from + 10), erasure()));
  return residue;
}

const isOdd = (_: Person, index: number) => index % 2 === 1;
const isEven = (_: Person, index: number) => index % 2 === 0;

describe("erase()", () => {
  it.each([2, 3])("leaves no copy of a row in the gaps of pages, seed %i", async (seed) => {
    const path = temporaryPath();
    const store = openStore(path);
    const people = await fill(store, 400, names(seed));
    expect(await eraseSome(store, people.filter(isEven))).toEqual(clean);
    expect(readable(path, people.filter(isEven))).toEqual([]);
    expect(readable(path, people.filter(isOdd))).toHaveLength(200 * 7);
  });

  it("leaves no copy that was made before this process opened the store", async () => {
    const path = temporaryPath();
    const writing = openStore(path);
    const people = await fill(writing, 300, names(4));
    await writing.close();
    const store = openStore(path);
    expect(await eraseSome(store, people.filter(isEven))).toEqual(clean);
    expect(readable(path, people.filter(isEven))).toEqual([]);
  });

  it("leaves no copy that another connection had cached, even if that connection writes afterwards", async () => {
    const path = temporaryPath();
    const [one, other] = [openStore(path), openStore(path)];
    const name = names(5);
    const people = await fill(other, 300, name);
    expect(await eraseSome(one, people.filter(isEven))).toEqual(clean);
    await other.save(change([passage(`${name()} was here`)]));
    expect(readable(path, people.filter(isEven))).toEqual([]);
  });

  it("leaves the swept store intact", async () => {
    const path = temporaryPath();
    const store = openStore(path);
    const people = await fill(store, 300, names(6));
    expect(await eraseSome(store, people.filter(isEven))).toEqual(clean);
    const raw = new Database(path, { readonly: true });
    onTestFinished(() => {
      raw.close();
    });
    expect(raw.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(raw.prepare("select count(*) from records").pluck().get()).toBe(150);
  });
});
