/** The console as a person gets it: the command, its link, and a browser. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { source } from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { projectRoot } from "../documents.js";

/** Debian's Chromium: no test downloads a browser. */
export const browserPath = process.env.KEEPSAKE_CHROMIUM ?? "/usr/bin/chromium";

const offline = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @throws {Error} where there is no browser */
export function launch(): Promise<Browser> {
  if (!existsSync(browserPath)) throw new Error(`Cannot test the console: no browser at ${browserPath}`);
  return chromium.launch({ executablePath: browserPath, args: offline });
}

/** Runs `keepsake console` for a store; ended with Ctrl-C after the test. */
export async function startConsole(
  db: string,
): Promise<{ readonly link: string; readonly child: ChildProcess }> {
  const main = join(projectRoot, "dist", "cli", "main.js");
  const child = spawn(process.execPath, [main, "--db", db, "console"], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGINT");
    await once(child, "exit");
  });
  const lines = createInterface({ input: child.stdout! });
  const [link] = (await once(lines, "line")) as [string];
  return { link, child };
}

/**
 * A page that fails its test on any error, and on any request to another host.
 *
 * @param heading The heading that it comes to.
 * @param expected Errors that belong to the test. A page finds out by a refusal that nobody has
 * signed in.
 */
export async function pageAt(
  browser: Browser,
  link: string,
  options: BrowserContextOptions = {},
  heading?: string,
  expected: readonly RegExp[] = [],
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    const text = `${message.text()} ${url}`;
    const isExpected = isSessionQuestion(text) || expected.some((one) => one.test(text));
    if ((message.type() === "error" || message.type() === "warning") && !isExpected) wrong.push(text);
  });
  const { host } = new URL(link);
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.host !== host) wrong.push(`a request to ${url.host}`);
  });
  onTestFinished(async () => {
    await context.close();
    if (wrong.length > 0) throw new Error(`The page reported: ${wrong.join("; ")}`);
  });
  await page.goto(link);
  const name = heading === undefined ? {} : { name: heading };
  await page.getByRole("heading", { level: 1, ...name }).waitFor();
  return page;
}

/**
 * Chromium reports each refused request. At a service, a page asks whether somebody has signed in.
 */
function isSessionQuestion(text: string): boolean {
  return /\b(?:401|404)\b.*\/console\/(?:[\w-]+\/)?api\/session$/u.test(text);
}

/**
 * Presses Tab until the focus is on an element with a name; at most as often as a page has stops.
 *
 * @param tag The element, where a link has the same name.
 */
export async function tabTo(page: Page, name: RegExp, tag = "*"): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    const text = await focusedText(page);
    const isIt = await page.evaluate<boolean>(
      `document.activeElement?.matches(${JSON.stringify(tag)}) ?? false`,
    );
    if (isIt && name.test(text)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Goes to a screen as the navigation does. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name: screen, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: screen }).waitFor();
}

/** How people look at the console: in light and dark, on a narrow and a wide screen. */
export const looks = [
  ["light, wide", { colorScheme: "light", viewport: { width: 1280, height: 800 } }],
  ["dark, 320 px", { colorScheme: "dark", viewport: { width: 320, height: 640 } }],
  ["dark, wide", { colorScheme: "dark", viewport: { width: 1280, height: 800 } }],
  ["light, 320 px", { colorScheme: "light", viewport: { width: 320, height: 640 } }],
] as const;

/** The rules of WCAG 2.2 AA that the page breaks, each with where. */
export async function violations(page: Page): Promise<string[]> {
  // Not as a script of the page, which its content security policy refuses.
  await page.evaluate(source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  // As text: these files are checked without the types of a browser, like everything around them.
  return page.evaluate<
    string[]
  >(`axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 120)).join(" | ")))`);
}

/** The text of the focused element; empty where nothing is focused. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate<string>(
    `document.activeElement === document.body ? "" : (document.activeElement?.textContent ?? "").trim()`,
  );
}
