import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { exitCodeOf, UsageError } from "../../src/cli/exit-codes.js";
import { type ErrorData, errorCodes, MemoryError } from "../../src/contract/errors.js";

describe("exitCodeOf()", () => {
  it("returns 2 for invalid input, and 1 for other errors", () => {
    const ends = errorCodes.map((code) => {
      const error = new MemoryError(code, "Cannot: it must", {
        data: undefined as never as ErrorData["busy"],
      } as never);
      return [code, exitCodeOf(error)] as const;
    });
    expect(ends.filter(([, exit]) => exit === 2).map(([code]) => code)).toEqual(["invalid_input"]);
    expect(ends.filter(([, exit]) => exit === 1)).toHaveLength(errorCodes.length - 1);
  });

  it("returns 2 for a wrong flag, 0 for help, and 1 for a defect", () => {
    expect(exitCodeOf(new UsageError("Cannot continue"))).toBe(2);
    expect(exitCodeOf(new CommanderError(1, "commander.unknownOption", "unknown option"))).toBe(2);
    expect(exitCodeOf(new CommanderError(0, "commander.help", "help"))).toBe(0);
    expect(exitCodeOf(new TypeError("ours"))).toBe(1);
  });
});
