/**
 * The files of the plugins for coding assistants, from one description. Each plugin is a manifest,
 * an MCP server and hooks of type `mcp_tool`: no script, no process of its own, no key.
 */
import { readFileSync } from "node:fs";
import { skill } from "./skill.js";

/** A generated file: its path under `plugins/`, and its text. */
export interface PluginFile {
  readonly path: string;
  readonly text: string;
}

const { version, license } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as { version: string; license: string };

/** A placeholder that the assistant fills in. */
const filledIn = (name: string) => `\${${name}}`;

/** The name of the MCP server inside each plugin. */
const serverName = "memory";
/** Where `keepsake serve` listens unless it is given another address. */
const serviceUrl = "http://127.0.0.1:8787/mcp";
/** Seconds after which the assistant continues the turn without memory, and says so each time. */
const hookSeconds = 2;
/**
 * Milliseconds after which a slow memory answers without memory, and says so once. The rest is for
 * the way back.
 */
const withinMs = 1500;

/** Whose memory a plugin uses: one of a service, or a file on this machine. */
type Kind = "service" | "local";
const names: Readonly<Record<Kind, string>> = { service: "keepsake", local: "keepsake-local" };
/** Only Claude Code says who made a prompt; in Codex an unknown placeholder fails the hook. */
const madeBy = { source: filledIn("source") };
const purposes: Readonly<Record<Kind, string>> = {
  service: "Long-term memory from a keepsake service; sign in with the browser.",
  local: "Long-term memory in one SQLite file on this machine, without a service.",
};
const kinds = ["service", "local"] as const;

/** Every file of every plugin. */
export function pluginFiles(): PluginFile[] {
  return [...claudeCode(), ...codex(), ...portable()];
}

function claudeCode(): PluginFile[] {
  const folder = "claude-code";
  const plugins = kinds.map((kind) => ({
    name: names[kind],
    source: `./${names[kind]}`,
    description: purposes[kind],
    version,
    category: "memory",
  }));
  const market = {
    name: "keepsake",
    owner: { name: "keepsake" },
    metadata: { description: "Long-term memory for coding assistants." },
    plugins,
  };
  const setting = {
    url: {
      type: "string",
      title: "Address of the service",
      description: "The /mcp address of your keepsake service.",
      default: serviceUrl,
    },
  };
  return [
    json(`${folder}/.claude-plugin/marketplace.json`, market),
    ...kinds.flatMap((kind) => {
      const at = `${folder}/${names[kind]}`;
      const manifest = { ...manifestOf(kind), ...(kind === "service" ? { userConfig: setting } : {}) };
      const server =
        kind === "service" ? { type: "http", url: filledIn("user_config.url") } : stdio("claude-code");
      // biome-ignore format: one file a line
      return [
        json(`${at}/.claude-plugin/plugin.json`, manifest),
        json(`${at}/.mcp.json`, { mcpServers: { [serverName]: server } }),
        json(`${at}/hooks/hooks.json`, hooks(`plugin:${names[kind]}:${serverName}`, madeBy)),
        skillFile(at),
      ];
    }),
  ];
}

function codex(): PluginFile[] {
  const folder = "codex";
  const market = {
    name: "keepsake",
    interface: { displayName: "keepsake" },
    plugins: kinds.map((kind) => ({
      name: names[kind],
      source: { source: "local", path: `./${names[kind]}` },
      policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
      category: "Productivity",
    })),
  };
  return [
    json(`${folder}/.agents/plugins/marketplace.json`, market),
    ...kinds.flatMap((kind) => {
      const at = `${folder}/${names[kind]}`;
      const server = kind === "service" ? { type: "http", url: serviceUrl } : stdio("codex");
      const manifest = {
        ...manifestOf(kind),
        skills: "./skills/",
        mcpServers: "./.mcp.json",
        hooks: "./hooks/hooks.json",
        interface: { displayName: names[kind], shortDescription: purposes[kind], category: "Productivity" },
      };
      return [
        json(`${at}/.codex-plugin/plugin.json`, manifest),
        json(`${at}/.mcp.json`, { mcpServers: { [serverName]: server } }),
        json(`${at}/hooks/hooks.json`, hooks(serverName)),
        skillFile(at),
      ];
    }),
  ];
}

/** Agent Plugins 1.0, which has neither hooks nor addresses: the local server and the skill. */
function portable(): PluginFile[] {
  const at = "portable";
  const manifest = {
    $schema: "https://agentplugins.org/schema/1.0.0/plugin.json",
    ...manifestOf("local"),
    name: "keepsake",
  };
  const { command, args } = stdio("agent-plugin");
  return [
    json(`${at}/plugin.json`, manifest),
    json(`${at}/mcp.json`, { mcpServers: { [serverName]: { type: "stdio", command, args } } }),
    skillFile(at),
  ];
}

function manifestOf(kind: Kind) {
  return {
    name: names[kind],
    version,
    description: purposes[kind],
    author: { name: "keepsake" },
    license,
    keywords: ["memory", "recall", "mcp"],
  };
}

/** One file for all assistants of a person. Codex expands no variable in these arguments. */
function stdio(actor: string) {
  return {
    command: "npx",
    args: ["-y", `keepsake-server@${version}`, "--db", "~/.keepsake.db", "--actor", actor, "mcp"],
  };
}

/**
 * What each hook passes to the tool. None runs when a session starts: Codex would wait for it and
 * for the first prompt, one after the other, and Claude Code has no server yet.
 */
const inputs = {
  UserPromptSubmit: {
    event: "UserPromptSubmit",
    prompt: filledIn("prompt"),
    session: filledIn("session_id"),
    cwd: filledIn("cwd"),
  },
  Stop: {
    event: "Stop",
    answer: filledIn("last_assistant_message"),
    session: filledIn("session_id"),
    cwd: filledIn("cwd"),
  },
};

function hooks(server: string, ofPrompt: object = {}) {
  const { UserPromptSubmit, Stop } = inputs;
  const entry = (input: object) => {
    const call = { type: "mcp_tool", server, tool: "memory_hook", input: { ...input, within_ms: withinMs } };
    return [{ hooks: [{ ...call, timeout: hookSeconds }] }];
  };
  return {
    hooks: { UserPromptSubmit: entry({ ...UserPromptSubmit, ...ofPrompt }), Stop: entry(Stop) },
  };
}

function skillFile(at: string): PluginFile {
  return { path: `${at}/skills/memory/SKILL.md`, text: skill };
}

function json(path: string, value: object): PluginFile {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` };
}
