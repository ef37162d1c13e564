import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

const newest = (path: string) =>
  fileURLToPath(new URL(`./test/frameworks/newest/node_modules/${path}`, import.meta.url));

/** Packages that lanes install in folders of their own bring tests too. */
const installed = "**/node_modules/**";
const slow = "test/**/*.slow.test.ts";
const assistant = "test/**/*.assistant.test.ts";
const postgres = "test/**/*.postgres.test.ts";
const framework = "test/frameworks/newest/*.framework.test.ts";
const aiSdk = ["test/ai-sdk/*", "test/embedders/ai-sdk-*", "test/extractors/llm-extractor"].map(
  (one) => `${one}.test.ts`,
);
const pglite = "test/**/*.pglite.test.ts";
const browser = "test/browser/**/*.test.ts";
const runtimes = "test/runtimes/**/*.test.ts";

export default defineConfig({
  resolve: {
    alias: {
      "keepsake/testing": source("testing/index.ts"),
      "keepsake/client": source("client/index.ts"),
      "keepsake/sign-in": source("sign-in/index.ts"),
      "keepsake/server": source("server/index.ts"),
      "keepsake/anthropic": source("frameworks/anthropic.ts"),
      "keepsake/langgraph": source("frameworks/langgraph.ts"),
      "keepsake/langchain": source("frameworks/langchain.ts"),
      "keepsake/openai-agents": source("frameworks/openai-agents.ts"),
      "keepsake/mastra": source("frameworks/mastra.ts"),
      "keepsake/llamaindex": source("frameworks/llamaindex.ts"),
      "keepsake/adk": source("frameworks/adk.ts"),
      "keepsake/mcp": source("mcp/index.ts"),
      "keepsake/ai-sdk": source("ai-sdk/index.ts"),
      "keepsake/extractors/llm": source("extractors/llm-extractor.ts"),
      "keepsake/embedders/ai-sdk": source("embedders/ai-sdk-embedder.ts"),
      "keepsake/embedders/openai-compatible": source("embedders/openai-compatible-embedder.ts"),
      "keepsake/migrate": source("migrate/index.ts"),
      "keepsake/embedders/transformers": source("embedders/transformers/index.ts"),
      "keepsake/rerank/transformers": source("rerankers/transformers/index.ts"),
      "keepsake/stores/postgres": source("stores/postgres/index.ts"),
      keepsake: source("index.ts"),
    },
  },
  test: {
    // Lanes: `npm test` runs the fast one, `npm run test:slow` real kills, large files, packed
    // tarballs and ONNX models, `npm run test:postgres` what needs a PostgreSQL server, which it
    // starts, `npm run test:pglite` the contract of stores on PostgreSQL in WebAssembly, which it
    // installs, `npm run test:assistants` the plugins in Claude Code and Codex.
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          exclude: [installed, slow, postgres, pglite, assistant, framework, browser, runtimes],
        },
      },
      { extends: true, test: { name: "slow", include: [slow] } },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [postgres],
          // Servers, processes and vacuums share the machine with other work.
          testTimeout: 300_000,
          globalSetup: fileURLToPath(new URL("./test/stores/postgres/server.ts", import.meta.url)),
        },
      },
      // One database in one session, for all tests of the file.
      {
        extends: true,
        test: { name: "pglite", include: [pglite], testTimeout: 300_000, hookTimeout: 300_000 },
      },
      { extends: true, test: { name: "assistants", include: [assistant] } },
      // `npm run test:frameworks`: frameworks that it installs, and the AI SDK's tests on its
      // newest major.
      {
        extends: true,
        resolve: {
          alias: [
            { find: /^ai$/, replacement: newest("ai/dist/index.js") },
            { find: /^ai\/test$/, replacement: newest("ai/dist/test/index.js") },
            // For the examples, which are in another folder.
            { find: /^@google\/adk$/, replacement: newest("@google/adk/dist/esm/index.js") },
            { find: /^(@llamaindex\/core\/memory)$/, replacement: newest("$1/dist/index.js") },
            {
              find: /^@mastra\/core\/(agent|request-context)$/,
              replacement: newest("@mastra/core/dist/$1/index.js"),
            },
          ],
        },
        test: {
          name: "frameworks",
          include: [framework, ...aiSdk],
        },
      },
      {
        extends: true,
        test: { name: "runtimes", include: [runtimes], testTimeout: 300_000, hookTimeout: 300_000 },
      },
      // One browser at a time: the lane needs Chromium, and `npm run test:browser` says so where
      // there is none.
      {
        extends: true,
        test: { name: "browser", include: [browser], fileParallelism: false, testTimeout: 180_000 },
      },
    ],
    // Test files share loaded modules: reading the grammar and the tagger anew for each file took
    // half of the time.
    isolate: false,
    maxWorkers: "100%",
    // Processes that read files run the sources too.
    execArgv: ["--import", fileURLToPath(new URL("./test/typescript-processes.mjs", import.meta.url))],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
