/**
 * The settings of a service in a browser: by mouse, by keyboard, accessible, and with hostile
 * names.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StoreFolder } from "keepsake/server";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { focusedText, goTo, launch, looks, pageAt, tabTo, violations } from "./console-page.js";
import { type RunningService, signIn, startService } from "./service.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const boat = {
  name: "boat",
  said: ["I keep bees."],
  members: { ana: "owner", ben: "reader" },
  plan: "builder",
} as const;
const other = { name: "garden", said: [], members: { chi: "owner" } } as const;

async function signedIn(
  service: RunningService,
  login: string,
  { expected = [], ...options }: BrowserContextOptions & { readonly expected?: readonly RegExp[] } = {},
): Promise<Page> {
  const page = await pageAt(browser, `${service.url}/console/`, options, "Sign in", expected);
  await signIn(page, login);
  await page.getByRole("link", { name: /bees/u }).waitFor();
  return page;
}

/** Goes to one of the settings. */
async function goToSetting(page: Page, name: string): Promise<void> {
  await goTo(page, "Settings");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** What a key lists of a memory; `undefined` for a key that opens nothing. */
async function listed(url: string, key: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/memory/records`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: "{}",
  });
  const { data } = (await response.json()) as { data: { items?: { text: string }[] } };
  return data.items?.[0]?.text;
}

/** Adds a client of a person, as a consent does. */
function addClient({ folder, stores }: RunningService, login: string, client: string): void {
  const open = new StoreFolder({ folder });
  const { people, tokens } = open.registry;
  tokens.put({ kind: "Grant", id: client, payload: {}, grantId: undefined, expiresInS: 600 });
  tokens.bind(client, {
    personId: people.get(login).id,
    storeId: stores.get("boat")!,
    client,
    host: "localhost:4321",
    scopes: ["memory:read", "memory:write"],
  });
  void open.close();
}

/** Makes keys of the boat, as an operator does. */
function addKeys({ folder }: RunningService, number: number): void {
  const open = new StoreFolder({ folder });
  const { stores, keys } = open.registry;
  for (let at = 0; at < number; at += 1) keys.create(stores.get("boat"), { label: `key ${at}` });
  void open.close();
}

describe("API keys", () => {
  it("are created, shown once, used and revoked, by keyboard", async () => {
    const service = await startService([boat, other]);
    const page = await signedIn(service, "ana");
    await goToSetting(page, "API keys");
    await page.keyboard.press("/");
    await page.keyboard.type("laptop");
    await page.keyboard.press("Enter");
    const field = page.getByLabel(/^The new key/u);
    await field.waitFor();
    const key = await field.inputValue();
    expect(await listed(service.url, key)).toContain("bees");
    expect(await page.evaluate<string>("getSelection().toString()")).toBe(key);
    await tabTo(page, /^Copy$/u);
    await tabTo(page, /^Done$/u);
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("cell", { name: /^laptop ksk_/u }).waitFor();
    expect(await page.content()).not.toContain(key);
    await tabTo(page, /^Revoke$/u);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Revoke for good: laptop" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(/^revoked/u).waitFor();
    expect(await focusedText(page)).toBe("API keys");
    expect(await listed(service.url, key)).toBeUndefined();
    for (const name of ["registry.db", "registry.db-wal"].map((one) => join(service.folder, one)))
      expect(existsSync(name) && readFileSync(name).includes(key)).toBe(false);
  });

  it("can be copied and kept by mouse", async () => {
    const service = await startService([boat]);
    const page = await signedIn(service, "ana", { permissions: ["clipboard-read", "clipboard-write"] });
    await goToSetting(page, "API keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    const key = await page.getByLabel(/^The new key/u).inputValue();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(key);
    await page.getByRole("button", { name: /^Revoke:/u }).click();
    await page.getByRole("button", { name: /^Keep:/u }).click();
    expect(await listed(service.url, key)).toContain("bees");
  });
});

describe("members, sign-ins and clients", () => {
  it("are changed by an owner, and each change applies at once", async () => {
    const service = await startService([boat, other]);
    const page = await signedIn(service, "ana", { expected: [/\b(?:404|422)\b/u] });
    await goToSetting(page, "Members");
    await page.getByLabel("Login").fill("chi");
    await page.locator("select[name=role]").selectOption("editor");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("Role of chi").waitFor();
    const chi = await pageAt(
      browser,
      `${service.url}/console/${service.stores.get("boat")}/`,
      {},
      "Sign in",
      [/\b40[34]\b/u],
    );
    await signIn(chi, "chi");
    await chi.getByRole("link", { name: /bees/u }).click();
    await chi.getByRole("heading", { name: "Forget" }).waitFor();
    await page.getByLabel("Role of chi").selectOption("reader");
    await page.getByRole("button", { name: "Save the role of chi" }).click();
    await page.getByRole("button", { name: "Save the role of chi" }).waitFor({ state: "detached" });
    await chi.getByRole("button", { name: "Show what would be erased" }).click();
    await chi.getByText("your role must have the scope memory:forget").waitFor();
    await page.getByRole("button", { name: "Remove: chi" }).click();
    await page.getByRole("button", { name: "Remove for good: chi" }).click();
    await page.getByLabel("Role of chi").waitFor({ state: "detached" });
    await goTo(chi, "Audit trail");
    await chi.getByText("you are not a member of its account").waitFor();
    await page.getByLabel("Login").fill("nobody at all");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByText("There is no person").waitFor();
    await page.getByRole("button", { name: "Remove: ana" }).click();
    await page.getByRole("button", { name: "Remove for good: ana" }).click();
    await page.getByText("the account has no other owner").waitFor();
  }, 180_000);

  it("ends another sign-in and a client", async () => {
    const service = await startService([boat]);
    const [page, second] = [await signedIn(service, "ana"), await signedIn(service, "ana")];
    addClient(service, "ana", "Claude Code");
    await goToSetting(page, "Sign-ins and clients");
    await page.getByRole("button", { name: "End: Chrome on Linux" }).click();
    await page.getByRole("button", { name: "End for good: Chrome on Linux" }).click();
    await page.getByRole("button", { name: "End: Chrome on Linux" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Revoke: Claude Code" }).click();
    await page.getByRole("button", { name: "Revoke for good: Claude Code" }).click();
    await page.getByText("No program may use a memory of yours.").waitFor();
    await second.reload();
    await second.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  });

  it("show an owner the trail of the account, page by page, and no key pressed twice skips one", async () => {
    const service = await startService([boat]);
    addKeys(service, 60);
    const page = await signedIn(service, "ana");
    await goToSetting(page, "Account trail");
    await page.getByRole("cell", { name: "key 59" }).waitFor();
    expect(await page.getByRole("row").count()).toBe(51);
    const next = page.getByRole("button", { name: "Next" });
    await next.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "account create" }).waitFor();
    await page.getByText("Page 2").waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByRole("cell", { name: "key 59" }).waitFor();
    await page.getByText("Page 1").waitFor();
  });

  it("offer a reader nothing to change", async () => {
    const service = await startService([boat]);
    const page = await signedIn(service, "ben");
    await goTo(page, "Settings");
    const tabs = page.getByRole("navigation", { name: "Settings" });
    await tabs.waitFor();
    expect(await tabs.getByRole("link").allTextContents()).toEqual([
      "General",
      "Members",
      "Plan",
      "Sign-ins and clients",
    ]);
    await tabs.getByRole("link", { name: "Members" }).click();
    await page.getByRole("cell", { name: "reader" }).waitFor();
    expect(await page.locator("main button, main select").count()).toBe(0);
    await page.evaluate(`location.hash = "#/settings/keys"`);
    await page.getByText("There is no such setting.").waitFor();
  });
});

describe("the screens of a service", () => {
  it.each(looks)("break no rule of WCAG 2.2 AA and need no sideways scrolling: %s", async (_, options) => {
    const attack = '<img src=x onerror="globalThis.hacked=1">';
    const said = [...boat.said, `My note says ${attack} hello.`];
    const service = await startService([
      { ...boat, said },
      { ...other, members: { ana: "editor" } },
    ]);
    addClient(service, "ana", `${attack} & Co`);
    const page = await pageAt(browser, `${service.url}/console/`, options, "Sign in");
    const check = async (name: string) => {
      expect(await violations(page), name).toEqual([]);
      const [scroll, width] = await page.evaluate<[number, number]>(
        "[document.documentElement.scrollWidth, innerWidth]",
      );
      expect(scroll, name).toBeLessThanOrEqual(width);
      expect(await page.evaluate<boolean>(`"hacked" in globalThis`)).toBe(false);
    };
    await check("sign-in");
    await signIn(page, "ana");
    await page.getByRole("heading", { level: 1, name: "Choose a memory" }).waitFor();
    await check("choice");
    await page.getByRole("link", { name: "boat" }).click();
    await page.getByRole("link", { name: /bees/u }).waitFor();
    await check("memories");
    await page
      .getByRole("link", { name: /onerror=/u })
      .first()
      .click();
    await page.getByRole("heading", { name: "In its source" }).waitFor();
    await check("a hostile memory");
    await goToSetting(page, "API keys");
    await page.getByLabel("Label").fill(`<script>globalThis.hacked=1</script>`);
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("button", { name: /^Revoke:/u }).click();
    await check("keys");
    await goToSetting(page, "Members");
    await page.getByRole("button", { name: "Remove: ben" }).waitFor();
    await check("members");
    await goToSetting(page, "Plan");
    await page.getByText("5,000 MOps a month").waitFor();
    await page.getByRole("meter", { name: "Memory operations" }).waitFor();
    await check("plan");
    await goToSetting(page, "Sign-ins and clients");
    await page.getByText("onerror=").waitFor();
    await check("access");
    await goToSetting(page, "Account trail");
    await page.getByRole("cell", { name: "<script>globalThis.hacked=1</script>" }).waitFor();
    await check("trail");
  });
});
