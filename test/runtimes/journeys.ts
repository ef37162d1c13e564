/** Programs that somebody who installed keepsake runs. Each prints what it found as JSON. */

/**
 * Remembers, recalls, forgets with a proof, and exports, with the driver that is named or chosen.
 */
export const library = `
import { Memory } from "keepsake";

const [path, driver] = process.argv.slice(2);
const options = driver === undefined ? { path } : { path, driver };
const first = new Memory(options);
await first.remember({ content: "I live in Groningen.", speaker: "Wubbo" });
await first.remember({ content: "The ladder hangs in the shed.", speaker: "Ana" });
await first.rememberFile({ name: "fees.md", data: new TextEncoder().encode("# Fees\\n\\nTen euros.") });
await first.close();

const memory = new Memory(options);
const known = (await memory.recall("Where does Wubbo live?")).semantic_memory;
const { verified } = await memory.forget({ entity: "Wubbo" });
const after = (await memory.recall("Where does Wubbo live?")).semantic_memory;
const lines = [];
for await (const line of memory.export()) lines.push(line);
const { ok } = await memory.check();
await memory.close();
console.log(JSON.stringify({ known, verified, after, exported: lines.length, ok }));
`;

/** Asks `keepsake serve-file` over HTTP, and `keepsake mcp` for its tools. */
export const servers = `
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { MemoryClient } from "keepsake/client";

const main = "node_modules/keepsake-server/main.js";
const start = (...args) => {
  const child = spawn(process.execPath, [main, ...args, "--db", process.argv[2]], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, write: (line) => child.stdin.write(line + "\\n"), read: async () => JSON.parse((await lines.next()).value) };
};
const ended = ({ child }) => new Promise((resolve) => { child.once("exit", resolve); child.stdin.end(); });

const http = start("serve-file");
http.write("a-key-of-enough-characters");
const { url } = await http.read();
const client = new MemoryClient({ url, key: "a-key-of-enough-characters" });
await client.remember({ content: "The ladder hangs in the shed.", speaker: "Ana" });
const found = (await client.recall("Where does the ladder hang?")).episodic_memory;
await ended(http);

const mcp = start("mcp");
const clientInfo = { name: "test", version: "1" };
mcp.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } }));
await mcp.read();
mcp.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
mcp.write(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" }));
const tools = (await mcp.read()).result.tools.length;
await ended(mcp);
console.log(JSON.stringify({ found, tools }));
`;

/** Remembers a file of each of five formats, and prints those that were stored. */
export const files = `
import { Memory } from "keepsake";

const contents = {
  "fees.md": "# Fees\\n\\nThe fee is **ten** euros.",
  "fees.html": "<html><body><p>The fee is ten euros.</p></body></html>",
  "fees.csv": "what,fee\\nentry,ten euros\\n",
  "fees.json": '[{"what":"entry","fee":"ten euros"}]',
  "fees.eml": "From: a@example.org\\nTo: b@example.org\\nSubject: Fees\\n\\nThe fee is ten euros.\\n",
};
const memory = new Memory();
const stored = [];
for (const [name, text] of Object.entries(contents))
  if ((await memory.rememberFile({ name, data: new TextEncoder().encode(text) })).stored) stored.push(name);
await memory.close();
console.log(stored.join(" "));
`;

/** Remembers ten texts, one after the other, and prints how many the store has now. */
export const writer = `
import { Memory } from "keepsake";

const [path, driver] = process.argv.slice(2);
const memory = new Memory(driver === undefined ? { path } : { path, driver, busyTimeoutMs: 60_000 });
for (let number = 0; number < 10; number++)
  await memory.remember({ content: "Ladder " + number + " of " + process.pid + " hangs in the shed.", speaker: "Ana" });
let sources = 0;
for await (const line of memory.export()) if (JSON.parse(line).source !== undefined) sources++;
await memory.close();
console.log(sources);
`;

/** What is bundled. */
export const bundled = `import { Memory } from "keepsake";
const memory = new Memory();
await memory.remember({ content: "The ladder hangs in the shed.", speaker: "Ana" });
console.log((await memory.recall("Where does the ladder hang?")).episodic_memory);
await memory.close();
`;
