/**
 * Keeper: the person whose store it is, if no caller named them. In the messages of a phone, one
 * person takes part in every chat. Records without a speaker, such as notes and calendar entries,
 * belong to this person. Pure.
 */
import type { Speaker } from "../../../stores/store.js";
import { fold } from "../../../text/words.js";

/** Fewest chats from which the person is derived. */
const fewestChats = 2;

/**
 * Returns the folded name of the only person who takes part in every chat of several people; empty
 * if there is none, or several, as among friends who talk to each other only.
 *
 * @param sources the source of each passage; 0 if it is not known
 * @param speakers the speaker of each passage, in the same order
 */
export function keepersAmong(
  sources: readonly number[],
  speakers: readonly (Speaker | undefined)[],
): ReadonlySet<string> {
  const chats = chatsIn(sources, speakers);
  const [first = new Set<string>(), ...others] = chats;
  const always = [...first].filter((name) => others.every((people) => people.has(name)));
  const isKnown = chats.length >= fewestChats && always.length === 1;
  return new Set(isKnown ? always.map(fold) : []);
}

/** The people of each source in which several people speak; most sources are one message. */
function chatsIn(
  sources: readonly number[],
  speakers: readonly (Speaker | undefined)[],
): readonly ReadonlySet<string>[] {
  const first = new Map<number, string>();
  const chats = new Map<number, Set<string>>();
  for (let at = 0; at < sources.length; at += 1) {
    const [source, said] = [sources[at]!, speakers[at]];
    // Passages of unknown sources are not one chat.
    if (source === 0 || said?.role !== "user" || said.speaker === null) continue;
    const known = first.get(source);
    if (known === undefined) first.set(source, said.speaker);
    else if (known !== said.speaker)
      chats.set(source, (chats.get(source) ?? new Set([known])).add(said.speaker));
  }
  return [...chats.values()];
}
