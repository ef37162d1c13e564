import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createApiKey, isKey, keyIdOf } from "../../../../src/accounts/registry/stores/api-key.js";

describe("createApiKey()", () => {
  it("creates a key of ksk_, an id of 12 characters and a secret of 43, with the hash of the whole key", () => {
    const { key, id, hash } = createApiKey();
    expect(key).toMatch(/^ksk_[A-Za-z0-9]{12}[A-Za-z0-9_-]{43}$/);
    expect(key.slice(4, 16)).toBe(id);
    expect(hash).toEqual(createHash("sha256").update(key).digest());
  });

  it("never creates the same key twice", () => {
    const keys = Array.from({ length: 1000 }, () => createApiKey().key);
    expect(new Set(keys).size).toBe(1000);
  });
});

describe("keyIdOf()", () => {
  it("returns the id of a key, and undefined for other text", () => {
    const { key, id } = createApiKey();
    expect(keyIdOf(key)).toBe(id);
    for (const other of ["", "ksk_", id, key.slice(0, -1), `${key}x`, key.replace("ksk_", "sk-"), `${key}\n`])
      expect(keyIdOf(other)).toBeUndefined();
  });
});

describe("isKey()", () => {
  it("is true only for the key whose hash is stored", () => {
    const { key, hash } = createApiKey();
    expect(isKey(key, hash)).toBe(true);
    expect(isKey(createApiKey().key, hash)).toBe(false);
    expect(isKey(key, undefined)).toBe(false);
  });
});
