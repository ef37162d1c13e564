/** A service as people use it: `keepsake serve --sign-in`, with people who have a password. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { StoreFolder } from "keepsake/server";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { Role } from "../../src/accounts/registry/people/people.js";
import { hashPassword } from "../../src/sign-in/passwords.js";
import { projectRoot } from "../documents.js";
import { temporaryFolder } from "../server/server-fixture.js";

/** The password of everybody. */
export const password = "correct horse battery";

/** A memory to be made, with who may open it. */
export interface NewMemory {
  readonly name: string;
  readonly said: readonly string[];
  readonly members: Readonly<Record<string, Role>>;
  readonly plan?: string;
}

/** A service that runs, and the ids of its memories by name. */
export interface RunningService {
  readonly url: string;
  readonly folder: string;
  readonly stores: ReadonlyMap<string, string>;
  /** Makes a one-time link. */
  link(login: string): string;
}

/** Makes a data folder and serves it with the command line; ended after the test. */
export async function startService(memories: readonly NewMemory[]): Promise<RunningService> {
  const folder = temporaryFolder();
  const stores = await prepare(folder, memories);
  const main = join(projectRoot, "dist", "cli", "main.js");
  const child = spawn(
    process.execPath,
    [main, "serve", "--data", folder, "--port", "0", "--sign-in", "--durability", "normal"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGINT");
    await once(child, "exit");
  });
  const url = await addressOf(child.stderr!);
  const link = (login: string) => {
    const open = new StoreFolder({ folder });
    const secret = open.registry.sessions.newLink(open.registry.people.get(login).id);
    void open.close();
    return `${url}/sign-in/link/${secret}`;
  };
  return { url, folder, stores, link };
}

async function prepare(folder: string, memories: readonly NewMemory[]): Promise<Map<string, string>> {
  const stores = new Map<string, string>();
  const open = new StoreFolder({ folder, create: true });
  const { people, accounts } = open.registry;
  for (const { name, said, members, plan = "open" } of memories) {
    const account = accounts.add(`${name} account`, plan);
    const store = await open.createIn(account.name, name);
    stores.set(name, store.id);
    for (const [login, role] of Object.entries(members)) {
      const person = people.find(login) ?? people.add(login);
      people.setPassword(person.id, await hashPassword(password));
      people.setRole(account.id, person.id, role);
    }
    if (plan !== "open") accounts.deposit(account.name, 5_000_000);
    const memory = open.service(store);
    for (const content of said) await memory.remember({ content, speaker: "Ruth" });
  }
  await open.close();
  return stores;
}

/** The address that the command prints when it listens. Its output is read to the end. */
function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  const seen: string[] = [];
  const lines = createInterface({ input: output });
  return new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      seen.push(line);
      const url = /the console is at (\S+)\/console\/$/u.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    lines.on("close", () => reject(new Error(`The service did not start: ${seen.join("; ")}`)));
  });
}

/** Signs in on the page of sign-in, by password. */
export async function signIn(page: Page, login: string): Promise<void> {
  await page.getByLabel("Name").fill(login);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
