/**
 * A cache of who said each passage: four bytes per passage up to the highest one asked for, and one
 * object per distinct speaker.
 */
import type { Role } from "../../../text/passage.js";
import type { Speaker } from "../../store.js";

/** Caches the speakers of the passages of a store. */
export class SpeakerCache {
  /** For each passage the index of its speaker in `#speakers`; 0 if unknown. */
  #indexes = new Uint32Array(1024);
  readonly #speakers: (Speaker | undefined)[] = [undefined];
  readonly #indexByKey = new Map<string, number>();

  get(passage: number): Speaker | undefined {
    return passage < this.#indexes.length ? this.#speakers[this.#indexes[passage]!] : undefined;
  }

  set(passage: number, speaker: string | null, role: Role): void {
    const index = this.#indexOf(speaker, role);
    if (passage >= this.#indexes.length) this.#widen(passage);
    this.#indexes[passage] = index;
  }

  clear(): void {
    this.#indexes.fill(0);
    this.#speakers.length = 1;
    this.#indexByKey.clear();
  }

  #indexOf(speaker: string | null, role: Role): number {
    const key = `${role} ${speaker === null ? "" : `${speaker}.`}`;
    const known = this.#indexByKey.get(key);
    if (known !== undefined) return known;
    const index = this.#speakers.push({ speaker, role }) - 1;
    this.#indexByKey.set(key, index);
    return index;
  }

  #widen(last: number): void {
    const wider = new Uint32Array(Math.max(2 * this.#indexes.length, last + 1));
    wider.set(this.#indexes);
    this.#indexes = wider;
  }
}
