/** Clients that are named by the address of their metadata: off, from copies, and fetched. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signIn } from "keepsake/sign-in";
import { describe, expect, it } from "vitest";
import { Registry } from "../../src/accounts/registry/registry.js";
import { temporaryFolder } from "../server/server-fixture.js";
import { Client, callTool, type Tokens } from "./browser.js";
import { startSignIn } from "./sign-in-fixture.js";

const id = "https://client.example.com/metadata.json";
const redirect = "http://127.0.0.1:4321/callback";
const document = (fields: object = {}) =>
  JSON.stringify({
    client_id: id,
    client_name: "Editor",
    redirect_uris: [redirect],
    logo_uri: "https://x.test/",
    ...fields,
  });

function folderWith(...texts: string[]): string {
  const folder = join(temporaryFolder(), "clients");
  mkdirSync(folder);
  for (const [at, text] of texts.entries()) writeFileSync(join(folder, `${at}.json`), text);
  return folder;
}

const metadataOf = async (origin: string) =>
  (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json() as Promise<
    Record<string, unknown>
  >;

describe("client ID metadata documents", () => {
  it("are off by default: not offered, and such a client is unknown", async () => {
    const { origin, person } = await startSignIn();
    const ana = await person("ana");
    expect(await metadataOf(origin)).not.toHaveProperty("client_id_metadata_document_supported");
    const page = await ana.browser.follow(Client.at(origin, id).authorizePath());
    expect([page.status, page.text.includes("client is invalid")]).toEqual([400, true]);
  });

  it("from copies lead a client to tokens, on any port of loopback, without a connection", async () => {
    const { origin, person, registry, defects } = await startSignIn({
      clientMetadata: { folder: folderWith(document()) },
    });
    const ana = await person("ana");
    expect(await metadataOf(origin)).toMatchObject({ client_id_metadata_document_supported: true });
    const client = Client.at(origin, id, "http://127.0.0.1:50123/callback");
    const page = await ana.browser.follow(client.authorizePath());
    expect(page.text).toContain("Editor (client.example.com)");
    const tokens = await client.tokens(ana.browser, ana.store.id);
    expect((await callTool(origin, tokens.access_token, "details")).status).toBe(200);
    const again = (await (await client.refresh(tokens.refresh_token)).json()) as Tokens;
    expect((await callTool(origin, again.access_token, "details")).status).toBe(200);
    expect(registry.tokens.grants(ana.id)).toMatchObject([{ client: "Editor (client.example.com)" }]);
    const other = await ana.browser.follow(Client.at(origin, "https://other.example.com/x").authorizePath());
    expect(other.status).toBe(400);
    expect(defects).toEqual([]);
  });

  it("are fetched once where that is switched on, and bounded in number", async () => {
    const asked: string[] = [];
    const now = new Date();
    const { origin, person } = await startSignIn({
      clock: () => now,
      clientMetadata: {
        fetch: async (address) => {
          asked.push(address);
          if (address !== id) throw new Error("unreachable");
          return { text: document(), cacheControl: "no-store" };
        },
      },
    });
    const ana = await person("ana");
    const client = Client.at(origin, id);
    const tokens = await client.tokens(ana.browser, ana.store.id);
    expect((await callTool(origin, tokens.access_token, "details")).status).toBe(200);
    expect(asked).toEqual([id]);
    for (let index = 0; index < 40; index += 1)
      await ana.browser.get(Client.at(origin, `https://other.example.com/${index}`).authorizePath());
    expect(asked.length).toBeLessThanOrEqual(30);
  });

  it.each([
    ["of another address", document({ client_id: "https://other.example.com/" })],
    ["with a secret", document({ client_secret: "x" })],
    ["of a client with a key", document({ token_endpoint_auth_method: "private_key_jwt" })],
    ["without redirects", document({ redirect_uris: [] })],
    ["with a redirect that a browser would run", document({ redirect_uris: ["javascript:alert(1)"] })],
    ["that is no object", "[]"],
    ["that is no JSON", "<html>"],
  ])("%s are refused, fetched or copied", async (_what, text) => {
    const { origin, person } = await startSignIn({
      clientMetadata: { fetch: async () => ({ text, cacheControl: "" }) },
    });
    const ana = await person("ana");
    const page = await ana.browser.follow(Client.at(origin, id).authorizePath());
    expect(page.status).toBe(400);
    const registry = new Registry({ path: join(temporaryFolder(), "registry.db"), create: true });
    const copied = () =>
      signIn({
        registry,
        publicUrl: "http://127.0.0.1:1",
        clientMetadata: { folder: folderWith(document(), text) },
      });
    // A copy for another address is a copy of that client.
    if (!text.includes("other.example.com"))
      expect(copied).toThrow(
        expect.objectContaining({ code: "invalid_input", message: expect.stringContaining("1.json") }),
      );
    registry.close();
  });
});
