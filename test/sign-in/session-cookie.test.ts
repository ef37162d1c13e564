import { describe, expect, it } from "vitest";
import { newSecret } from "../../src/accounts/registry/people/secrets.js";
import {
  endedSessionCookie,
  formToken,
  isFormToken,
  sessionCookie,
  sessionSecret,
} from "../../src/sign-in/session-cookie.js";

const [plain, secure] = [{ isSecure: false }, { isSecure: true }];
const secret = newSecret();

describe("sessionCookie()", () => {
  it("is not for scripts, other sites or plain http", () => {
    expect(sessionCookie(secret, plain)).toBe(`keepsake=${secret}; Path=/; HttpOnly; SameSite=Strict`);
    expect(sessionCookie(secret, secure)).toBe(
      `__Host-keepsake=${secret}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(endedSessionCookie(plain)).toMatch(/^keepsake=;.*Max-Age=0$/);
  });
});

describe("sessionSecret()", () => {
  it("finds the secret among other cookies", () => {
    expect(sessionSecret(`a=b; keepsake=${secret}; c=d`, plain)).toBe(secret);
    expect(sessionSecret(`__Host-keepsake=${secret}`, secure)).toBe(secret);
  });

  it.each([
    null,
    undefined,
    "",
    "keepsake",
    "keepsake=",
    "keepsake=short",
    `xkeepsake=${secret}`,
    `keepsake=${secret}"`,
  ])("finds none in %j", (header) => {
    expect(sessionSecret(header, plain)).toBeUndefined();
  });

  it("does not take a cookie that a page without https could have set", () => {
    expect(sessionSecret(`keepsake=${secret}`, secure)).toBeUndefined();
  });
});

describe("isFormToken()", () => {
  it("is true for the token of the session alone", () => {
    expect(isFormToken(formToken(secret), secret)).toBe(true);
    expect(isFormToken(formToken(newSecret()), secret)).toBe(false);
    expect(isFormToken("", secret)).toBe(false);
    expect(formToken(secret)).not.toContain(secret);
  });
});
