import { readFileSync } from "node:fs";
import { testClock } from "keepsake/testing";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { Registry } from "../../src/accounts/registry/registry.js";
import { hashPassword, Passwords } from "../../src/sign-in/passwords.js";
import { temporaryFile } from "../temporary-file.js";

const right = "correct horse battery";
let now: Date;
let path: string;
let registry: Registry;
let passwords: Passwords;

beforeEach(async () => {
  now = testClock("2026-05-04T09:00:00Z")();
  path = temporaryFile("registry.db");
  registry = new Registry({ path, create: true, clock: () => now });
  onTestFinished(() => registry.close());
  passwords = new Passwords(registry.people, () => now);
  registry.people.setPassword(registry.people.add("ana").id, await hashPassword(right));
});

describe("hashPassword()", () => {
  it("salts, and stores no password", async () => {
    expect(await hashPassword(right)).not.toBe(await hashPassword(right));
    expect(readFileSync(`${path}-wal`).includes(right)).toBe(false);
  });

  it("refuses a password that is short, or too long to hash", async () => {
    await expect(hashPassword("short")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(hashPassword("x".repeat(257))).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("Passwords.check()", () => {
  it("is the person for the right password alone", async () => {
    expect((await passwords.check("ANA", right))?.login).toBe("ana");
    expect(await passwords.check("ana", `${right}!`)).toBeUndefined();
    expect(await passwords.check("nobody", right)).toBeUndefined();
    expect(await passwords.check("ana", "")).toBeUndefined();
  });

  it("takes a password in any Unicode normalization", async () => {
    registry.people.setPassword(
      registry.people.get("ana").id,
      await hashPassword("caf\u00e9 caf\u00e9 caf\u00e9 caf\u00e9"),
    );
    expect(await passwords.check("ana", "cafe\u0301 cafe\u0301 cafe\u0301 cafe\u0301")).toBeDefined();
  });

  it("refuses a person without a password, and a disabled one", async () => {
    registry.people.add("ben");
    expect(await passwords.check("ben", "")).toBeUndefined();
    registry.people.setDisabled("ana", true);
    expect(await passwords.check("ana", right)).toBeUndefined();
  });

  it("waits longer after each wrong password past the fifth, also for the right one", async () => {
    for (let index = 0; index < 6; index += 1) {
      expect(await passwords.check("ana", "wrong")).toBeUndefined();
      now = new Date(now.getTime() + 1000);
    }
    await expect(passwords.check("ana", right)).rejects.toMatchObject({ data: { retryAfterMs: 1000 } });
    now = new Date(now.getTime() + 1000);
    expect(await passwords.check("ana", right)).toBeDefined();
    expect(await passwords.check("ana", "wrong")).toBeUndefined();
    expect(await passwords.check("ana", right)).toBeDefined();
  });

  it("makes an unknown login wait as a known one", async () => {
    for (let index = 0; index < 6; index += 1) {
      expect(await passwords.check("nobody", "wrong")).toBeUndefined();
      now = new Date(now.getTime() + 1000);
    }
    await expect(passwords.check(" NOBODY", "wrong")).rejects.toMatchObject({
      code: "rate_limited",
      data: { retryAfterMs: 1000 },
    });
  });

  it("counts tries at the same time", async () => {
    for (let index = 0; index < 4; index += 1) await passwords.check("ana", "wrong");
    const tries = await Promise.allSettled([1, 2, 3].map(() => passwords.check("ana", "wrong")));
    expect(tries.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  });

  it("refuses a fifth check at once, without noting a wrong password", async () => {
    const tries = [1, 2, 3, 4, 5].map((index) => passwords.check(`nobody ${index}`, right));
    await expect(tries.pop()).rejects.toMatchObject({ code: "overloaded" });
    expect(await Promise.all(tries)).toEqual([undefined, undefined, undefined, undefined]);
  });
});
