/** A browser, and a picture of its page in `docs/console/`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";

/** The folder of the project. */
export const root = fileURLToPath(new URL("../..", import.meta.url));
/** The built command line. */
export const command = join(root, "dist", "cli", "main.js");

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  "--disable-lcd-text",
];

/** Starts Debian's Chromium. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
}

/** Takes a picture of the page as it is. */
export async function take(page: Page, name: string): Promise<void> {
  const path = join(root, "docs", "console", `${name}.png`);
  await page.mouse.move(0, 0);
  await page.evaluate("scrollTo(0, 0)");
  await page.screenshot({ path });
  // A page of text needs few colours, and is a third as large with them.
  execFileSync("pngquant", ["--force", "--nofs", "--output", path, "32", path]);
}
