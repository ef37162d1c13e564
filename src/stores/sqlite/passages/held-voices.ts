/** Who said which passages, as far as that was read: four bytes a passage, up to the highest asked for, and one object a voice. */
import type { Role } from "../../../text/passage.js";
import type { Voice } from "../../store.js";

export class HeldVoices {
  /** The voice of each passage; 0 where none was read. */
  #places = new Uint32Array(1024);
  readonly #voices: (Voice | undefined)[] = [undefined];
  readonly #known = new Map<string, number>();

  get(passage: number): Voice | undefined {
    return passage < this.#places.length ? this.#voices[this.#places[passage]!] : undefined;
  }

  set(passage: number, speaker: string | null, role: Role): void {
    const place = this.#placeOf(speaker, role);
    if (passage >= this.#places.length) this.#widen(passage);
    this.#places[passage] = place;
  }

  clear(): void {
    this.#places.fill(0);
    this.#voices.length = 1;
    this.#known.clear();
  }

  #placeOf(speaker: string | null, role: Role): number {
    const key = `${role} ${speaker === null ? "" : `${speaker}.`}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = this.#voices.push({ speaker, role }) - 1;
    this.#known.set(key, place);
    return place;
  }

  #widen(last: number): void {
    const wider = new Uint32Array(Math.max(2 * this.#places.length, last + 1));
    wider.set(this.#places);
    this.#places = wider;
  }
}
