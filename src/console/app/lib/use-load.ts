/** Loads what a screen shows, and again when what it depends on changes. */
import { useEffect, useState } from "preact/hooks";

/** What was loaded: the data of the last success stays while new data is loading. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** @param key changes when other data is wanted; an empty key loads nothing */
export function useLoad<Data>(key: string, load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, "reload">>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (key === "") {
      setState({ data: undefined, error: undefined, isLoading: false });
      return undefined;
    }
    const stop = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    load(stop.signal).then(
      (data) => setState({ data, error: undefined, isLoading: false }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const shown = error instanceof Error ? error : new Error(String(error));
        setState({ data: undefined, error: shown, isLoading: false });
      },
    );
    return () => stop.abort();
    // The key stands for everything that `load` reads.
  }, [key, round]);
  return { ...state, reload: () => setRound((before) => before + 1) };
}
