/** Sign-in and consent in a real browser: what a client starts, by keyboard, and accessible. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Client, callTool, type Tokens } from "../sign-in/browser.js";
import { launch, looks, pageAt, tabTo, violations } from "./console-page.js";
import { password, type RunningService, signIn, startService } from "./service.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const boat = { name: "boat", said: ["I keep bees."], members: { ana: "owner" } } as const;
const garden = { name: "garden", said: ["The roses need water."], members: { ana: "reader" } } as const;

const isConsent = { level: 1, name: "Allow access to a memory?" } as const;

/** A client on loopback: it waits for the code, and has a page with a link that asks for access. */
async function startClient({ url }: RunningService, name: string) {
  const returned: URL[] = [];
  let path = "";
  const server = createServer((request, response) => {
    const at = new URL(request.url ?? "", url);
    if (at.pathname === "/callback") returned.push(at);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><title>Client</title><h1>Client</h1><a href="${url}${path}">Sign in</a>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const client = await Client.register(url, `http://127.0.0.1:${port}/callback`, name);
  path = client.authorizePath().replaceAll("&", "&amp;");
  return { client, returned, page: `http://localhost:${port}/` };
}

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  onTestFinished(() => context.close());
  return context.newPage();
}

describe("a client that asks for access", () => {
  it("gets a token for the memory that the person picks, by keyboard", async () => {
    const service = await startService([boat, garden]);
    const { client, returned } = await startClient(service, "Claude Code");
    const page = await newPage();
    await page.goto(service.url + client.authorizePath());
    await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    await page.keyboard.type("ana");
    await page.keyboard.press("Tab");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", isConsent).waitFor();
    await page.getByText("Claude Code").waitFor();
    await page.getByText("127.0.0.1").waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    expect(await page.getByRole("radio", { name: /boat/u }).isChecked()).toBe(true);
    await page.keyboard.press("ArrowDown");
    expect(await page.getByRole("radio", { name: /garden/u }).isChecked()).toBe(true);
    await tabTo(page, /^Allow$/u, "button");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Client" }).waitFor();
    const code = returned[0]?.searchParams.get("code") ?? "";
    const { access_token: token } = (await (await client.exchange(code)).json()) as Tokens;
    const { text } = await callTool(service.url, token, "list");
    expect(text).toContain("roses");
    expect(text).not.toContain("bees");
    // A reader's token cannot write, whatever the client asked for.
    expect((await callTool(service.url, token, "remember", { content: "I sail." })).status).toBe(403);
  });

  it("reaches the session of the person from a page of another site, and is refused by Deny", async () => {
    const service = await startService([boat]);
    const { returned, page: start } = await startClient(service, "Claude Code");
    const page = await newPage();
    await page.goto(`${service.url}/sign-in`);
    await signIn(page, "ana");
    await page.getByRole("link", { name: /bees/u }).waitFor();
    await page.goto(start);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("heading", isConsent).waitFor();
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("heading", { name: "Client" }).waitFor();
    expect(returned[0]?.searchParams.get("error")).toBe("access_denied");
    expect(returned[0]?.searchParams.has("code")).toBe(false);
  });
});

describe("the pages of sign-in", () => {
  it.each(looks)("break no rule of WCAG 2.2 AA and need no sideways scrolling: %s", async (_, options) => {
    const service = await startService([
      { ...boat, members: { ana: "owner", ben: "reader" } },
      { ...garden, name: "a-garden-with-a-long-name-".repeat(3) },
    ]);
    const { client } = await startClient(service, '<img src=x onerror="globalThis.hacked=1"> & Co');
    const expected = [/\b(?:400|403|410)\b/u];
    const page = await pageAt(browser, `${service.url}/sign-in`, options, "Sign in", expected);
    const check = async (name: string) => {
      expect(await violations(page), name).toEqual([]);
      const [scroll, width] = await page.evaluate<[number, number]>(
        "[document.documentElement.scrollWidth, innerWidth]",
      );
      expect(scroll, name).toBeLessThanOrEqual(width);
      expect(await page.evaluate<boolean>(`"hacked" in globalThis`), name).toBe(false);
    };
    await page.getByLabel("Name").fill("ana");
    await page.getByLabel("Password").fill(`${password}!`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The name or the password is wrong.").waitFor();
    await check("a wrong password");
    await page.goto(`${service.url}/sign-in/link/${"a".repeat(43)}`);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Link not valid" }).waitFor();
    await check("a used link");
    await page.goto(service.link("ana"));
    await check("a link");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Choose a memory" }).waitFor();
    await page.goto(`${service.url}/sign-in`);
    await page.getByRole("heading", { level: 1, name: "Signed in" }).waitFor();
    await check("signed in");
    await page.goto(`${service.url}/oauth/authorize?client_id=nobody`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await check("an unknown client");
    await page.goto(service.url + client.authorizePath());
    await page.getByRole("heading", isConsent).waitFor();
    await check("consent");
    const asked = page.url();
    await page.context().clearCookies();
    await page.goto(asked);
    await page.getByRole("heading", { level: 1, name: "Too late" }).waitFor();
    await check("too late");
  });
});
