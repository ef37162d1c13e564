/** Recognises a pasted e-mail by its header lines, and who wrote it. */

const header = /^(?<field>from|to|cc|bcc|date|sent|subject|reply-to):\s+(?<value>\S.{0,200})$/iu;
/** "Kwabena Osei", "Osei, Kwabena" and "Kwabena Osei <k@museum.example>". */
const sender =
  /^["']?(?<name>\p{Lu}[\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}?[\p{L}\p{M}'’.-]{1,30}){0,3})["']?(?:\s*<[^<>\s]{3,100}>)?$/u;
/** The first lines, in which all headers are, and a line of the body. */
const mostLines = 12;

/**
 * The name of the sender of an e-mail; `null` if a text does not begin with the header lines of
 * one ("From" and at least one more) and a body. Its "I" and "my" mean its sender, not the person
 * who pasted it.
 */
export function senderOf(text: string): string | null {
  const start = text.trimStart().slice(0, 2000);
  if (!/^(?:from|to|cc|date|sent|subject|reply-to):/iu.test(start)) return null;
  const lines = start.split(/\r?\n/, mostLines).map((line) => line.trim());
  const body = lines.findIndex((line) => !header.test(line));
  const hasBody = body >= 0 && lines.slice(body).some((line) => line !== "");
  const fields = new Map<string, string>();
  for (const line of lines.slice(0, body)) {
    const { field, value } = header.exec(line)!.groups!;
    fields.set(field!.toLowerCase(), value!.trim());
  }
  const name = sender.exec(fields.get("from") ?? "")?.groups?.name;
  return name === undefined || fields.size < 2 || !hasBody ? null : name;
}
