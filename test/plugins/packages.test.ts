/** The plugins in `plugins/`: generated, small, and without a script or a key. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { pluginFiles } from "../../tools/plugins/packages.js";

const folder = fileURLToPath(new URL("../../plugins/", import.meta.url));
const files = pluginFiles();

it("plugins/ has what npm run build:plugins writes, and nothing else", () => {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length).replace(/^\//, ""));
  expect(paths.toSorted()).toEqual(files.map(({ path }) => path).toSorted());
  for (const { path, text } of files) expect(readFileSync(`${folder}/${path}`, "utf8"), path).toBe(text);
});

it.each(["claude-code/keepsake", "claude-code/keepsake-local", "codex/keepsake", "codex/keepsake-local"])(
  "%s has three JSON files and a skill",
  (plugin) => {
    const own = files.filter(({ path }) => path.startsWith(`${plugin}/`)).map(({ path }) => path);
    expect(own.filter((path) => path.endsWith(".json"))).toHaveLength(3);
    expect(own.filter((path) => !path.endsWith(".json"))).toEqual([`${plugin}/skills/memory/SKILL.md`]);
  },
);

it("each hook calls memory_hook and waits at most two seconds", () => {
  const hooks = files.filter(({ path }) => path.endsWith("hooks.json"));
  expect(hooks).toHaveLength(4);
  for (const { path, text } of hooks) {
    const events = Object.values(
      (JSON.parse(text) as { hooks: Record<string, { hooks: object[] }[]> }).hooks,
    );
    for (const handler of events.flat().flatMap((matcher) => matcher.hooks))
      expect(handler, path).toMatchObject({ type: "mcp_tool", tool: "memory_hook", timeout: 2 });
  }
});

it("no file contains a key", () => {
  for (const { path, text } of files)
    expect(text, path).not.toMatch(/authorization|bearer|api[_-]?key|secret_|token=/i);
});
