/** How names are compared: names in facts without case, names of people also without accents. */
import { fold } from "../../text/words.js";

/** Returns a name in lower case, the form in which facts are compared. */
export function factKey(name: string | null): string | null {
  return name === null ? null : name.toLowerCase();
}

/** Returns the distinct keys of several names. */
export function factKeys(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => factKey(name) ?? []))];
}

/** Returns a name without case, accents and redundant spaces, and with one kind of apostrophe. */
export function nameKey(name: string): string {
  return oneSpaced(foldedName(name)).trim();
}

/** Whether a text contains the words of a key of {@link nameKey}, compared in the same way. */
export function containsKey(text: string, key: string): boolean {
  const folded = foldedName(text);
  // Replacing repeated spaces takes most of the time. It is not needed if the text contains the key
  // unchanged, or if the key has no space.
  return folded.includes(key) || (key.includes(" ") && oneSpaced(folded).includes(key));
}

function foldedName(name: string): string {
  return fold(name).replaceAll("’", "'");
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, " ");
}
