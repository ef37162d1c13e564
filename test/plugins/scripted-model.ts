/**
 * A model on loopback that both assistants accept: it records each request and answers one
 * sentence.
 */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A running model. */
export interface ScriptedModel {
  readonly url: string;
  /** The body of each request for an answer, in order. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a model that answers every request with the same sentence, or with one made of the
 * request.
 */
export async function scriptedModel(answer: string | ((request: string) => string)): Promise<ScriptedModel> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const path = (request.url ?? "").split("?")[0] ?? "";
    const isQuestion = /\/(?:messages|responses)$/.test(path);
    if (isQuestion) requests.push(body);
    const sentence = typeof answer === "string" ? answer : answer(body);
    if (path.endsWith("/responses")) stream(response, responsesEvents(sentence));
    else if (isQuestion && body.includes('"stream":true')) stream(response, messagesEvents(sentence));
    else if (isQuestion) json(response, message(sentence));
    else json(response, { input_tokens: 10, object: "list", data: [], models: [] });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, requests, close };
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

function stream(response: ServerResponse, events: readonly Event[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

const messageUsage = { input_tokens: 10, output_tokens: 5 };
const stopped = { stop_reason: "end_turn", stop_sequence: null };

/** An answer of the Messages API, which Claude Code uses. */
function message(text: string): object {
  const content = text === "" ? [] : [{ type: "text", text }];
  const head = { id: "msg_1", type: "message", role: "assistant", model: "scripted" };
  return { ...head, content, ...stopped, usage: messageUsage };
}

function messagesEvents(text: string): Event[] {
  const started = { ...message(""), stop_reason: null };
  return [
    { type: "message_start", message: started },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: stopped, usage: messageUsage },
    { type: "message_stop" },
  ];
}

const responseUsage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};

/** An answer of the Responses API, which Codex uses. */
function responsesEvents(text: string): Event[] {
  const content = [{ type: "output_text", text, annotations: [] }];
  const item = { id: "msg_1", type: "message", role: "assistant", status: "completed", content };
  const response = {
    id: "resp_1",
    object: "response",
    status: "completed",
    output: [item],
    usage: responseUsage,
  };
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
    { type: "response.output_text.delta", output_index: 0, content_index: 0, item_id: "msg_1", delta: text },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response },
  ];
}
