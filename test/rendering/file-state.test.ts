import { describe, expect, it } from "vitest";
import { fileState } from "../../src/rendering/file-state.js";

const failure = (code: string) => Object.assign(new Error(`${code}: as the system says it`), { code });

describe("fileState()", () => {
  it("explains common errors in words, with the system's code", () => {
    expect(fileState(failure("ENOENT"))).toBe("does not exist (ENOENT)");
    expect(fileState(failure("EISDIR"))).toBe("is a folder (EISDIR)");
    expect(fileState(failure("EACCES"))).toBe("may not be used by this process (EACCES)");
  });

  it("explains what is missing instead of the file", () => {
    expect(fileState(failure("ENOENT"), "has no folder to lie in")).toBe("has no folder to lie in (ENOENT)");
  });

  it("renders the code of an unknown error, and the message of an error without a code", () => {
    expect(fileState(failure("EMFILE"))).toBe("cannot be used (EMFILE)");
    expect(fileState(new Error("the reader was closed"))).toBe("cannot be used: the reader was closed");
  });
});
