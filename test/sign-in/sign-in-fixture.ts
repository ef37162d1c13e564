/** A service with sign-in and the console, on loopback, with people and their memories. */
import { mcpHandler } from "keepsake/mcp";
import { type SignIn, type SignInOptions, signIn } from "keepsake/sign-in";
import { onTestFinished } from "vitest";
import { ServiceConsole } from "../../src/console/service/service-console.js";
import { smallPage } from "../console/service-fixture.js";
import { startServer } from "../server/server-fixture.js";
import { Browser } from "./browser.js";

/** A service with sign-in. */
export async function startSignIn({
  clock = () => new Date(),
  clientMetadata,
}: {
  readonly clock?: () => Date;
  readonly clientMetadata?: SignInOptions["clientMetadata"];
} = {}) {
  let part: SignIn | undefined;
  const defects: unknown[] = [];
  const mcp = mcpHandler({ challenge: () => part?.challenge ?? "Bearer" });
  const onDefect = (error: unknown) => void defects.push(error);
  const files = smallPage();
  const fixture = await startServer({
    clock,
    sites: {
      "/console": ({ folder, url }) =>
        new ServiceConsole({ folder, files, origin: url, version: "1.2.3", clock, onDefect }).answer,
    },
    handlers: { "/mcp": mcp.answer },
    signIn: ({ registry, url }) => {
      part = signIn({ registry, publicUrl: url, clock, clientMetadata, onDefect });
      return part;
    },
  });
  onTestFinished(() => mcp.close());
  const { registry } = fixture;
  const origin = fixture.server.url;
  /** A person with a memory of their own, and a browser in which they are signed in. */
  const person = async (login: string) => {
    const { id } = registry.people.add(login);
    const account = registry.accounts.add(`account of ${login}`, "open");
    registry.people.setRole(account.id, id, "owner");
    const store = await fixture.server.folder.createIn(account.name, `memory of ${login}`);
    return { id, login, account, store, browser: await signedIn(id), key: registry.keys.create(store).key };
  };
  const signedIn = async (personId: string) => {
    const browser = new Browser(origin);
    const path = `/sign-in/link/${registry.sessions.newLink(personId)}`;
    await browser.get(path);
    await browser.post(path, {});
    return browser;
  };
  return { ...fixture, fixture, origin, registry, defects, person, signedIn, log: fixture.log };
}
