/**
 * What somebody who uses keepsake sees of its types: they compile without `skipLibCheck`, and an
 * editor shows a docstring for each option.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markedFiles } from "../../tools/input-types/update.js";
import { ConsumerProject } from "./consumer-project.js";
import { LanguageServer } from "./language-server.js";

/** Entries whose types need no package that the consumer installs. */
const entries = [
  "keepsake",
  "keepsake/client",
  "keepsake/mcp",
  "keepsake/server",
  "keepsake/sign-in",
  "keepsake/testing",
  "keepsake/migrate",
  "keepsake/extractors/llm",
  "keepsake/embedders/openai-compatible",
  "keepsake/embedders/transformers",
  "keepsake/rerank/transformers",
  "keepsake/stores/postgres",
];

/** The entry that exports each interface of options or input. */
const interfaces: Readonly<Record<string, string>> = {
  MemoryOptions: "keepsake",
  RememberObject: "keepsake",
  ChatMessageInput: "keepsake",
  RememberFileInput: "keepsake",
  RecallObject: "keepsake",
  ProfileInput: "keepsake",
  ForgetInput: "keepsake",
  RecordsInput: "keepsake",
  AuditInput: "keepsake",
  MemoryClientOptions: "keepsake/client",
  MigrateOptions: "keepsake/migrate",
  OpenAICompatibleEmbedderOptions: "keepsake/embedders/openai-compatible",
  AiSdkEmbedderOptions: "keepsake/embedders/ai-sdk",
  TransformersEmbedderOptions: "keepsake/embedders/transformers",
  CrossEncoderRerankOptions: "keepsake/rerank/transformers",
};

describe("the types of the package", () => {
  const project = new ConsumerProject();
  beforeAll(() => project.linkBuild());
  afterAll(() => project.remove());

  it("compile in a strict project without skipLibCheck", () => {
    project.write("entries.ts", entries.map((entry) => `export type {} from "${entry}";\n`).join(""));
    const { status, output } = project.checkTypes({ skipLibCheck: false });
    expect({ status, output }).toEqual({ status: 0, output: "" });
  }, 120_000);

  it("bring what they need of the language, where the compiler's target lacks it", () => {
    project.write("entries.ts", `export type {} from "keepsake";\nexport type {} from "keepsake/client";\n`);
    const { status, output } = project.checkTypes({
      skipLibCheck: false,
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
    });
    expect({ status, output }).toEqual({ status: 0, output: "" });
  }, 120_000);

  it("show a docstring for every option and every field of an input", async () => {
    const marked = (await markedFiles()).flatMap(({ interfaces }) => interfaces);
    const exported = marked.filter(({ name }) => name in interfaces);
    expect(exported.map(({ name }) => name).sort()).toEqual(Object.keys(interfaces).sort());
    await using server = await LanguageServer.start(project.folder);
    const silent: string[] = [];
    for (const { name, fields } of exported) {
      const uses = fields.map((field) => `value.${field};`).join("\n");
      const file = project.write(
        `${name}.ts`,
        `import type { ${name} } from "${interfaces[name]}";\ndeclare const value: ${name};\n${uses}\n`,
      );
      const shown = await server.hovers(file);
      // The signature comes first, between fences; the docstring follows.
      for (const field of fields)
        if (!/```\n\S/u.test(shown.get(field) ?? "")) silent.push(`${name}.${field}`);
    }
    expect(silent).toEqual([]);
  });

  it("show the docstring of a verb wherever it is called", async () => {
    await using server = await LanguageServer.start(project.folder);
    const verbs = ["remember", "recall", "forget", "records", "verifyAudit", "export", "for", "close"];
    const classes = [
      { name: "Memory", entry: "keepsake", own: ["pruneAudit", "reembed", "check", "backup"] },
      { name: "MemoryClient", entry: "keepsake/client", own: [] },
    ];
    for (const { name, entry, own } of classes) {
      const called = [...verbs, ...own];
      const uses = called.map((verb) => `value.${verb};`).join("\n");
      const file = project.write(
        `verbs-of-${name}.ts`,
        `import type { ${name} } from "${entry}";\ndeclare const value: ${name};\n${uses}\n`,
      );
      const shown = await server.hovers(file);
      expect(called.filter((verb) => !/```\n\S/u.test(shown.get(verb) ?? ""))).toEqual([]);
    }
  });
});
