/** Answers of `/v1/chat/completions`, streamed or whole, for {@link ModelServer}. */
import { json, type Reply, raw } from "../../models/endpoints/model-server.js";
import { obedientAnswer } from "./models.js";

/** Events of a streamed completion, a piece of text each. */
export function eventsOf(pieces: readonly string[], { finish = "stop", usage = true } = {}): string[] {
  const chunk = (content: object) =>
    `data: ${JSON.stringify({ object: "chat.completion.chunk", ...content })}\n\n`;
  return [
    chunk({
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
      usage: null,
    }),
    ...pieces.map((content) => chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    ...(finish === "" ? [] : [chunk({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })]),
    ...(usage
      ? [chunk({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } })]
      : []),
    "data: [DONE]\n\n",
  ];
}

/** A text in pieces of five characters, as tokens come. */
export function inPieces(text: string): string[] {
  return text.match(/[\s\S]{1,5}/gu) ?? [];
}

/** A streamed completion. */
export function completing(text: string, options: { finish?: string; usage?: boolean } = {}): Reply {
  return raw(eventsOf(inPieces(text), options).join(""), "text/event-stream");
}

/** A completion at once, of a server that does not stream. */
export function completingAtOnce(text: string, finish_reason: string | null = "stop"): Reply {
  return json({
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

/** Keeps every passage as an event but small talk. */
export const obedientServer: Reply = (asked, response) => {
  const messages = asked.body.messages as readonly { role: string; content: string }[];
  const prompt = messages.find(({ role }) => role === "user")?.content ?? "";
  return completing(obedientAnswer(prompt))(asked, response);
};
