/**
 * Tracks what hooks have reported to the user of an assistant, so that a service that stays slow or
 * broken is reported once in a session, and not at each hook of each turn.
 */

/**
 * Maximum number of sessions that are tracked for each memory; the least recently used one is
 * dropped.
 */
const mostSessions = 1024;

const tracked = new WeakMap<object, ShownOnce>();

/** What was reported in each session of the assistants that use one memory. */
export class ShownOnce {
  readonly #codes = new Map<string, Set<string>>();

  /**
   * Returns whether a problem is new in a session, and tracks it.
   *
   * @param session Without one, every problem is new.
   * @param code Names the problem: messages may contain numbers that change with each call.
   */
  isNew(session: string | undefined, code: string): boolean {
    if (session === undefined) return true;
    const codes = this.#codes.get(session) ?? new Set();
    const isNew = !codes.has(code);
    codes.add(code);
    this.#codes.delete(session);
    this.#codes.set(session, codes);
    const oldest = this.#codes.keys().next();
    if (this.#codes.size > mostSessions && !oldest.done) this.#codes.delete(oldest.value);
    return isNew;
  }
}

/** What was reported about one memory, for all servers of a process. */
export function shownOnceOf(owner: object): ShownOnce {
  const ofOwner = tracked.get(owner) ?? new ShownOnce();
  tracked.set(owner, ofOwner);
  return ofOwner;
}
