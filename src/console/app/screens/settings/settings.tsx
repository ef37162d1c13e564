/**
 * The settings: those of this browser, and in a service those of the memory, its account and the
 * person.
 */
import { href } from "../../lib/route.js";
import { described, isOwner } from "../../lib/state.js";
import { Empty, Title } from "../../ui/parts.js";
import { Access } from "./access.js";
import { General } from "./general.js";
import { Keys } from "./keys.js";
import { Members } from "./members.js";
import { Plan } from "./plan.js";
import { Trail } from "./trail.js";

const general = { id: "", label: "General", title: "Settings", screen: General };

/** The settings that only a service has. */
const ofService = [
  { id: "keys", label: "API keys", title: "API keys", screen: Keys, isForOwners: true },
  { id: "members", label: "Members", title: "Members", screen: Members },
  { id: "plan", label: "Plan", title: "Plan", screen: Plan },
  {
    id: "access",
    label: "Sign-ins and clients",
    title: "Sign-ins and clients",
    screen: Access,
  },
  { id: "trail", label: "Account trail", title: "Account trail", screen: Trail, isForOwners: true },
] as const;

/** The screen of the settings. @param props.id The part that is shown; empty for the first. */
export function Settings({ id }: { id: string }) {
  const isService = described()?.store !== undefined;
  const shown = isService ? ofService.filter((one) => !("isForOwners" in one) || isOwner()) : [];
  const current = [general, ...shown].find((one) => one.id === id);
  return (
    <>
      <Title>{current?.title ?? "Settings"}</Title>
      {shown.length > 0 && (
        <nav class="tabs" aria-label="Settings">
          <ul>
            {[general, ...shown].map((one) => (
              <li key={one.id}>
                <a href={href("settings", one.id)} aria-current={one === current ? "page" : undefined}>
                  {one.label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {current === undefined ? <Empty>There is no such setting.</Empty> : <current.screen />}
    </>
  );
}
