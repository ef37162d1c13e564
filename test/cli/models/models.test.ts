/** `--extractor`: what decides what is worth keeping. */
import { describe, expect, it } from "vitest";
import { obedientServer } from "../../extractors/llm/chat-server.js";
import { ModelServer } from "../../models/endpoints/model-server.js";
import { cli, newPath } from "../cli-fixture.js";

const key = { KEEPSAKE_EXTRACTOR_KEY: "sk-not-a-real-key" };

describe("--extractor", () => {
  it("asks a language model at an endpoint, with the key of the environment", async () => {
    await using server = await ModelServer.start(obedientServer);
    const flags = ["--extractor", "openai-compatible:qwen3:8b"];
    const options = { baseUrl: server.baseUrl, windowChars: 400 };
    for (const [name, value] of Object.entries(options)) flags.push("--extractor-option", `${name}=${value}`);
    const { code, stderr } = await cli(["--db", newPath(), ...flags, "remember", "I live in Graz."], {
      env: key,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(server.asked[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer sk-not-a-real-key" },
      body: { model: "qwen3:8b" },
    });
  });

  it("is read from the environment, unless a flag is given", async () => {
    await using server = await ModelServer.start(obedientServer);
    const env = {
      ...key,
      KEEPSAKE_EXTRACTOR: "openai-compatible:tiny",
      KEEPSAKE_EXTRACTOR_OPTIONS: JSON.stringify({ baseUrl: server.baseUrl }),
    };
    const path = newPath();
    expect((await cli(["--db", path, "remember", "I live in Graz."], { env })).code).toBe(0);
    expect(server.asked).toHaveLength(1);
    const named = { ...key, KEEPSAKE_EXTRACTOR: env.KEEPSAKE_EXTRACTOR };
    expect(
      (await cli(["--db", path, "--extractor", "rules", "remember", "I work in Linz."], { env: named })).code,
    ).toBe(0);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    [["--extractor", "nothing:x"], {}, /--extractor must be one of rules, openai-compatible, got "nothing"/],
    [["--extractor", "rules:x"], {}, /takes no model/],
    [["--extractor", "openai-compatible:m"], {}, /baseUrl/],
    [
      ["--extractor", "openai-compatible:m", "--extractor-option", "baseURL=http://x/v1"],
      {},
      /baseURL|baseUrl/,
    ],
    [["--extractor-option", "baseUrl=http://x/v1"], {}, /needs --extractor/],
    [
      [],
      { KEEPSAKE_EXTRACTOR: "rules", KEEPSAKE_EXTRACTOR_OPTIONS: "[]" },
      /KEEPSAKE_EXTRACTOR_OPTIONS must be a JSON object/,
    ],
  ])("refuses %s %s", async (flags, env, message) => {
    const { code, stderr } = await cli(["--db", newPath(), ...flags, "remember", "I live in Graz."], { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
