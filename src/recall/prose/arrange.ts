/**
 * Arrange: the order of the lines of an answer. Pure. What speaks of the matter comes before what is far from
 * it, and of both the newest statement first, so that what holds now is read before what held once. Where a
 * question asks how something went, everything comes in the order in which it happened.
 */

/** What the order of a line depends on. */
export interface Placed {
  /** What it is about, for returning one subject together. */
  readonly subject: string;
  /** When it happened, or since when it is so; ISO 8601 UTC. */
  readonly at: string;
  /** When it was said; ISO 8601 UTC. */
  readonly saidAt: string;
  /** Number of its passage: decides where times are the same, so that one text is read from its beginning. */
  readonly passage: number;
  /** It speaks of the matter that is asked about. */
  readonly isClose: boolean;
  /** A later line of the answer says otherwise. */
  readonly isEarlier: boolean;
}

/** Lines of one field. @param bySubject lines of one subject stay together, the best one's subject first */
export function arrange<Line extends Placed>(
  lines: readonly Line[],
  { bySubject, history }: { readonly bySubject: boolean; readonly history: boolean },
): Line[] {
  const subjects = [...new Set(lines.map(({ subject }) => subject))];
  const place = (line: Line) => (bySubject ? subjects.indexOf(line.subject) : 0);
  const isFar = ({ isClose, isEarlier }: Line) => Number(isEarlier || !isClose);
  const inTime = history
    ? (a: Line, b: Line) => a.at.localeCompare(b.at)
    : (a: Line, b: Line) => isFar(a) - isFar(b) || b.saidAt.localeCompare(a.saidAt);
  return [...lines].sort((a, b) => place(a) - place(b) || inTime(a, b) || a.passage - b.passage);
}
