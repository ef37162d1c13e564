/** Claude Code and Codex, installed by `npm run test:assistants`, each with a home of its own. */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ScriptedModel } from "./scripted-model.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const installed = join(root, "test", "plugins", "installed", "node_modules", ".bin");

/** The two assistants. */
export const assistants = ["claude-code", "codex"] as const;
/** One of {@link assistants}. */
export type Assistant = (typeof assistants)[number];

const programs: Readonly<Record<Assistant, string>> = {
  "claude-code": join(installed, "claude"),
  codex: join(installed, "codex"),
};

/** Whether an assistant is installed. */
export function isInstalled(assistant: Assistant): boolean {
  return existsSync(programs[assistant]);
}

/** How a program is run. */
interface RunOptions {
  /** Further variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** In a terminal, which a sign-in asks for. */
  readonly terminal?: boolean;
}

/** How a plugin is installed. */
interface InstallOptions {
  readonly flags?: readonly string[];
  /**
   * The address of a service, in place of the plugin's. Then its hooks wait as long as the plugin
   * says; else they wait long, because what they do must not depend on how busy the machine is.
   */
  readonly brokenService?: string;
}

/** An assistant with a home folder, a working folder and a scripted model. */
export interface Setup {
  readonly home: string;
  /** Runs the program. Returns what it printed, on both streams. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<string>;
  /** Adds our plugins and installs one. */
  readonly install: (plugin: string, options?: InstallOptions) => Promise<void>;
  /** Sends one prompt. Returns what the model received for it. */
  readonly prompt: (text: string) => Promise<string>;
  /** What the program printed for the last prompt. */
  readonly printed: () => string;
  readonly remove: () => void;
}

/** How long a hook of a test waits, in seconds. Those of the plugins wait two. */
const hookSeconds = 60;

/** Milliseconds after which a program is killed. */
const longestMs = 90_000;

/** Prepares a home for an assistant. `npx keepsake` runs the built command there. */
export function setupOf(assistant: Assistant, model: ScriptedModel): Setup {
  const base = mkdtempSync(join(tmpdir(), "keepsake-assistant-"));
  const [home, work, bin] = ["home", "work", "bin"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [join(home, ".codex"), work, bin]) mkdirSync(folder, { recursive: true });
  const command = join(root, "dist", "cli", "main.js");
  writeFileSync(join(bin, "npx"), `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${command}" "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(home, ".codex", "config.toml"), codexSettings(model.url));
  const environment = {
    PATH: [bin, process.env.PATH].join(delimiter),
    HOME: home,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "scripted",
    SCRIPTED_KEY: "scripted",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    MCP_TIMEOUT: String(1000 * hookSeconds),
    // Else `claude -p` waits two seconds for its servers, and sends the prompt without them.
    MCP_CONNECTION_NONBLOCKING: "0",
  };
  const run = (args: readonly string[], { env = {}, terminal = false }: RunOptions = {}) => {
    const [program, ...rest] = terminal
      ? ["script", "-qec", [programs[assistant], ...args].join(" "), "/dev/null"]
      : [programs[assistant], ...args];
    return runProgram(program!, rest, { env: { ...environment, ...env }, cwd: work });
  };
  const flags =
    assistant === "codex" ? ["exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"] : ["-p"];
  const add = assistant === "codex" ? "add" : "install";
  let last = "";
  return {
    home,
    run,
    install: async (plugin, { flags = [], brokenService } = {}) => {
      const folder = changedCopy(assistant, join(base, "plugins"), brokenService);
      await run(["plugin", "marketplace", "add", folder]);
      await run(["plugin", add, `${plugin}@keepsake`, ...flags]);
    },
    prompt: async (text) => {
      const before = model.requests.length;
      last = await run([...flags, text]);
      return model.requests.slice(before).join("\n");
    },
    printed: () => last,
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Copies our plugins for an assistant, as {@link InstallOptions} says. */
function changedCopy(assistant: Assistant, to: string, brokenService: string | undefined): string {
  cpSync(join(root, "plugins", assistant), to, { recursive: true });
  for (const path of readdirSync(to, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".json")) continue;
    const text = readFileSync(join(to, path), "utf8");
    const changed =
      brokenService === undefined ? patient(text) : text.replace("http://127.0.0.1:8787/mcp", brokenService);
    writeFileSync(join(to, path), changed);
  }
  return to;
}

/** Hooks that wait long. */
function patient(text: string): string {
  return text
    .replace(/"timeout": \d+/gu, `"timeout": ${hookSeconds}`)
    .replace(/"within_ms": \d+/gu, `"within_ms": ${1000 * hookSeconds}`);
}

function codexSettings(url: string): string {
  return [
    'model = "scripted"',
    'model_provider = "scripted"',
    "[model_providers.scripted]",
    'name = "scripted"',
    `base_url = "${url}/v1"`,
    'wire_api = "responses"',
    'env_key = "SCRIPTED_KEY"',
    "",
  ].join("\n");
}

function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly env: Record<string, string>; readonly cwd: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => (printed += String(chunk)));
    const timer = setTimeout(() => child.kill("SIGKILL"), longestMs);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(printed);
      else reject(new Error(`${program} ${args.join(" ")} ended with ${code}:\n${printed}`));
    });
  });
}
