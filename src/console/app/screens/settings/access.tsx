/** Where the person is signed in, and which programs may use their memories. */
import { setting } from "../../lib/api.js";
import { browserName } from "../../lib/format.js";
import { useLoad } from "../../lib/use-load.js";
import { useWork } from "../../lib/use-work.js";
import { Confirm } from "../../ui/confirm.js";
import { Empty, Loading, Problem, Time } from "../../ui/parts.js";

interface SignIn {
  readonly id: string;
  readonly label: string | null;
  readonly created_at: string;
  readonly seen_at: string;
  readonly is_this: boolean;
}

interface Client {
  readonly id: string;
  readonly client: string;
  readonly host: string;
  readonly store: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** The sessions and the programs of the person, each of which can be ended. */
export function Access() {
  const signIns = useLoad("sign-ins", () => setting<SignIn[]>("GET", "sign-ins"));
  const clients = useLoad("clients", () => setting<Client[]>("GET", "clients"));
  const work = useWork();
  const end = (path: string, reload: () => void) =>
    void work.run(async () => {
      await setting("DELETE", path);
      reload();
    });
  const error = work.error ?? signIns.error ?? clients.error;
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <h2>Sign-ins</h2>
      {signIns.data === undefined && <Loading what="the sign-ins" />}
      {signIns.data !== undefined && (
        <SignIns list={signIns.data} onEnd={(id) => end(`sign-ins/${id}`, signIns.reload)} />
      )}
      <h2>Connected clients</h2>
      <p class="quiet">Programs that you allowed to use a memory. Each chose its name itself.</p>
      {clients.data === undefined && <Loading what="the clients" />}
      {clients.data?.length === 0 && <Empty>No program may use a memory of yours.</Empty>}
      {clients.data !== undefined && clients.data.length > 0 && (
        <Clients list={clients.data} onRevoke={(id) => end(`clients/${id}`, clients.reload)} />
      )}
    </>
  );
}

interface SignInRows {
  readonly list: readonly SignIn[];
  readonly onEnd: (id: string) => void;
}

function SignIns({ list, onEnd }: SignInRows) {
  return (
    <table class="free">
      <caption class="hidden">Sign-ins</caption>
      <thead>
        <tr>
          <th scope="col">Browser</th>
          <th scope="col" class="middle">
            Since
          </th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <span class="hidden">End</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ id, label, created_at, seen_at, is_this }) => (
          <tr key={id}>
            <td title={label ?? undefined}>
              {browserName(label)}
              {is_this && <span class="note"> · this browser</span>}
            </td>
            <td class="middle">
              <Time at={created_at} exact />
            </td>
            <td>
              <Time at={seen_at} exact />
            </td>
            <td>
              <Confirm
                label="End"
                what={is_this ? "this browser" : browserName(label)}
                onConfirm={() => onEnd(id)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ClientRows {
  readonly list: readonly Client[];
  readonly onRevoke: (id: string) => void;
}

function Clients({ list, onRevoke }: ClientRows) {
  return (
    <table class="free">
      <caption class="hidden">Connected clients</caption>
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col">Memory</th>
          <th scope="col" class="middle">
            May
          </th>
          <th scope="col" class="middle">
            Since
          </th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span class="hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ id, client, host, store, scopes, created_at, last_used_at }) => (
          <tr key={id}>
            <td>
              {client}
              <span class="note">{` · ${host}`}</span>
            </td>
            <td>{store}</td>
            <td class="middle">{scopes.map((scope) => scope.replace("memory:", "")).join(", ")}</td>
            <td class="middle">
              <Time at={created_at} />
            </td>
            <td>{last_used_at === null ? "never" : <Time at={last_used_at} />}</td>
            <td>
              <Confirm label="Revoke" what={client} onConfirm={() => onRevoke(id)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
