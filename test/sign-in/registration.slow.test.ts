import { describe, expect, it } from "vitest";
import { hostOf, registered } from "../../src/sign-in/registration.js";
import { RegistrationLimit } from "../../src/sign-in/registration-limit.js";

const redirect_uris = ["http://127.0.0.1:4321/callback"];

describe("registered()", () => {
  it("keeps what a public client needs, and nothing else", () => {
    expect(
      registered({
        client_name: "Editor",
        redirect_uris,
        scope: "memory:read openid admin",
        grant_types: ["implicit", "client_credentials"],
        token_endpoint_auth_method: "client_secret_basic",
        application_type: "web",
        logo_uri: "https://evil.example/logo.png",
        jwks_uri: "https://evil.example/keys",
      }),
    ).toEqual({
      client_name: "Editor",
      redirect_uris,
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      scope: "memory:read",
    });
  });

  it.each([
    "https://app.example/callback",
    "http://localhost/callback",
    "http://[::1]:8/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
  ])("takes %s", (uri) => {
    expect(registered({ redirect_uris: [uri] }).redirect_uris).toEqual([uri]);
  });

  it.each([
    "http://app.example/callback",
    "https://localhost/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "https://app.example/callback#part",
    "https://user:password@app.example/callback",
    "callback",
    "",
  ])("refuses %j", (uri) => {
    expect(() => registered({ redirect_uris: [uri] })).toThrow(
      expect.objectContaining({ error: expect.stringMatching(/^invalid_(?:client_metadata|redirect_uri)$/) }),
    );
  });

  it.each([
    {},
    { redirect_uris: [] },
    { redirect_uris: Array.from({ length: 11 }, () => "https://app.example/c") },
    { redirect_uris, client_name: "x".repeat(101) },
    { redirect_uris, client_name: "a\u0000b" },
    { redirect_uris, client_name: "a\u202eb" },
  ])("refuses %j", (metadata) => {
    expect(() => registered(metadata)).toThrow(
      expect.objectContaining({ error: expect.stringMatching(/^invalid_(?:client_metadata|redirect_uri)$/) }),
    );
  });
});

describe("hostOf()", () => {
  it("is what a person can judge", () => {
    expect(hostOf("https://app.example/callback")).toBe("app.example");
    expect(hostOf("http://127.0.0.1:4321/callback")).toBe("127.0.0.1:4321");
    expect(hostOf("cursor://anysphere/callback")).toBe("an app (cursor:)");
  });
});

describe("RegistrationLimit", () => {
  it("lets 30 clients register at once, and one more every two seconds", () => {
    let nowMs = 0;
    const limit = new RegistrationLimit(() => nowMs);
    const taken = () => {
      try {
        limit.take();
        return true;
      } catch (error) {
        expect(error).toMatchObject({ error: "temporarily_unavailable" });
        return false;
      }
    };
    expect(Array.from({ length: 31 }, taken).filter(Boolean)).toHaveLength(30);
    nowMs = 2000;
    expect([taken(), taken()]).toEqual([true, false]);
  });
});
