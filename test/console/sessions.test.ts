import { describe, expect, it } from "vitest";
import { csrfHeader } from "../../src/console/answers.js";
import { ConsoleSessions, carriesToken, setCookie } from "../../src/console/sessions.js";
import { testClock } from "../../src/testing/index.js";

const url = "http://127.0.0.1:4646/";
const request = (headers: Readonly<Record<string, string>> = {}) => new Request(url, { headers });
const withCookie = (id: string) => request({ cookie: `other=1; ${setCookie(request(), id).split(";")[0]}` });

describe("ConsoleSessions", () => {
  it("opens one session for a link, once", () => {
    const sessions = new ConsoleSessions(testClock());
    const link = sessions.link();
    const opened = sessions.open(link)!;
    expect(sessions.of(withCookie(opened.id))).toMatchObject(opened.session);
    expect(sessions.open(link)).toBeUndefined();
    expect(sessions.open("a guess")).toBeUndefined();
  });

  it("opens nothing with a link of more than 15 minutes, and keeps no session for more than 12 hours", () => {
    const clock = testClock();
    const sessions = new ConsoleSessions(clock);
    const [early, late] = [sessions.link(), sessions.link()];
    clock.advance(15 * 60_000);
    const { id } = sessions.open(early)!;
    clock.advance(1);
    expect(sessions.open(late)).toBeUndefined();
    expect(sessions.of(withCookie(id))).toBeDefined();
    clock.advance(12 * 3_600_000);
    expect(sessions.of(withCookie(id))).toBeUndefined();
  });

  it("knows no session without its cookie, of another one, or after its end", () => {
    const sessions = new ConsoleSessions(testClock());
    const { id } = sessions.open(sessions.link())!;
    expect(sessions.of(request())).toBeUndefined();
    expect(sessions.of(withCookie(`${id}x`))).toBeUndefined();
    sessions.close(withCookie(id));
    expect(sessions.of(withCookie(id))).toBeUndefined();
  });

  it("takes the token of the session, and no other", () => {
    const sessions = new ConsoleSessions(testClock());
    const [one, other] = [sessions.open(sessions.link())!, sessions.open(sessions.link())!];
    expect(carriesToken(request({ [csrfHeader]: one.session.csrf }), one.session)).toBe(true);
    expect(carriesToken(request({ [csrfHeader]: other.session.csrf }), one.session)).toBe(false);
    expect(carriesToken(request(), one.session)).toBe(false);
  });
});

describe("setCookie()", () => {
  it("is out of reach of scripts and of other sites, and belongs to the port", () => {
    expect(setCookie(request(), "id")).toBe("keepsake_console_4646=id; Path=/; HttpOnly; SameSite=Strict");
    expect(setCookie(request(), "")).toContain("Max-Age=0");
  });
});
