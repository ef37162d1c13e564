/**
 * Runs the work of a button or a form, one piece at a time, and provides the error for the screen.
 */
import { useState } from "preact/hooks";

/** The state of the work, and how to begin some. */
export interface Work {
  readonly isBusy: boolean;
  readonly error: Error | undefined;
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** Runs one piece of work at a time, with its state for the screen. */
export function useWork(): Work {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    }
    setBusy(false);
  };
  return { isBusy, error, run };
}
