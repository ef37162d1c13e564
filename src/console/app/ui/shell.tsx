/** The frame of every screen: navigation, scope, and the keys that work everywhere. */
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { href, route } from "../lib/route.js";
import { described, mayWrite, overview, scope, scopeName, setScope, shortcuts } from "../lib/state.js";

/** The screens, in the order of the navigation. */
export const screens = [
  ["memories", "Memories"],
  ["recall", "Recall"],
  ["decisions", "Decisions"],
  ["timeline", "Timeline"],
  ["entities", "Entities"],
  ["files", "Files"],
  ["audit", "Audit trail"],
  ["import", "Import"],
  ["overview", "Overview"],
  ["settings", "Settings"],
] as const;

/** The frame around a screen. @param props.children The screen. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { screen, id } = route.value;
  const main = useRef<HTMLElement>(null);
  useTitle(main, `${screen}/${id}`);
  useSearchKey(main);
  return (
    <div class="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: a fragment is the address of a screen, so the click moves the focus */}
      <a class="skip" href="#content" onClick={(event) => skip(event, main.current)}>
        Skip to content
      </a>
      <Navigation screen={screen} />
      <main id="content" ref={main}>
        {children}
      </main>
    </div>
  );
}

/** Shows the title of a screen in the browser, and gives it the focus when the address changes. */
function useTitle(main: RefObject<HTMLElement | null>, address: string): void {
  const isFirst = useRef(true);
  // Runs before the screen is painted: later, it would take the focus from a field that the person
  // has chosen meanwhile.
  useLayoutEffect(() => {
    const title = main.current?.querySelector("h1");
    document.title = `${title?.textContent ?? "keepsake"} · keepsake`;
    // The first screen keeps the focus where the browser put it.
    if (!isFirst.current) title?.focus();
    isFirst.current = false;
  }, [address]);
}

/** Lets the key `/` move the focus to the search of the screen. */
function useSearchKey(main: RefObject<HTMLElement | null>): void {
  // Runs before a hint about the shortcut is painted, so that the shortcut works as soon as it is
  // announced.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!shortcuts.value || event.key !== "/" || isTyping(event.target)) return;
      const search = main.current?.querySelector<HTMLElement>("[data-search]");
      if (search === null || search === undefined) return;
      event.preventDefault();
      search.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function Navigation({ screen }: { screen: string }) {
  // A person with the role reader may change nothing, so the screens that prepare changes are left
  // out.
  const shown = screens.filter(([name]) => mayWrite() || (name !== "decisions" && name !== "import"));
  const current = screen === "memory" ? "memories" : screen;
  return (
    <nav aria-label="Screens">
      <p class="brand">keepsake</p>
      <ul>
        {shown.map(([name, label]) => (
          <li key={name}>
            <a href={href(name)} aria-current={name === current ? "page" : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <ScopePicker />
      <StoreName />
    </nav>
  );
}

/** The store of this page; in a service also a link to the other stores. */
function StoreName() {
  const { name = "", store, stores = [] } = described() ?? {};
  return (
    <p class="store" title={name}>
      {name}
      {store !== undefined && <span class="role">{` · ${store.role}`}</span>}
      {stores.length > 1 && <a href="../">Change memory</a>}
    </p>
  );
}

function skip(event: MouseEvent, main: HTMLElement | null): void {
  event.preventDefault();
  main?.querySelector<HTMLElement>("h1")?.focus();
}

/** Whether a key that was pressed at this target enters text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}

/** Chooses the scope. A store without scopes needs no choice. */
function ScopePicker() {
  const counted = overview.value;
  const scopes = counted === undefined || counted instanceof Error ? [] : counted.scopes;
  const labelled = scopes.flatMap((one) => (one.scope === null ? [] : [one.scope]));
  if (labelled.length === 0 && scope.value === undefined) return null;
  const now = scope.value === undefined ? "" : JSON.stringify(scope.value);
  const known = new Set(["", now, ...labelled.map((one) => JSON.stringify(one))]);
  return (
    <label class="field scope">
      <span>Scope</span>
      <select
        value={now}
        onChange={({ currentTarget }) =>
          setScope(currentTarget.value === "" ? undefined : JSON.parse(currentTarget.value))
        }
      >
        {[...known].map((one) => (
          <option key={one} value={one}>
            {one === "" ? scopeName(null) : scopeName(JSON.parse(one))}
          </option>
        ))}
      </select>
    </label>
  );
}
