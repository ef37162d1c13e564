/** The pages of sign-in: plain HTML without scripts. Every value is escaped. */
import type { MemberStore } from "../accounts/registry/people/people.js";
import type { MemoryScope } from "../contract/memory-scope.js";
import { signInPath, signOutPath } from "./paths.js";

const style =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}" +
  "h1{font-size:1.4rem}label{display:block;margin:.6rem 0}input[type=text],input[type=password]{display:block;width:100%;box-sizing:border-box;padding:.5rem;font:inherit}" +
  "button{font:inherit;padding:.5rem 1rem;margin:.8rem .5rem 0 0}.problem{border-left:.3rem solid #b3261e;padding-left:.7rem}" +
  "code{overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{color:#e5e1e6;background:#1b1b1f}}";

/** The style sheet that the content security policy of a page allows. */
export const pageStyle = style;

/** The page on which a person signs in. */
export function signInPage({
  next,
  problem,
}: {
  readonly next: string | undefined;
  readonly problem?: string | undefined;
}): string {
  return page(
    "Sign in",
    `${problem === undefined ? "" : `<p class="problem" role="alert">${escaped(problem)}</p>`}
<form method="post" action="${signInPath}">
${next === undefined ? "" : hidden("next", next)}
<label>Name <input type="text" name="login" autocomplete="username" required autofocus></label>
<label>Password <input type="password" name="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p>Without a password: ask the operator of this service for a one-time link.</p>`,
  );
}

/** The page of a one-time link. Its button uses the link, because programs also open links. */
export function linkPage(action: string): string {
  return page(
    "Sign in",
    `<p>This link signs you in once.</p><form method="post" action="${escaped(action)}"><button autofocus>Sign in</button></form>`,
  );
}

/** The page after a sign-in without another destination. */
export function signedInPage(login: string, token: string): string {
  return page(
    "Signed in",
    `<p>You are signed in as <strong>${escaped(login)}</strong>.</p>
<form method="post" action="${signOutPath}">${hidden("token", token)}<button>Sign out</button></form>`,
  );
}

/** What a person decides about. */
export interface Consent {
  readonly action: string;
  readonly login: string;
  readonly client: string;
  readonly host: string;
  readonly scopes: readonly MemoryScope[];
  readonly stores: readonly MemberStore[];
  /** The form token of the session. */
  readonly token: string;
}

const words: Readonly<Record<MemoryScope, string>> = {
  "memory:read": "read the memory",
  "memory:write": "add to the memory",
  "memory:forget": "erase from the memory (owners and editors)",
};

/** The page on which a person lets a client use one of their memories. */
export function consentPage({ action, login, client, host, scopes, stores, token }: Consent): string {
  const choices = stores.map(
    ({ store, role }, index) =>
      `<label><input type="radio" name="store" value="${escaped(store.id)}" required${index === 0 && stores.length === 1 ? " checked" : ""}> ${escaped(store.name)} <small>(${escaped(store.account)}, ${role})</small></label>`,
  );
  const ask =
    stores.length === 0
      ? `<p class="problem" role="alert">You have no memory in this service.</p>`
      : `<fieldset><legend>Which memory may it use?</legend>${choices.join("\n")}</fieldset><button name="decision" value="allow">Allow</button>`;
  return page(
    "Allow access to a memory?",
    `<p><strong>${escaped(client)}</strong> asks for access. This name was chosen by the program itself. Afterwards you are sent to <code>${escaped(host)}</code>.</p>
<p>It asks to:</p><ul>${scopes.map((scope) => `<li>${words[scope]}</li>`).join("")}</ul>
<form method="post" action="${escaped(action)}">
${hidden("token", token)}
${ask}
<button name="decision" value="deny" formnovalidate>Deny</button>
</form>
<p>Signed in as ${escaped(login)}.</p>`,
  );
}

/** A page with one sentence. */
export function messagePage(title: string, message: string): string {
  return page(title, `<p>${escaped(message)}</p>`);
}

/**
 * A page that reloads itself. A request that another site has started does not send strict cookies;
 * a request from this page does.
 */
export function againPage(path: string): string {
  return page(
    "One moment",
    `<p><a href="${escaped(path)}">Continue</a></p>`,
    `<meta http-equiv="refresh" content="0;url=${escaped(path)}">`,
  );
}

function page(title: string, body: string, head = ""): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${escaped(title)} · keepsake</title><style>${style}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body></html>
`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escaped(value)}">`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
