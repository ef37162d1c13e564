/**
 * Add payloads that are saved under an idempotency key and returned again. A payload that an older
 * version saved is converted to the present form, so that a caller who repeats a call gets the same
 * contract from an older store.
 */
import type {
  AddPayload,
  ChangedRecord,
  EpisodicItem,
  ProceduralItem,
  RememberRequest,
  SemanticItem,
  SkippedItem,
} from "../contract/remember.js";
import type { Saved, Store } from "../stores/store.js";

/** Number of items that are serialized in one piece: some milliseconds of work. */
const itemsPerPiece = 1024;

/** What a write that stored nothing says. No item depends on it. */
const nothing: Saved = {
  addedBytes: 0,
  embeddingBytes: 0,
  usage: { requests: 0, tokens: 0, spendMicros: 0, storageUsed: 0 },
};

/**
 * Serializes a payload in pieces, except for what only the write can say.
 *
 * @returns what makes the payload as it is saved: without the previous context, which is never
 * stored
 */
export function* keptAnswer(
  answer: (saved: Saved) => AddPayload,
): Generator<undefined, (saved: Saved) => string> {
  const lists: string[] = [];
  for (const { items } of Object.values(answer(nothing).data.data.memory_decisions))
    lists.push(yield* jsonOf(items));
  return (saved) => {
    let next = 0;
    // A text cannot have this in JSON: its quotation marks are escaped.
    return JSON.stringify(withoutItems(answer(saved))).replace(/(?<="items":)\[\]/g, () => lists[next++]!);
  };
}

function* jsonOf(items: readonly unknown[]): Generator<undefined, string> {
  const pieces: string[] = [];
  for (let from = 0; from < items.length; from += itemsPerPiece) {
    pieces.push(JSON.stringify(items.slice(from, from + itemsPerPiece)).slice(1, -1));
    if (items.length > itemsPerPiece) yield;
  }
  return `[${pieces.join(",")}]`;
}

function withoutItems(answer: AddPayload): AddPayload {
  const { data } = answer;
  const { semantic, episodic, procedural } = data.data.memory_decisions;
  return {
    ...answer,
    data: {
      ...data,
      data: {
        ...data.data,
        memory_decisions: {
          semantic: { ...semantic, items: [] },
          episodic: { ...episodic, items: [] },
          procedural: { ...procedural, items: [] },
        },
      },
      query: { ...data.query, previous_context: "" },
    },
  };
}

/** A saved payload, with the previous context of the repeated call. */
export async function replayed(
  kept: string,
  { previous_context = "" }: RememberRequest,
  store: Pick<Store, "sources">,
): Promise<AddPayload> {
  const parsed = JSON.parse(kept) as AddPayload | OlderAnswer;
  const answer = isOlder(parsed) ? await converted(parsed, store) : parsed;
  return { ...answer, data: { ...answer.data, query: { ...answer.data.query, previous_context } } };
}

type Item = SemanticItem | EpisodicItem | ProceduralItem;
/** The fields of an item that version 0.1.0 did not have. */
type Added = Pick<Item, "span" | "certainty" | "changed">;
type Older<One extends Item> = Omit<One, keyof Added>;
type OlderDecision<One extends Item> = { readonly use: boolean; readonly items: readonly Older<One>[] };

/**
 * The add payload of version 0.1.0: `skipped` is among the decisions, items have fewer fields, and
 * `bytes` is the size of the content.
 */
interface OlderAnswer extends Omit<AddPayload, "data"> {
  readonly data: Omit<AddPayload["data"], "data"> & {
    readonly data: {
      readonly should_store_memory: boolean;
      readonly memory_decisions: {
        readonly semantic: OlderDecision<SemanticItem>;
        readonly episodic: OlderDecision<EpisodicItem>;
        readonly procedural: OlderDecision<ProceduralItem>;
        readonly skipped: readonly SkippedItem[];
      };
    };
  };
}

function isOlder(answer: AddPayload | OlderAnswer): answer is OlderAnswer {
  return "skipped" in answer.data.data.memory_decisions;
}

/**
 * Converts an older payload. It lacks the passages, so they are read from the store. They still
 * exist: erasing a passage also erases the payload.
 */
async function converted(older: OlderAnswer, store: Pick<Store, "sources">): Promise<AddPayload> {
  const { should_store_memory, memory_decisions } = older.data.data;
  const { semantic, episodic, procedural, skipped } = memory_decisions;
  const passages = await passagesOf([...semantic.items, ...episodic.items, ...procedural.items], store);
  const decision = <One extends Item>({ use, items }: OlderDecision<One>) => ({
    use,
    items: items.map((item) => ({ ...item, ...added(item, passages.get(item.record_id)) })),
  });
  const decisions = {
    semantic: decision(semantic),
    episodic: decision<EpisodicItem>({ ...episodic, items: episodic.items.map(withoutEnd) }),
    procedural: decision(procedural),
  };
  return {
    ...older,
    bytes: keptBytes(older, passages),
    data: {
      ...older.data,
      data: { should_store_memory, memory_decisions: decisions, skipped: [...skipped] },
    },
  };
}

/** Version 0.1.0 had the beginning of an event, but not its end. */
function withoutEnd(item: Older<EpisodicItem>): Older<EpisodicItem> {
  return { ...item, occurred_until: null };
}

/** The passage of each record in a payload, by the record's id. */
async function passagesOf(
  items: readonly Pick<Item, "record_id" | "source_id">[],
  store: Pick<Store, "sources">,
): Promise<ReadonlyMap<string, { readonly text: string }>> {
  const listed = new Set(items.map(({ record_id }) => record_id));
  const [first] = items;
  const found = new Map<string, { readonly text: string }>();
  if (first === undefined) return found;
  // One call creates one source.
  for await (const { passages } of store.sources(first.source_id)) {
    for (const passage of passages)
      for (const { id } of passage.records) if (listed.has(id)) found.set(id, passage);
  }
  return found;
}

/** UTF-8 bytes of the passages. Expired passages are not found; then the old value stays. */
function keptBytes(
  { stored, bytes }: OlderAnswer,
  passages: ReadonlyMap<string, { readonly text: string }>,
): number {
  if (stored && passages.size === 0) return bytes;
  return [...new Set(passages.values())].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

function added(
  item: Older<Item> & Partial<Pick<EpisodicItem, "document">>,
  passage: { readonly text: string } | undefined,
): Added {
  return { span: passage?.text ?? item.document ?? "", certainty: 1, changed: changedBy(item) };
}

/**
 * The changed record of an older item. Such an item has at most one predecessor, and only its
 * reason says whether that record was ended.
 */
function changedBy(item: Older<Item> & Partial<Pick<SemanticItem, "previous">>): ChangedRecord[] {
  const { previous, reason } = item;
  if (previous === undefined) return [];
  return [{ ...previous, change: reason.endsWith(`; ends ${previous.value}`) ? "ended" : "replaced" }];
}
