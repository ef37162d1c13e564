/** Settings of this browser, and the end of the session. */
import { useState } from "preact/hooks";
import { ApiError, closeSession } from "../../lib/api.js";
import { described, session, setShortcuts, shortcuts } from "../../lib/state.js";
import { Facts, Problem } from "../../ui/parts.js";

const keys = [
  ["/", "to the search or the first field"],
  ["j, ↓", "to the next record of a table"],
  ["k, ↑", "to the record before"],
  ["Enter", "opens the record"],
] as const;

/** The shortcuts, the store and its version, and the button that ends the session. */
export function General() {
  const [error, setError] = useState<Error>();
  const end = async () => {
    try {
      const signIn = await closeSession();
      if (signIn === undefined) session.value = new ApiError(401, "The session has ended.");
      else location.replace(signIn);
    } catch (cause) {
      setError(cause instanceof Error ? cause : new Error(String(cause)));
    }
  };
  return (
    <>
      <Shortcuts />
      <h2>Console</h2>
      <Facts
        rows={[
          ["Store", described()?.name ?? ""],
          ["Signed in as", described()?.login],
          ["Version", described()?.version ?? ""],
        ]}
      />
      {error !== undefined && <Problem error={error} />}
      <p>
        <button type="button" onClick={end}>
          End the session
        </button>
      </p>
    </>
  );
}

/** The keys that are shortcuts, and whether they are on. */
function Shortcuts() {
  return (
    <>
      <h2>Keys</h2>
      <label class="check">
        <input
          type="checkbox"
          checked={shortcuts.value}
          onChange={({ currentTarget }) => setShortcuts(currentTarget.checked)}
        />
        <span>Single letters and / are shortcuts</span>
      </label>
      <dl class="facts">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
