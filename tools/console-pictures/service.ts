/** Pictures of the console of a service: sign-in, the choice of a memory, and the settings. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Browser, Page } from "playwright-core";
import { Client } from "../../test/sign-in/browser.js";
import { command, take } from "./picture.js";

const login = "mirjam@example.com";

/** Makes a service in `folder`, takes its pictures, and ends it. */
export async function takeService(browser: Browser, folder: string): Promise<void> {
  const data = join(folder, "service");
  const keepsake = (...argv: string[]) =>
    execFileSync(process.execPath, [command, ...argv, "--data", data], { encoding: "utf8" });
  keepsake("accounts", "create", "Oduya", "--plan", "builder");
  for (const store of ["mirjam", "workshop"]) keepsake("stores", "create", store, "--account", "Oduya");
  for (const person of [login, "delia@example.com", "bram@example.com"]) keepsake("people", "add", person);
  for (const [person, role] of [
    [login, "owner"],
    ["delia@example.com", "editor"],
    ["bram@example.com", "reader"],
  ] as const)
    keepsake("members", "add", person, "--account", "Oduya", "--role", role);
  keepsake("wallet", "deposit", "25", "--account", "Oduya");
  keepsake("keys", "create", "--store", "mirjam", "--label", "phone");
  const child = spawn(process.execPath, [command, "serve", "--data", data, "--port", "0", "--sign-in"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const url = await addressOf(child.stderr!);
    const page = await browser.newPage({ reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1080, height: 660 });
    await page.goto(`${url}/sign-in`);
    await page.getByLabel("Name").fill(login);
    await take(page, "sign-in");
    const link = keepsake("people", "link", login, "--public-url", url).trim();
    await page.goto(link);
    await page.getByRole("button", { name: "Sign in" }).click();
    await takeSettings(page);
    const client = await Client.register(url, "http://127.0.0.1:4321/callback", "Claude Code");
    await page.goto(url + client.authorizePath());
    await page.getByRole("radio", { name: "mirjam" }).check();
    await take(page, "consent");
  } finally {
    child.kill("SIGINT");
    await once(child, "exit");
  }
}

async function takeSettings(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Choose a memory" }).waitFor();
  await take(page, "choice");
  await page.getByRole("link", { name: "mirjam" }).click();
  await page.getByRole("heading", { name: "Memories" }).waitFor();
  const open = async (setting: string) => {
    await page.evaluate(`location.hash = "#/settings/${setting}"`);
    await page.getByRole("navigation", { name: "Settings" }).waitFor();
  };
  await open("keys");
  await page.getByLabel("Label").fill("laptop");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel(/^The new key/u).waitFor();
  await page.getByRole("button", { name: "Revoke: laptop" }).waitFor();
  await take(page, "keys");
  await open("members");
  await page.getByRole("button", { name: "Remove: bram@example.com" }).waitFor();
  await take(page, "members");
  await open("plan");
  await page.getByRole("meter", { name: "Memory operations" }).waitFor();
  await take(page, "plan");
  await open("access");
  await page.getByRole("button", { name: /^End:/u }).waitFor();
  await take(page, "access");
  await open("trail");
  await page.getByRole("cell", { name: "laptop" }).waitFor();
  await take(page, "trail");
}

/** The address that the command prints. Its output is read to the end. */
function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.on("line", (line) => {
      const url = /the console is at (\S+)\/console\/$/u.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    lines.on("close", () => reject(new Error("The service did not start")));
  });
}
