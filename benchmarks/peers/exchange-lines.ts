/**
 * Yields texts as the lines that keepsake's `import` reads: one source per text, with one passage
 * and one event.
 */

/** A text with its number, and who said it. */
interface ExchangedItem {
  readonly id: number;
  readonly text: string;
  readonly speaker?: string;
}

const firstMs = Date.UTC(2024, 0, 8, 9);
const everyMs = 10 * 60_000;

/** Yields the header and one line per item. */
export function* exchangeLines(items: readonly ExchangedItem[]): Generator<string> {
  yield JSON.stringify({ format: "keepsake", version: 1, name: "memory", exported_at: isoTime(0) });
  for (const { id, text, speaker = null } of items) {
    const at = isoTime(id);
    const record = {
      id: uuid(2 * id),
      type: "episodic",
      text,
      entity: null,
      property: null,
      value: null,
      trigger: null,
      occurred_at: at,
      valid_from: null,
      valid_to: null,
      created_at: at,
      superseded_by: null,
      expires_at: null,
      metadata: {},
    };
    const passage = {
      text,
      prompt: null,
      message: 0,
      speaker,
      role: "user",
      said_at: at,
      mentions: [],
      records: [record],
    };
    yield JSON.stringify({ source: { id: uuid(2 * id + 1), created_at: at, passages: [passage] } });
  }
}

function isoTime(id: number): string {
  return new Date(firstMs + id * everyMs).toISOString();
}

/** A text in the format of a UUIDv7, counted up. */
function uuid(number: number): string {
  const hex = number.toString(16).padStart(12, "0");
  return `018cd000-0000-7000-8000-${hex}`;
}
