import { describe, expect, it } from "vitest";
import { cleanError, withoutSecrets } from "../../../src/models/endpoints/failures.js";

describe("withoutSecrets()", () => {
  it("removes known keys, and texts that look like keys", () => {
    expect(withoutSecrets("bad key hunter2hunter2 here", ["hunter2hunter2"])).toBe("bad key [key] here");
    expect(withoutSecrets("Incorrect API key: sk-proj-abc***xyz, Bearer abc")).toBe(
      "Incorrect API key: [key], [key]",
    );
  });

  it("leaves words that contain a short header value", () => {
    expect(withoutSecrets("version v2 of v21", ["v2"])).toBe("version v2 of v21");
  });

  it("keeps a message short and on one line", () => {
    const observed = withoutSecrets(`a\n${"🪁".repeat(500)}`);
    expect(observed.length).toBeLessThan(310);
    expect(observed.isWellFormed()).toBe(true);
    expect(observed).not.toMatch(/\n/);
  });
});

describe("cleanError()", () => {
  it("contains the cause of a failed fetch", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    expect(cleanError(new TypeError("fetch failed", { cause: refused })).message).toBe(
      "fetch failed (ECONNREFUSED)",
    );
  });
});
