/** The API keys of the memory: made, shown once, and revoked. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { setting } from "../../lib/api.js";
import { useLoad } from "../../lib/use-load.js";
import { useWork } from "../../lib/use-work.js";
import { Confirm } from "../../ui/confirm.js";
import { Empty, Field, Loading, Problem, Time } from "../../ui/parts.js";

interface Key {
  readonly id: string;
  readonly label: string | null;
  readonly requests_per_minute: number | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** The keys of the memory, with a form for a new one. */
export function Keys() {
  const { data, error, reload } = useLoad("keys", () => setting<Key[]>("GET", "keys"));
  const [made, setMade] = useState<string>();
  const work = useWork();
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const [label, rate] = [String(given.get("label")).trim(), String(given.get("rate"))];
    void work.run(async () => {
      const { key } = await setting<{ key: string }>("POST", "keys", {
        ...(label === "" ? {} : { label }),
        ...(rate === "" ? {} : { requests_per_minute: Number(rate) }),
      });
      form.reset();
      setMade(key);
      reload();
    });
  };
  const revoke = (id: string) =>
    void work.run(async () => {
      await setting("DELETE", `keys/${id}`);
      reload();
    });
  return (
    <>
      <p>
        A key opens this memory to a program, with every right. A program of a person gets less by signing in.
      </p>
      <NewKey isBusy={work.isBusy} onCreate={create} />
      {made !== undefined && <Once secret={made} onDone={() => setMade(undefined)} />}
      {work.error !== undefined && <Problem error={work.error} />}
      {error !== undefined && <Problem error={error} />}
      {data === undefined && error === undefined && <Loading what="the keys" />}
      {data?.length === 0 && <Empty>This memory has no key.</Empty>}
      {data !== undefined && data.length > 0 && <KeyTable keys={data} onRevoke={revoke} />}
    </>
  );
}

interface NewKeyProps {
  readonly isBusy: boolean;
  readonly onCreate: (event: SubmitEvent) => void;
}

/** The form that creates a key. */
function NewKey({ isBusy, onCreate }: NewKeyProps) {
  return (
    <form class="decide row" onSubmit={onCreate}>
      <Field label="Label">
        <input name="label" autocomplete="off" maxLength={128} data-search />
      </Field>
      <Field label="Calls a minute">
        <input name="rate" type="number" min={1} max={1_000_000} placeholder="no limit" />
      </Field>
      <button type="submit" disabled={isBusy}>
        Create a key
      </button>
    </form>
  );
}

/** A new key, which no later page shows. */
function Once({ secret, onDone }: { secret: string; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  useLayoutEffect(() => field.current?.select(), [secret]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setSaid("Copied.");
    } catch {
      // A browser may refuse access to the clipboard. The key is selected, so that the browser's
      // own shortcut copies it.
      field.current?.select();
      setSaid("This browser refused. The key is selected: copy it with the keyboard.");
    }
  };
  return (
    <div class="once">
      <Field label="The new key. It is shown only now; the service has its hash.">
        <input ref={field} readOnly value={secret} />
      </Field>
      <div class="actions">
        <button type="button" onClick={copy}>
          Copy
        </button>
        <button type="button" onClick={onDone}>
          Done
        </button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}

interface KeyRows {
  readonly keys: readonly Key[];
  readonly onRevoke: (id: string) => void;
}

function KeyTable({ keys, onRevoke }: KeyRows) {
  return (
    <table class="free">
      <caption class="hidden">API keys</caption>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col" class="middle">
            Created
          </th>
          <th scope="col">Last used</th>
          <th scope="col" class="number wide">
            Calls a minute
          </th>
          <th scope="col">
            <span class="hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.toReversed().map((key) => (
          <tr key={key.id} class={key.revoked_at === null ? undefined : "revoked"}>
            <td>
              {key.label} <code>{`ksk_${key.id}…`}</code>
            </td>
            <td class="middle">
              <Time at={key.created_at} />
            </td>
            <td>{key.last_used_at === null ? "never" : <Time at={key.last_used_at} />}</td>
            <td class="number wide">{key.requests_per_minute ?? "no limit"}</td>
            <td>
              {key.revoked_at === null ? (
                <Confirm label="Revoke" what={key.label ?? key.id} onConfirm={() => onRevoke(key.id)} />
              ) : (
                <>
                  revoked <Time at={key.revoked_at} />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
