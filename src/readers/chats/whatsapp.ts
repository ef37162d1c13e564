/**
 * WhatsApp's "Export chat": a message begins with its time and its sender, and may have several lines. Whether day or month comes first
 * differs by the phone's language and is read from the whole file. No time zone is written: times are taken for UTC.
 */
import { textLines } from "../decode.js";
import type { FileSource, Reader, Section } from "../reader.js";
import { type DateOrder, isNotice, OrderVote, type Stamp, stampOf, timeOf } from "./whatsapp-line.js";

/** Characters of a message, WhatsApp's own bound; lines beyond it are told as a message of their own. */
const maxMessageChars = 65_536;

export const whatsAppReader: Reader = { mediaType: "text/x-whatsapp-chat", read };

async function* read(file: FileSource, options: { readonly signal?: AbortSignal }): AsyncGenerator<Section> {
  const order = await orderOf(file, options);
  let open: Stamp | undefined;
  let readBytes = 0;
  for await (const line of textLines(file, options)) {
    const stamp = stampOf(line.text);
    if (open !== undefined && stamp === null && open.text.length + line.text.length < maxMessageChars)
      open = { ...open, text: `${open.text}\n${line.text}` };
    else {
      if (open !== undefined) yield* told(open, order, readBytes);
      open = stamp ?? (open === undefined ? undefined : { ...open, text: line.text });
    }
    readBytes = line.readBytes;
  }
  if (open !== undefined) yield* told(open, order, readBytes);
}

async function orderOf(file: FileSource, options: { readonly signal?: AbortSignal }): Promise<DateOrder> {
  const vote = new OrderVote();
  for await (const { text } of textLines(file, options)) {
    const stamp = stampOf(text);
    if (stamp !== null) vote.take(stamp);
  }
  return vote.order;
}

function* told(stamp: Stamp, order: DateOrder, readBytes: number): Generator<Section> {
  const text = stamp.text.trim();
  if (stamp.speaker === null || isNotice(text)) return;
  const at = timeOf(stamp, order);
  yield { text, speaker: stamp.speaker, role: "user", ...(at === null ? {} : { at }), readBytes };
}
