/** The members of the memory's account. Owners add, change and remove them. */
import { useState } from "preact/hooks";
import { type OwnStore, setting } from "../../lib/api.js";
import { described, isOwner } from "../../lib/state.js";
import { useLoad } from "../../lib/use-load.js";
import { useWork, type Work } from "../../lib/use-work.js";
import { Confirm } from "../../ui/confirm.js";
import { Field, Loading, Problem, Time } from "../../ui/parts.js";

type Role = OwnStore["role"];

interface Member {
  readonly id: string;
  readonly login: string;
  readonly role: Role;
  readonly added_at: string;
}

const roles: readonly (readonly [Role, string])[] = [
  ["owner", "everything, also keys and members"],
  ["editor", "recalls, remembers and forgets"],
  ["reader", "recalls"],
];

/** The members of the account, with their roles. */
export function Members() {
  const { data, error, reload } = useLoad("members", () => setting<Member[]>("GET", "members"));
  const work = useWork();
  const set = (login: string, role: string, then = () => {}) =>
    void work.run(async () => {
      await setting("POST", "members", { login, role });
      // What this page offers depends on the person's own role.
      if (login === described()?.login) location.reload();
      then();
      reload();
    });
  const remove = (id: string) =>
    void work.run(async () => {
      await setting("DELETE", `members/${id}`);
      reload();
    });
  return (
    <>
      <p>{`Members of ${described()?.store?.account} may open all of its memories.`}</p>
      {isOwner() && <AddMember isBusy={work.isBusy} onAdd={set} />}
      {work.error !== undefined && <Problem error={work.error} />}
      {error !== undefined && <Problem error={error} />}
      {data === undefined && error === undefined && <Loading what="the members" />}
      {data !== undefined && <MemberTable members={data} work={work} onSet={set} onRemove={remove} />}
    </>
  );
}

interface Adding {
  readonly isBusy: boolean;
  readonly onAdd: (login: string, role: string, then: () => void) => void;
}

function AddMember({ isBusy, onAdd }: Adding) {
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    onAdd(String(given.get("login")).trim(), String(given.get("role")), () => form.reset());
  };
  return (
    <form class="decide row" onSubmit={add}>
      <Field label="Login">
        <input name="login" required autocomplete="off" maxLength={128} data-search />
      </Field>
      <Field label="Role">
        <select name="role">
          {roles.toReversed().map(([role, may]) => (
            <option key={role} value={role}>
              {`${role}: ${may}`}
            </option>
          ))}
        </select>
      </Field>
      <button type="submit" disabled={isBusy}>
        Add a member
      </button>
    </form>
  );
}

interface MemberRows {
  readonly members: readonly Member[];
  readonly work: Work;
  readonly onSet: (login: string, role: string) => void;
  readonly onRemove: (id: string) => void;
}

function MemberTable({ members, work, onSet, onRemove }: MemberRows) {
  return (
    <table class="free">
      <caption class="hidden">Members</caption>
      <thead>
        <tr>
          <th scope="col">Login</th>
          <th scope="col">Role</th>
          <th scope="col" class="middle">
            Since
          </th>
          {isOwner() && (
            <th scope="col">
              <span class="hidden">Remove</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td>{member.login}</td>
            <td>{isOwner() ? <RoleOf member={member} work={work} onSet={onSet} /> : member.role}</td>
            <td class="middle">
              <Time at={member.added_at} />
            </td>
            {isOwner() && (
              <td>
                <Confirm label="Remove" what={member.login} onConfirm={() => onRemove(member.id)} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * A choice of the role. A button sends it, because each press of an arrow key changes the choice.
 */
function RoleOf({ member, work, onSet }: { member: Member } & Pick<MemberRows, "work" | "onSet">) {
  const [chosen, setChosen] = useState<string>(member.role);
  return (
    <div class="actions">
      <select
        aria-label={`Role of ${member.login}`}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {roles.map(([role]) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </select>
      {chosen !== member.role && (
        <button
          type="button"
          disabled={work.isBusy}
          aria-label={`Save the role of ${member.login}`}
          onClick={() => onSet(member.login, chosen)}
        >
          Save
        </button>
      )}
    </div>
  );
}
