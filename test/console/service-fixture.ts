/** The console of a service on loopback, with people and their memories, without a browser. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServeOptions } from "keepsake/server";
import type { Role } from "../../src/accounts/registry/people/people.js";
import { ServiceConsole } from "../../src/console/service/service-console.js";
import { StaticFiles } from "../../src/console/static-files.js";
import { formToken } from "../../src/sign-in/session-cookie.js";
import { startServer, temporaryFolder } from "../server/server-fixture.js";

/** What a request has besides its path. */
export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An answer of the console. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it asserts.
  readonly body: any;
}

/** A page of a person: it has their session and its token. */
export interface PersonPage {
  readonly headers: Readonly<Record<string, string>>;
  /** Asks below `/console/`. */
  ask(path: string, asking?: Asking): Promise<Answer>;
}

/** The files of a page that is not built: `npm test` needs none. */
export function smallPage(): StaticFiles {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>keepsake</title>");
  writeFileSync(join(folder, "assets", "index-a1B2c3D4.js"), "export {};");
  return new StaticFiles(folder);
}

/** Starts a service with a console. */
export async function startConsoleService(options: Partial<ServeOptions> = {}) {
  const files = smallPage();
  const clock = options.clock ?? (() => new Date());
  const defects: unknown[] = [];
  const onDefect = (error: unknown) => void defects.push(error);
  const fixture = await startServer({
    sites: {
      "/console": ({ folder, url }) =>
        new ServiceConsole({ folder, files, origin: url, version: "1.2.3", clock, onDefect }).answer,
    },
    ...options,
  });
  const { registry, server } = fixture;
  const origin = server.url;

  const ask = async (path: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<Answer> => {
    const sent = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${origin}/console/${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      redirect: "manual",
      ...(sent === undefined ? {} : { body: sent }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };

  /** A page in which a person is signed in. */
  const pageOf = (personId: string): PersonPage => {
    const secret = registry.sessions.begin(personId, "Test browser");
    const headers = { cookie: `keepsake=${secret}`, "x-csrf-token": formToken(secret) };
    return {
      headers,
      ask: (path, asking = {}) => ask(path, { ...asking, headers: { ...headers, ...asking.headers } }),
    };
  };

  /** A person who owns an account with one memory, which has one sentence. */
  const owner = async (login: string, sentence = `I am ${login} and I keep bees.`) => {
    const person = registry.people.add(login);
    const account = registry.accounts.add(`account of ${login}`, "open");
    registry.people.setRole(account.id, person.id, "owner");
    const store = await server.folder.createIn(account.name, `memory of ${login}`);
    await server.folder.service(store).remember(sentence);
    return { person, account, store, page: pageOf(person.id) };
  };

  /** A further member of an account. */
  const member = (login: string, accountId: string, role: Role) => {
    const person = registry.people.add(login);
    registry.people.setRole(accountId, person.id, role);
    return { person, page: pageOf(person.id) };
  };

  return { ...fixture, fixture, defects, registry, origin, ask, pageOf, owner, member, log: fixture.log };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page or lines: the test reads the text.
    return text;
  }
}
