import { describe, expect, it } from "vitest";
import { temporaryFile } from "../../temporary-file.js";
import { cli } from "../cli-fixture.js";

describe("keepsake profile", () => {
  it("prints who the user is and their rules under headings, and the payload with --json", async () => {
    const db = temporaryFile();
    await cli(["--db", db, "remember", "I live in Porto. Never use emojis."]);
    const { code, stdout } = await cli(["--db", db, "profile"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Facts\nThe user lives in Porto[\s\S]*Rules\nNever use emojis\./);
    const json = await cli(["--db", db, "--json", "profile", "--token-budget", "200"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ about: "the user", facts: [{ value: "Porto" }] });
  });

  it("prints nothing for an unknown speaker, and refuses a budget of 0", async () => {
    const db = temporaryFile();
    await cli(["--db", db, "remember", "--speaker", "Ana", "I live in Porto."]);
    expect(await cli(["--db", db, "profile", "--speaker", "Ben"])).toMatchObject({ code: 0, stdout: "" });
    expect((await cli(["--db", db, "profile", "--token-budget", "0"])).code).toBe(2);
  });
});
