/** Writers of a fleet: each repeats a write until it is acknowledged, and notes what was. */
import { type Answer, call, type Fleet } from "./fleet-fixture.js";

/** One store and what was acknowledged to its writer. */
export class Writer {
  readonly key: string;
  readonly account: string;
  /** The texts of acknowledged writes, in order. */
  readonly acknowledged: string[] = [];
  /** How long each acknowledged write took, its refused attempts not counted, and when it ended. */
  readonly times: { readonly at: number; readonly ms: number }[] = [];
  refused = 0;
  readonly #fleet: Fleet;
  readonly #thinkMs: number;
  #running: Promise<void> | undefined;
  #isStopped = false;

  /** @param thinkMs pauses so long after each acknowledged write */
  constructor(
    fleet: Fleet,
    { key, account }: { readonly key: string; readonly account: string },
    thinkMs = 0,
  ) {
    this.#fleet = fleet;
    this.#thinkMs = thinkMs;
    this.key = key;
    this.account = account;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Resolves when this many more writes were acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count;
    while (this.acknowledged.length < wanted) await pause(5);
  }

  /** The texts of all sources, as an export has them, and the verdict on the audit trail. */
  async stored(): Promise<{ readonly texts: string[]; readonly isValid: boolean }> {
    const texts: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data }: Answer = await call(this.#fleet, "records", this.key, {
        limit: 1000,
        include_superseded: true,
        ...(cursor === undefined ? {} : { cursor }),
      });
      texts.push(...data.items.map(({ text }: { text: string }) => text));
      cursor = data.next_cursor;
    }
    const { data } = await call(this.#fleet, "verify_audit", this.key, {});
    return { texts, isValid: data.valid };
  }

  async #run(): Promise<void> {
    for (let number = 0; !this.#isStopped; number += 1) {
      const content = `Guest number ${number} arrived at the harbour on pier ${number % 7}.`;
      while (!this.#isStopped) {
        const answer = await this.#write(content, number);
        if (answer?.status !== 200) {
          this.refused += 1;
          await pause(20);
          continue;
        }
        this.acknowledged.push(content);
        this.times.push({ at: performance.now(), ms: answer.ms });
        break;
      }
      if (this.#thinkMs > 0) await pause(this.#thinkMs);
    }
  }

  /** @returns `undefined` if the connection was cut */
  async #write(content: string, number: number): Promise<Answer | undefined> {
    try {
      return await call(this.#fleet, "add", this.key, { content, idempotency_key: `write ${number}` });
    } catch {
      return undefined;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
