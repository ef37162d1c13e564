/** Pages of a listing, by the cursors that the server returned. */
import { useState } from "preact/hooks";

/** The page that is shown. */
export interface Paging {
  /** The cursor of the page; `undefined` for the first. */
  readonly cursor: string | undefined;
  /** The cursors of the pages up to this one, without the first, which has none. */
  readonly cursors: readonly string[];
  readonly go: (cursors: readonly string[]) => void;
}

/** @param wanted identifies the listing; when it changes, the first page is shown */
export function usePaging(wanted: string): Paging {
  const [state, setState] = useState<{ readonly of: string; readonly cursors: readonly string[] }>();
  const cursors = state?.of === wanted ? state.cursors : [];
  return { cursor: cursors.at(-1), cursors, go: (next) => setState({ of: wanted, cursors: next }) };
}

interface PagesProps {
  readonly paging: Paging;
  /** The cursor of the next page; `null` on the last. */
  readonly next: string | null;
  /** Whether `next` is still the cursor of the former page. A second press must not skip a page. */
  readonly isLoading: boolean;
}

/** The buttons for the previous and the next page. */
export function Pages({ paging: { cursors, go }, next, isLoading }: PagesProps) {
  return (
    <div class="pages">
      <button
        type="button"
        disabled={cursors.length === 0}
        onClick={() => !isLoading && go(cursors.slice(0, -1))}
      >
        Previous
      </button>
      <span role="status">{`Page ${cursors.length + 1}`}</span>
      <button
        type="button"
        disabled={next === null}
        onClick={() => !isLoading && next !== null && go([...cursors, next])}
      >
        Next
      </button>
    </div>
  );
}
