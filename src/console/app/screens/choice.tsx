/** The memories that a person of a service may open. */
import { useLayoutEffect } from "preact/hooks";
import type { OwnStore } from "../lib/api.js";
import { Empty, Title } from "../ui/parts.js";

/** The list of the memories that a person may open. @param props.login Who has signed in. */
export function Choice({ login, stores }: { login: string; stores: readonly OwnStore[] }) {
  const [only, ...others] = stores;
  const isChosen = only !== undefined && others.length === 0;
  useLayoutEffect(() => {
    document.title = "Choose a memory · keepsake";
    if (isChosen) location.replace(`./${only.id}/${location.hash}`);
  }, [isChosen, only]);
  if (isChosen) return null;
  return (
    <main class="sign-in">
      <Title note={`Signed in as ${login}.`}>Choose a memory</Title>
      {stores.length === 0 && (
        <Empty>You are a member of no account with a memory. Ask its owner to add you.</Empty>
      )}
      <ul class="choice">
        {stores.map(({ id, name, account, role }) => (
          <li key={id}>
            <a href={`./${id}/`}>{name}</a>
            <span class="note">{`${account} · ${role}`}</span>
          </li>
        ))}
      </ul>
    </main>
  );
}
