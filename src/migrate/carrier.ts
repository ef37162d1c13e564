/**
 * Passes what a mapping produced to a memory: statements to `import`, in batches; messages to
 * `remember`, one conversation at a time.
 */
import {
  type ExchangedSource,
  type ExchangeHeader,
  exchangedSource,
} from "../contract/maintenance/exchange.js";
import type { CallOptions, MemoryService } from "../contract/memory-service.js";
import { type AddPayload, chatMessage } from "../contract/remember.js";
import type { Carried, Turn } from "./mapping.js";
import type { Tally } from "./report.js";
import { labelsOf, reasonOf } from "./shapes.js";
import {
  digestLabel,
  recordIdOf,
  type Statement,
  type StatementContext,
  sourceOf,
  wordsDigestOf,
} from "./statement.js";

/** Options of a {@link Carrier}. */
export interface CarrierOptions extends StatementContext {
  /** Absent in a dry run, in which everything is checked and counted, and nothing is stored. */
  readonly memory: MemoryService | undefined;
  readonly tally: Tally;
  readonly call: CallOptions;
}

/** Number of sources per import. */
const batchSize = 256;
/**
 * Maximum number of messages, and of characters, of one `remember`: a call keeps all of them in
 * memory and writes them in one transaction.
 */
const most = { messages: 200, chars: 200_000 };

/** Passes statements and messages to a memory, and counts them. */
export class Carrier {
  readonly #options: CarrierOptions;
  #statements: { readonly statement: Statement; readonly source: ExchangedSource }[] = [];
  #turns: Turn[] = [];
  #chars = 0;
  /** The last message of the previous call, if a conversation needs several calls. */
  #before: string | undefined;
  readonly #conversations = new Set<string>();
  /** Counts of what was imported. */
  imported = { sources: 0, records: 0, known: 0 };
  /** Counts of what was remembered. */
  remembered = { conversations: 0, records: 0 };

  constructor(options: CarrierOptions) {
    this.#options = options;
  }

  /**
   * Takes one item, and passes it on at once or with later ones.
   *
   * @param at Its place in the file.
   */
  async take(carried: Carried, at: string): Promise<void> {
    if ("loss" in carried)
      this.#options.tally.lose({
        ...carried.loss,
        at: carried.part === undefined ? at : `${at}.${carried.part}`,
      });
    else if ("turn" in carried) await this.#takeTurn(carried.turn, at);
    else await this.#takeStatement(carried.statement, at);
  }

  /** Passes on what is still buffered. */
  async finish(): Promise<void> {
    await this.#rememberTurns();
    await this.#importSources();
  }

  async #takeStatement(statement: Statement, at: string): Promise<void> {
    const { tally } = this.#options;
    const { source, tooBig } = sourceOf(statement, this.#options);
    // An item that the store would refuse is reported, so that it does not stop a whole batch.
    const checked = exchangedSource.safeParse({ source });
    if (!checked.success) return tally.lose({ kind: statement.kind, reason: reasonOf(checked.error), at });
    for (const label of tooBig)
      tally.lose({
        kind: "label",
        reason: "it exceeds the limits of a record's labels",
        at: `${at}.${label}`,
      });
    tally.carry(statement.kind);
    this.#statements.push({ statement, source });
    if (this.#statements.length >= batchSize) await this.#importSources();
  }

  async #takeTurn(turn: Turn, at: string): Promise<void> {
    const { tally } = this.#options;
    const checked = chatMessage.safeParse(turn.message);
    if (!checked.success) return tally.lose({ kind: turn.kind, reason: reasonOf(checked.error), at });
    const waiting = this.#turns[0];
    const sameTalk = waiting === undefined || waiting.conversation === turn.conversation;
    const fits =
      this.#turns.length < most.messages && this.#chars + turn.message.content.length <= most.chars;
    if (!sameTalk || (waiting !== undefined && !fits)) await this.#rememberTurns();
    if (!sameTalk) this.#before = undefined;
    tally.carry(turn.kind);
    this.#turns.push(turn);
    this.#chars += turn.message.content.length;
  }

  async #importSources(): Promise<void> {
    const { memory, call, format, now } = this.#options;
    const statements = this.#statements.splice(0);
    if (memory === undefined || statements.length === 0) return;
    const sources = await this.#underKnownIds(memory, statements);
    const header: ExchangeHeader = { format: "keepsake", version: 1, name: format, exported_at: now };
    const lines = [header, ...sources.map((source) => ({ source }))].map((line) => JSON.stringify(line));
    const kept = await memory.import(lines, call);
    this.imported = {
      sources: this.imported.sources + kept.sources,
      records: this.imported.records + kept.records,
      known: this.imported.known + kept.skipped,
    };
  }

  /**
   * Returns the sources. A statement that is stored already, or that occurs twice, gets the id of
   * the first one, so that the import leaves that one unchanged.
   */
  async #underKnownIds(
    memory: MemoryService,
    statements: readonly { readonly statement: Statement; readonly source: ExchangedSource }[],
  ): Promise<ExchangedSource[]> {
    const digests = statements.map(({ statement }) => wordsDigestOf(statement, this.#options));
    const ids = await this.#known(
      memory,
      digests.filter((digest) => digest !== undefined),
    );
    return statements.map(({ statement, source }, at) => {
      const digest = digests[at];
      if (digest === undefined) return source;
      const known = ids.get(digest);
      if (known !== undefined) return sourceOf(statement, this.#options, known).source;
      ids.set(digest, ownIdOf(source.passages[0]!.records[0]!.id));
      return source;
    });
  }

  /** Ids of what was imported before, by the digests of their words. */
  async #known(memory: MemoryService, digests: readonly string[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    if (digests.length === 0) return ids;
    const { call, format } = this.#options;
    const filter = { imported_from: format, [digestLabel]: [...new Set(digests)] };
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await memory.records(
        { filter, include_superseded: true, limit: 1000, ...(cursor === undefined ? {} : { cursor }) },
        call,
      );
      for (const { id, metadata } of page.items) ids.set(String(metadata[digestLabel]), ownIdOf(id));
      cursor = page.next_cursor;
    }
    return ids;
  }

  async #rememberTurns(): Promise<void> {
    const { memory, call, format } = this.#options;
    const turns = this.#turns.splice(0);
    const before = this.#before;
    const [first] = turns;
    this.#chars = 0;
    this.#before = turns.at(-1)?.message.content ?? before;
    if (memory === undefined || first === undefined) return;
    const content = turns.map(({ message }) => message);
    const { labels } = labelsOf({ ...first.labels, imported_from: format, original_id: first.conversation });
    const payload = await memory.remember(
      {
        content,
        metadata: labels,
        // Importing a file again does not remember the same part of a conversation again.
        idempotency_key: recordIdOf(format, "conversation", JSON.stringify([first.conversation, content])),
        ...(before === undefined ? {} : { previous_context: before }),
      },
      call,
    );
    this.#count(payload, first.conversation);
  }

  #count(payload: AddPayload, conversation: string): void {
    const { memory_decisions, skipped } = payload.data.data;
    const records = Object.values(memory_decisions).reduce((sum, { items }) => sum + items.length, 0);
    this.#conversations.add(conversation);
    this.remembered = {
      conversations: this.#conversations.size,
      records: this.remembered.records + records,
    };
    for (const { reason } of skipped)
      this.#options.tally.lose({ kind: "passage", reason, at: `conversation ${conversation}` });
  }
}

/** The id of a statement, given the id of one of the records that it was cut into. */
function ownIdOf(id: string): string {
  return id.replace(/\.\d+$/, "");
}
