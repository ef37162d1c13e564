/**
 * A model behind `/v1/chat/completions`. Answers are streamed, so that a slow model is not mistaken
 * for one that does not respond.
 */
import { z } from "zod";
import type { Deadline } from "../../async/deadline.js";
import { Endpoint, pieces } from "../../models/endpoints/endpoint.js";
import { EndpointRefusal } from "../../models/endpoints/failures.js";
import { endpointParts } from "../../models/endpoints/options.js";
import { type ChatModel, type ModelAnswer, type ModelRequest, maxAnswerChars } from "./model.js";
import { type ExtractorParts, isEndpoint } from "./options.js";

/** Ways to request JSON, strictest first. A refusal of the server selects the next one. */
const forms = [
  (schema: object) => ({
    stream_options: { include_usage: true },
    response_format: { type: "json_schema", json_schema: { name: "memory", strict: true, schema } },
  }),
  () => ({ stream_options: { include_usage: true }, response_format: { type: "json_object" } }),
  () => ({}),
] as const;

/** Statuses with which servers refuse an unknown field. */
const formRefused: ReadonlySet<number> = new Set([400, 404, 415, 422, 501]);

/** Maximum number of characters of a stream that are read. Each token has its own JSON object. */
const maxStreamChars = maxAnswerChars * 40;

/** A model behind the endpoint that the options name. */
export function endpointModel({ model, patience, maxOutputTokens }: ExtractorParts): ChatModel {
  if (!isEndpoint(model)) throw new TypeError("Cannot ask: the model must have an address");
  const fixed = {
    model: model.model,
    stream: true,
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...model.body,
  };
  const parts = endpointParts(model, patience);
  return new EndpointChat(`${model.model} at ${parts.baseUrl}`, new Endpoint(parts), fixed);
}

class EndpointChat implements ChatModel {
  readonly name: string;
  readonly #endpoint: Endpoint;
  readonly #fixed: object;
  /** Index of the strictest form that was not refused. */
  #form = 0;

  constructor(name: string, endpoint: Endpoint, fixed: object) {
    this.name = name;
    this.#endpoint = endpoint;
    this.#fixed = fixed;
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    for (let form = this.#form; ; form += 1) {
      try {
        const answer = await this.#askIn(form, request);
        this.#form = Math.max(this.#form, form);
        return answer;
      } catch (error) {
        const other =
          error instanceof EndpointRefusal && formRefused.has(error.status) && form + 1 < forms.length;
        if (!other) throw error;
      }
    }
  }

  #askIn(form: number, { turns, schema, signal }: ModelRequest): Promise<ModelAnswer> {
    const body = { ...this.#fixed, messages: turns, ...forms[form]!(schema) };
    const read = (response: Response, deadline: Deadline) => readCompletion(response, deadline);
    return this.#endpoint.ask({ path: "/chat/completions", body, signal, read });
  }
}

/** The fields of a completion that are read, whole or one event of a stream. */
const completion = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        message: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z
    .object({
      total_tokens: z.number().optional(),
      prompt_tokens: z.number().optional(),
      completion_tokens: z.number().optional(),
    })
    .nullish(),
  error: z.unknown().optional(),
});

/** Collects the events of an answer. */
class Gathered {
  text = "";
  tokens = 0;
  finish: string | undefined;

  take(json: string): void {
    const parsed = completion.safeParse(jsonOf(json));
    if (!parsed.success) throw new EndpointRefusal("an answer that is no chat completion", 200);
    const { choices, usage, error } = parsed.data;
    if (error !== undefined && error !== null)
      throw new Error("the server gave up in the middle of its answer");
    const [choice] = choices ?? [];
    this.text += choice?.delta?.content ?? choice?.message?.content ?? "";
    this.finish = choice?.finish_reason ?? this.finish;
    if (usage)
      this.tokens = usage.total_tokens ?? (usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0);
  }

  get isFull(): boolean {
    return this.text.length >= maxAnswerChars;
  }

  /** The answer so far. Without `finish_reason` it counts as cut. */
  answer(): ModelAnswer {
    const cut = this.isFull || this.finish === undefined || this.finish === "length";
    return { text: this.text.slice(0, maxAnswerChars), tokens: this.tokens, cut };
  }
}

/**
 * Reads a stream of events, or one JSON object from servers that do not stream. If the connection
 * breaks, the text so far is the answer.
 */
async function readCompletion(response: Response, deadline: Deadline): Promise<ModelAnswer> {
  const gathered = new Gathered();
  try {
    for await (const json of messagesOf(pieces(response, deadline))) {
      gathered.take(json);
      if (gathered.isFull) break;
    }
  } catch (error) {
    if (gathered.text === "" || error instanceof EndpointRefusal) throw error;
  }
  return gathered.answer();
}

/** The JSON of each event; of a body without events, the body. */
async function* messagesOf(body: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  let read = 0;
  let streamed: boolean | undefined;
  for await (const piece of body) {
    rest += piece;
    read += piece.length;
    if (read > maxStreamChars) return;
    // The first letter shows whether it is a stream: the fields of events are data, event, id and
    // retry, and comments begin with a colon.
    streamed ??= rest.trim() === "" ? undefined : /^\s*[deir:]/u.test(rest);
    if (streamed !== true) continue;
    const lines = rest.split(/\r\n|\r|\n/u);
    rest = lines.pop() ?? "";
    yield* lines.flatMap(dataOf);
  }
  if (streamed === true) yield* dataOf(rest);
  else yield rest;
}

/**
 * The data in a line of an event stream (HTML Living Standard, section 9.2). Other fields, comments
 * and the end mark have none.
 */
function dataOf(line: string): string[] {
  const data = /^data:\s?(.*)$/su.exec(line)?.[1]?.trim();
  return data === undefined || data === "" || data === "[DONE]" ? [] : [data];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // The schema then rejects it, because it is not a chat completion.
  }
}
