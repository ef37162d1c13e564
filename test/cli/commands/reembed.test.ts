import { describe, expect, it } from "vitest";
import { json, ModelServer } from "../../models/endpoints/model-server.js";
import { cli, newPath } from "../cli-fixture.js";

async function filled(): Promise<string> {
  const path = newPath();
  for (const [speaker, town] of [
    ["Ana", "Lisbon"],
    ["Rita", "Graz"],
    ["Teun", "Texel"],
  ])
    await cli(["--db", path, "remember", "--speaker", speaker!, `I live in ${town}.`]);
  return path;
}

const question = "Where does Rita live?";

describe("keepsake reembed", () => {
  it("moves the store to the named embedder, and says so", async () => {
    const path = await filled();
    const { code, stdout, stderr } = await cli(["--db", path, "--embedder", "static:64", "reembed"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe("3 passages re-embedded; the store now uses keepsake-static-en@1/64.\n");
    const asked = await cli(["--db", path, "recall", "--embedder", "static:64", question]);
    expect(asked.stdout).toContain("Graz");
    const audited = await cli(["--db", path, "audit", "--operation", "REEMBED", "--json"]);
    expect(JSON.parse(audited.stdout).items).toMatchObject([
      { reason: "from keepsake-static-en@1/256 to keepsake-static-en@1/64" },
    ]);
  });

  it("prints its payload as JSON, and draws a bar on a terminal", async () => {
    const path = await filled();
    const { stdout, stderr } = await cli(["--db", path, "reembed", "--embedder", "static:128", "--json"], {
      terminal: true,
    });
    expect(JSON.parse(stdout)).toEqual({ embedder: "keepsake-static-en@1/128", passages: 3 });
    expect(stderr).toContain("re-embedding  ████████████████████  3 of 3  100 %");
  });

  it("does nothing if the store already uses that embedder", async () => {
    const { code, stdout } = await cli(["--db", await filled(), "reembed"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "Nothing to do: the store already uses keepsake-static-en@1/256.\n",
    });
  });

  it("is what a command advises for vectors of another embedder", async () => {
    const path = await filled();
    const { code, stderr } = await cli(["--db", path, "recall", "--embedder", "static:64", question]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/keepsake-static-en@1\/256.*keepsake-static-en@1\/64.*keepsake reembed/);
    expect((await cli(["--db", path, "details", "--embedder", "static:64"])).code).toBe(0);
  });

  it("says how to continue after an interruption", async () => {
    const path = await filled();
    const interrupt = new AbortController();
    interrupt.abort();
    const { code, stderr } = await cli(["--db", path, "reembed", "--embedder", "static:64"], {
      signal: interrupt.signal,
    });
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: "Stopped. The same command continues.\n",
    });
  });

  it("moves the store to a model behind an endpoint, with the key of the environment", async () => {
    const path = await filled();
    await using server = await ModelServer.start((asked, response) => {
      const data = asked.body.input.map((text: string, index: number) => ({
        index,
        embedding: [text.length, 1, -1, 0.5],
      }));
      json({ data })(asked, response);
    });
    const flags = ["--embedder", "openai-compatible:tiny"];
    const options = { baseUrl: server.baseUrl, dimensions: 4, encoding: "float" };
    for (const [key, value] of Object.entries(options)) flags.push("--embedder-option", `${key}=${value}`);
    const env = { KEEPSAKE_EMBEDDER_KEY: "sk-not-a-real-key" };
    const { code, stdout, stderr } = await cli(["--db", path, "reembed", ...flags], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^3 passages re-embedded; the store now uses .*tiny/);
    expect(server.asked[0]).toMatchObject({
      path: "/v1/embeddings",
      headers: { authorization: "Bearer sk-not-a-real-key" },
    });
    expect((await cli(["--db", path, "recall", question, ...flags], { env })).stdout).toContain("Graz");
  });

  it("creates no store if there is none", async () => {
    const { code, stderr } = await cli(["--db", newPath(), "reembed"]);
    expect(code).toBe(1);
    expect(stderr).toContain("a store must exist");
  });
});

describe("--embedder", () => {
  it.each([
    [["--embedder", "nothing:x"], /must be one of static, transformers, openai-compatible, got "nothing"/],
    [["--embedder", "static:65"], /dimensions must be one of 256, 128, 64/],
    [
      [
        "--embedder",
        "openai-compatible:m",
        "--embedder-option",
        "baseUrl=ftp://x",
        "--embedder-option",
        "dimensions=3",
      ],
      /baseUrl/,
    ],
    [["--embedder-option", "dimensions=3"], /needs --embedder/],
    [["--embedder", "transformers:nobody/knows"], /nobody\/knows/],
  ])("refuses %s", async (flags, message) => {
    const { code, stderr } = await cli(["--db", newPath(), ...flags, "remember", "I live in Graz."]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("is read from the environment, unless a flag is given", async () => {
    const path = newPath();
    const env = { KEEPSAKE_EMBEDDER: "static", KEEPSAKE_EMBEDDER_OPTIONS: '{"dimensions":128}' };
    await cli(["--db", path, "remember", "--speaker", "Rita", "I live in Graz."], { env });
    expect((await cli(["--db", path, "recall", question], { env })).stdout).toContain("Graz");
    expect((await cli(["--db", path, "recall", question])).code).toBe(1);
    expect(
      (await cli(["--db", path, "recall", question], { env: { KEEPSAKE_EMBEDDER_OPTIONS: "[" } })).code,
    ).toBe(2);
    const nameless = { KEEPSAKE_EMBEDDER_OPTIONS: '{"dimensions":128}' };
    const { code, stderr } = await cli(["--db", path, "recall", question], { env: nameless });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "Cannot continue: KEEPSAKE_EMBEDDER_OPTIONS needs KEEPSAKE_EMBEDDER, or --embedder\n",
    });
  });
});
