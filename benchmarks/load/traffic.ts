/** Sends adds and searches over many connections for a limited time, and collects the answers. */
import { MadeUpConversation, type Message } from "../latency/conversation.js";
import { Connection, Cut } from "./connection.js";
import type { Service, Tenant } from "./service.js";

/** Options of {@link traffic}. */
export interface TrafficOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Share of searches among the calls, 0 to 1. */
  readonly searchShare: number;
  readonly seed: number;
  /** Kill the service in the middle. */
  readonly kill: boolean;
}

/** The answers to the calls of one store. Money is in micro-dollars. */
export interface Answered {
  readonly recordIds: string[];
  requests: number;
  tokens: number;
  spentMicros: number;
  storageBytes: number;
}

/** The collected answers of one run. */
export interface Traffic {
  readonly answered: ReadonlyMap<string, Answered>;
  readonly addMs: number[];
  readonly searchMs: number[];
  /** Calls whose connection broke when the service was killed. */
  cut: number;
  /** Answers other than 200, as `status body`. Calls that a kill interrupted are not included. */
  readonly errors: string[];
  seconds: number;
}

/** Most calls of one run. */
const mostCalls = 2_000_000;

/** Sends the calls of one run. */
export async function traffic(service: Service, options: TrafficOptions): Promise<Traffic> {
  const result: Traffic = {
    answered: new Map(service.tenants.map(({ store }) => [store, nothing()])),
    addMs: [],
    searchMs: [],
    cut: 0,
    errors: [],
    seconds: 0,
  };
  const startedMs = performance.now();
  const deadlineMs = startedMs + options.seconds * 1000;
  const workers = Array.from({ length: options.connections }, (_, index) =>
    work(service, { ...options, index, deadlineMs }, result),
  );
  const killing = options.kill ? killInTheMiddle(service, options.seconds) : Promise.resolve();
  await Promise.all([...workers, killing]);
  result.seconds = (performance.now() - startedMs) / 1000;
  return result;
}

function nothing(): Answered {
  return { recordIds: [], requests: 0, tokens: 0, spentMicros: 0, storageBytes: 0 };
}

async function killInTheMiddle(service: Service, seconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, (seconds * 1000) / 2));
  await service.killAndRestart();
}

interface Worker extends TrafficOptions {
  readonly index: number;
  readonly deadlineMs: number;
}

async function work(service: Service, worker: Worker, result: Traffic): Promise<void> {
  const { index, connections, deadlineMs, seed } = worker;
  const tenant = service.tenants[index % service.tenants.length]!;
  const talk = new MadeUpConversation(seed * 1000 + index);
  const connection = new Connection(() => service.port);
  const most = Math.floor(mostCalls / connections);
  let said: Message | undefined;
  for (let turn = 0; turn < most && performance.now() < deadlineMs; turn += 1) {
    const search = said !== undefined && isSearch(turn, worker.searchShare);
    const message = search ? said! : talk.message(turn * connections + index);
    const kills = service.kills;
    try {
      if (search) await searchOnce(connection, tenant, talk.question(message), result);
      else await addOnce(connection, tenant, message, result);
      said = message;
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      if (service.kills === kills && !worker.kill) result.errors.push(error.message);
      else result.cut += 1;
      await service.up();
    }
  }
  connection.close();
}

/** Distributes the searches evenly over the calls. */
function isSearch(turn: number, share: number): boolean {
  return Math.floor((turn + 1) * share) > Math.floor(turn * share);
}

async function addOnce(
  connection: Connection,
  { store, key }: Tenant,
  message: Message,
  result: Traffic,
): Promise<void> {
  const startedMs = performance.now();
  const body = { content: message.content, speaker: message.name, occurred_at: message.at };
  const { status, text } = await connection.post("add", key, body);
  result.addMs.push(performance.now() - startedMs);
  if (status !== 200) return void result.errors.push(`${status} ${text}`);
  const { data } = JSON.parse(text) as { data: AddAnswer };
  const answered = result.answered.get(store)!;
  count(answered, data);
  answered.storageBytes += data.total_storage_bytes;
  const { semantic, episodic, procedural } = data.data.data.memory_decisions;
  for (const { record_id } of [...semantic.items, ...episodic.items, ...procedural.items])
    answered.recordIds.push(record_id);
}

async function searchOnce(
  connection: Connection,
  { store, key }: Tenant,
  query: string,
  result: Traffic,
): Promise<void> {
  const startedMs = performance.now();
  const { status, text } = await connection.post("search", key, { query, token_budget: 300 });
  result.searchMs.push(performance.now() - startedMs);
  if (status !== 200) return void result.errors.push(`${status} ${text}`);
  count(result.answered.get(store)!, (JSON.parse(text) as { data: Charged }).data);
}

interface Charged {
  readonly tokens: number;
  readonly cost: number;
}

interface AddAnswer extends Charged {
  readonly total_storage_bytes: number;
  readonly data: {
    readonly data: {
      readonly memory_decisions: Readonly<
        Record<
          "semantic" | "episodic" | "procedural",
          { readonly items: readonly { readonly record_id: string }[] }
        >
      >;
    };
  };
}

function count(answered: Answered, { tokens, cost }: Charged): void {
  answered.requests += 1;
  answered.tokens += tokens;
  answered.spentMicros += Math.round(cost * 1e6);
}
