/**
 * What an editor shows for a position of a file: TypeScript's language server, over standard input
 * and output.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "../documents.js";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: { readonly contents?: { readonly value?: string } } | null;
}

/** A language server for one folder. */
export class LanguageServer implements AsyncDisposable {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers = new Map<number, (message: Message) => void>();
  #received: Buffer = Buffer.alloc(0);
  #requests = 0;

  private constructor(folder: string) {
    const compiler = join(projectRoot, "node_modules/typescript/lib/tsc.js");
    this.#process = spawn(process.execPath, [compiler, "--lsp", "-stdio"], { cwd: folder });
    this.#process.stdout.on("data", (data: Buffer) => this.#receive(data));
  }

  /** Starts a server. */
  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer(folder);
    const capabilities = { textDocument: { hover: { contentFormat: ["markdown"] } } };
    const rootUri = pathToFileURL(folder).href;
    await server.#request("initialize", {
      processId: process.pid,
      rootUri,
      capabilities,
      workspaceFolders: null,
    });
    server.#send({ method: "initialized", params: {} });
    return server;
  }

  /** The text that an editor shows for each property `.name;` of a file, by name. */
  async hovers(path: string): Promise<ReadonlyMap<string, string>> {
    const text = readFileSync(path, "utf8");
    const uri = pathToFileURL(path).href;
    this.#send({
      method: "textDocument/didOpen",
      params: { textDocument: { uri, languageId: "typescript", version: 1, text } },
    });
    const found = new Map<string, string>();
    for (const [line, content] of text.split("\n").entries())
      for (const { index, 1: name = "" } of content.matchAll(/\.(\w+);/gu)) {
        const position = { line, character: index + 1 };
        const { result } = await this.#request("textDocument/hover", { textDocument: { uri }, position });
        found.set(name, result?.contents?.value ?? "");
      }
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill();
  }

  #request(method: string, params: object): Promise<Message> {
    this.#requests += 1;
    const id = this.#requests;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    for (;;) {
      const head = this.#received.indexOf("\r\n\r\n");
      const length = Number(
        /Content-Length: (\d+)/iu.exec(this.#received.toString("utf8", 0, Math.max(0, head)))?.[1],
      );
      if (head < 0 || this.#received.length < head + 4 + length) return;
      const body = this.#received.toString("utf8", head + 4, head + 4 + length);
      this.#received = this.#received.subarray(head + 4 + length);
      this.#handle(JSON.parse(body) as Message);
    }
  }

  /** The server also asks: for settings, which have no values here. */
  #handle(message: Message): void {
    const { id, method, params } = message;
    if (id === undefined) return;
    if (method === undefined) this.#answers.get(id)?.(message);
    else this.#send({ id, result: params?.items?.map(() => null) ?? null });
  }
}
