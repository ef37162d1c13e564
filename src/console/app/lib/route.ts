/** The address of a screen, in the fragment: `#/memory/ID?text=oslo`. */
import { signal } from "@preact/signals";

/** A screen, what it shows, and its filters. */
export interface Route {
  readonly screen: string;
  readonly id: string;
  readonly query: URLSearchParams;
}

function parse(): Route {
  // A fragment that is not a path, such as the link that opens the console, shows the first screen.
  const hash = location.hash.startsWith("#/") ? location.hash.slice(2) : "";
  const [path = "", query = ""] = hash.split("?", 2);
  const [screen = "", id = ""] = path.split("/", 2);
  return { screen: screen || "memories", id: decodeURIComponent(id), query: new URLSearchParams(query) };
}

/** The current address of the page. */
export const route = signal<Route>(parse());

addEventListener("hashchange", () => {
  route.value = parse();
});

/** The address of a screen. Empty filters are left out. */
export function href(screen: string, id = "", query: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const text = new URLSearchParams(given).toString();
  return `#/${screen}${id === "" ? "" : `/${encodeURIComponent(id)}`}${text === "" ? "" : `?${text}`}`;
}

/** Changes filters of this screen without a step in the history. */
export function setQuery(changes: Readonly<Record<string, string>>): void {
  const { screen, id, query } = parse();
  const next = { ...Object.fromEntries(query), ...changes };
  history.replaceState(null, "", href(screen, id, next));
  route.value = parse();
}
