/** Loads the data of a screen, and loads it again when its key changes. */
import { useLayoutEffect, useState } from "preact/hooks";

/** What was loaded: the data of the last success stays while new data is loading. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  /** Whether `data` and `error` are not those of the current key. */
  readonly isLoading: boolean;
  readonly reload: () => void;
}

interface State<Data> {
  readonly data: Data | undefined;
  readonly error: Error | undefined;
  /** The key and the round that `data` and `error` belong to. */
  readonly of: string | undefined;
}

/** @param key changes when other data is wanted; an empty key loads nothing */
export function useLoad<Data>(key: string, load: (signal: AbortSignal) => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<State<Data>>({ data: undefined, error: undefined, of: undefined });
  const [round, setRound] = useState(0);
  const current = `${round} ${key}`;
  // Starts in the task that renders, so that the request does not wait for the next frame.
  useLayoutEffect(() => {
    if (key === "") {
      setState({ data: undefined, error: undefined, of: current });
      return undefined;
    }
    const stop = new AbortController();
    const settle = (data: Data | undefined, error: Error | undefined) => {
      // A newer request replaced this one, and may have been answered first.
      if (!stop.signal.aborted) setState({ data, error, of: current });
    };
    load(stop.signal).then(
      (data) => settle(data, undefined),
      (error: unknown) => settle(undefined, error instanceof Error ? error : new Error(String(error))),
    );
    return () => stop.abort();
    // The key identifies everything that `load` reads.
  }, [current]);
  return {
    data: state.data,
    error: state.error,
    isLoading: state.of !== current,
    reload: () => setRound((before) => before + 1),
  };
}
