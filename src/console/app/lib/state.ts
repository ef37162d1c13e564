/** What all screens share: the session, the scope, and the overview of what is in it. */
import { signal } from "@preact/signals";
import type { Scope } from "../../../contract/scope.js";
import type { Overview } from "../../overview.js";
import { ApiError, type Described, openSession, overview as readOverview } from "./api.js";

/** The session, or the error that explains why there is none; `undefined` until one is known. */
export const session = signal<Described | ApiError | undefined>(undefined);

/** The session, if there is one. */
export function described(): Described | undefined {
  return session.value instanceof ApiError ? undefined : session.value;
}

/** The scope that every screen shows; `undefined` for records without a scope. */
export const scope = signal<Scope | undefined>(undefined);
/** The overview of the scope, counted in the background. */
export const overview = signal<Overview | Error | undefined>(undefined);
/** Whether single keys are shortcuts. */
export const shortcuts = signal(localStorage.getItem("keepsake-shortcuts") !== "off");

/** Switches single-key shortcuts on or off, for this browser. */
export function setShortcuts(on: boolean): void {
  shortcuts.value = on;
  localStorage.setItem("keepsake-shortcuts", on ? "on" : "off");
}

/** The field of a request that limits it to the scope. */
export function inScope(): { readonly scope?: Scope } {
  return scope.value === undefined ? {} : { scope: scope.value };
}

/** The name of a scope: `user=alice, app=notes`. */
export function scopeName(one: Scope | null | undefined): string {
  if (one === null || one === undefined) return "No scope";
  return Object.entries(one)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}

/** Opens the session of the address's link, which is removed from the address and the history. */
export async function signIn(): Promise<void> {
  const link = /^#link=([\w-]+)$/.exec(location.hash)?.[1];
  if (link !== undefined) history.replaceState(null, "", "#/memories");
  try {
    session.value = await openSession(link);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Otherwise the browser is already opening the sign-in.
    if (error.signIn === undefined) session.value = error;
  }
}

/** Whether the person may change the memory: a reader may not. */
export function mayWrite(): boolean {
  return described()?.store?.role !== "reader";
}

/** Whether the person owns the account of the memory. A console of a single file has no owners. */
export function isOwner(): boolean {
  return described()?.store?.role === "owner";
}

let counting: AbortController | undefined;

/** Counts the scope again, in the background. */
export async function refreshOverview(): Promise<void> {
  counting?.abort();
  counting = new AbortController();
  const { signal: stop } = counting;
  try {
    const counted = await readOverview(scope.value, stop);
    if (!stop.aborted) overview.value = counted;
  } catch (error) {
    if (!stop.aborted) overview.value = error instanceof Error ? error : new Error(String(error));
  }
}

/** Shows another scope. */
export function setScope(one: Scope | undefined): void {
  scope.value = one;
  overview.value = undefined;
  void refreshOverview();
}
