/** The plugin for a service in the real assistants: they sign in with a scripted browser. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Registry } from "../../src/accounts/registry/registry.js";
import { type Browser, fieldOf } from "../sign-in/browser.js";
import { startSignIn } from "../sign-in/sign-in-fixture.js";
import { isInstalled, type Setup, setupOf } from "./assistants.js";
import { scriptedModel } from "./scripted-model.js";

const answer = "Understood.";

async function placeOf(assistant: "claude-code" | "codex"): Promise<Setup> {
  const model = await scriptedModel(answer);
  const place = setupOf(assistant, model);
  onTestFinished(async () => {
    await model.close();
    place.remove();
  });
  return place;
}

/** Runs a command that opens a browser, and allows it one store there. */
async function login(place: Setup, args: readonly string[], browser: Browser, storeId: string) {
  const opened = join(place.home, "opened");
  rmSync(opened, { force: true });
  const program = join(place.home, "browser");
  writeFileSync(program, `#!/bin/sh\necho "$1" >> "${opened}"\n`);
  chmodSync(program, 0o755);
  const running = place.run(args, { env: { BROWSER: program }, terminal: true });
  const url = await vi.waitFor(
    () => {
      if (!existsSync(opened)) throw new Error("no browser was opened");
      return new URL(readFileSync(opened, "utf8").trim());
    },
    { timeout: 30_000, interval: 100 },
  );
  const page = await browser.follow(`${url.pathname}${url.search}`);
  const fields = { token: fieldOf(page, "token"), store: storeId, decision: "allow" };
  const decided = await browser.post(page.path, fields);
  const back = await browser.follow(decided.location);
  expect((await fetch(back.location)).status).toBe(200);
  return running;
}

/** Files of a home in which an assistant may keep its tokens. */
function storedTokens(home: string): string[] {
  return readdirSync(home, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".credentials.json"))
    .flatMap((path) => tokensIn(JSON.parse(readFileSync(join(home, path), "utf8"))));
}

/** Every access token, however the file is laid out. */
function tokensIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    /^access_?token$/i.test(name) && typeof part === "string" ? [part] : tokensIn(part),
  );
}

/** What a token opens, and that it opens nothing of another store of the same person. */
async function assertOneStore(place: Setup, registry: Registry, storeId: string): Promise<void> {
  const tokens = [...new Set(storedTokens(place.home))];
  expect(tokens).toHaveLength(1);
  expect(registry.tokens.open(tokens[0]!)?.store.id).toBe(storeId);
}

it.runIf(isInstalled("claude-code"))(
  "Claude Code signs in, recalls and remembers through the service",
  async () => {
    const { origin, person, registry } = await startSignIn();
    const ana = await person("ana");
    const place = await placeOf("claude-code");
    await place.install("keepsake", { flags: ["--config", `url=${origin}/mcp`] });
    await login(place, ["mcp", "login", "plugin:keepsake:memory"], ana.browser, ana.store.id);
    await assertOneStore(place, registry, ana.store.id);
    await place.prompt("My daughter Ines is allergic to walnuts.");
    const second = await place.prompt("What is Ines allergic to?");
    expect(second).toMatch(/<recalled_memory_[0-9a-f]{32}>.*walnuts.*<\/recalled_memory_/s);
  },
  240_000,
);

it.runIf(isInstalled("codex"))(
  "Codex signs in and gets a token for one memory",
  async () => {
    const { origin, person, registry } = await startSignIn();
    const ana = await person("ana");
    const place = await placeOf("codex");
    // Adding the server begins to sign in.
    await login(place, ["mcp", "add", "keepsake", "--url", `${origin}/mcp`], ana.browser, ana.store.id);
    expect(registry.tokens.grants(ana.id)).toMatchObject([{ storeId: ana.store.id }]);
    await assertOneStore(place, registry, ana.store.id);
    await login(place, ["mcp", "login", "keepsake"], ana.browser, ana.store.id);
    await assertOneStore(place, registry, ana.store.id);
  },
  240_000,
);
