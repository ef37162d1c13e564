/** Keys on the command line: from files and the environment. */
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, newPath } from "../cli-fixture.js";

const spade = "The spade hangs in the orangery.";
const question = "Where does the spade hang?";

function keyFile(path: string, name: string, contents: string | Buffer): string {
  const file = join(dirname(path), name);
  writeFileSync(file, contents);
  return file;
}

describe("keepsake encrypt, rekey and decrypt", () => {
  it("move a store from key to key, whatever way a key is written", async () => {
    const path = newPath();
    const [raw, next] = [randomBytes(32), randomBytes(32)];
    const hex = keyFile(path, "hex.key", `${raw.toString("hex")}\n`);
    const bytes = keyFile(path, "raw.key", raw);
    await cli(["remember", "--db", path, spade]);
    const encrypted = await cli(["encrypt", "--db", path, "--key-file", hex, "--json"]);
    expect(encrypted).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(encrypted.stdout)).toEqual({ path, changed: true });
    expect(readFileSync(path).includes("orangery")).toBe(false);
    for (const world of [
      { env: { KEEPSAKE_KEY_FILE: bytes } },
      { env: { KEEPSAKE_KEY: raw.toString("base64") } },
      { env: { KEEPSAKE_KEY: raw.toString("base64url") } },
    ])
      expect((await cli(["recall", "--db", path, question], world)).stdout).toMatch(/orangery/);
    const env = { KEEPSAKE_KEY_FILE: bytes, KEEPSAKE_NEW_KEY: next.toString("hex") };
    expect((await cli(["rekey", "--db", path], { env })).stdout).toMatch(/^Encrypted with the new key/);
    const refused = await cli(["recall", "--db", path, "--key-file", bytes, question, "--json"]);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout).error.code).toBe("wrong_key");
    const withNext = { env: { KEEPSAKE_KEY: next.toString("hex") } };
    expect((await cli(["check", "--db", path], withNext)).code).toBe(0);
    expect((await cli(["decrypt", "--db", path], withNext)).code).toBe(0);
    expect((await cli(["decrypt", "--db", path], withNext)).stdout).toMatch(/^Nothing to do/);
    expect((await cli(["recall", "--db", path, question])).stdout).toMatch(/orangery/);
  });

  it("back up and restore an encrypted store", async () => {
    const path = newPath();
    const env = { KEEPSAKE_KEY: randomBytes(32).toString("hex") };
    await cli(["remember", "--db", path, spade], { env });
    expect((await cli(["backup", "--db", path, `${path}.copy`], { env })).code).toBe(0);
    expect((await cli(["restore", "--db", `${path}.new`, `${path}.copy`], { env })).code).toBe(0);
    expect((await cli(["recall", "--db", `${path}.new`, question], { env })).stdout).toMatch(/orangery/);
  });

  it("refuse what is no key without showing it, and a key that is not there", async () => {
    const path = newPath();
    await cli(["remember", "--db", path, spade]);
    const short = await cli(["encrypt", "--db", path], { env: { KEEPSAKE_KEY: "swordfish" } });
    expect(short).toMatchObject({ code: 2, stderr: expect.stringMatching(/32 bytes/) });
    expect(short.stderr).not.toContain("swordfish");
    expect(await cli(["encrypt", "--db", path])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--key-file, \$KEEPSAKE_KEY_FILE or \$KEEPSAKE_KEY/),
    });
    const gone = await cli(["encrypt", "--db", path, "--key-file", `${path}.key`]);
    expect(gone).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/the key of the store in .*: it /),
    });
    const env = { KEEPSAKE_KEY: randomBytes(32).toString("hex") };
    expect((await cli(["encrypt", "--db", `${path}.gone`], { env })).code).toBe(1);
  });
});
