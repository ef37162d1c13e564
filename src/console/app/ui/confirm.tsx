/** A button for what cannot be undone: it is replaced by a question, which must be confirmed. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Confirmed {
  /** What the button does: "Revoke". */
  readonly label: string;
  /** The name of the thing that the button acts on: "laptop". */
  readonly what: string;
  readonly onConfirm: () => void;
}

/** A button with a second one that confirms. */
export function Confirm({ label, what, onConfirm }: Confirmed) {
  const [isAsking, setAsking] = useState(false);
  const { first, second, isConfirmed } = useFocus(isAsking);
  if (!isAsking)
    return (
      <button ref={first} type="button" aria-label={`${label}: ${what}`} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  return (
    <div class="actions">
      <button
        ref={second}
        type="button"
        class="danger"
        aria-label={`${label} for good: ${what}`}
        onClick={() => {
          isConfirmed.current = true;
          setAsking(false);
          onConfirm();
        }}
      >
        {label}
      </button>
      <button type="button" aria-label={`Keep: ${what}`} onClick={() => setAsking(false)}>
        Keep
      </button>
    </div>
  );
}

/** Moves the focus between the button and the question that replaces it. */
function useFocus(isAsking: boolean) {
  const [first, second] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const [wasAsking, isConfirmed] = [useRef(false), useRef(false)];
  useLayoutEffect(
    () => () => {
      // The row of the button was removed with it, so the title gets the focus, unless the person
      // has moved the focus meanwhile.
      const isHere = document.activeElement === first.current || document.activeElement === document.body;
      if (isConfirmed.current && isHere) document.querySelector("h1")?.focus();
    },
    [],
  );
  useLayoutEffect(() => {
    // The pressed button was removed: the button that replaces it gets the focus.
    if (isAsking) second.current?.focus();
    else if (wasAsking.current) first.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return { first, second, isConfirmed };
}
